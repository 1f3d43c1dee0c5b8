// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonProcesses

/// Reads what a process was started with and which libraries it has mapped.
///
/// The kernel takes both from the memory of the process. A process can make that wait for as long as it likes; then the
/// alarm of ``LastWords`` ends this program, and batond starts another.
enum ProcessLook {
    /// The most bytes of arguments that are read. Fewer could miss an option behind a long text.
    private static let mostBytes = 64 << 10
    /// The most bytes of the environment that are read. Linux lets a program have up to a few megabytes.
    private static let longestEnvironment = 1 << 20
    /// The most bytes of the list of mapped files that are read: about 40 000 mappings.
    private static let longestMap = 4 << 20

    /// Looks at a process.
    ///
    /// - Throws: when it has ended, or is not this user's.
    static func look(_ process: UInt32) throws(KeysFailure) -> ProcessMakeup {
        guard let files = ProcessFiles(of: process), let line = files.bytes(of: "cmdline", most: mostBytes),
            let environment = files.bytes(of: "environ", most: longestEnvironment),
            let map = files.bytes(of: "maps", most: longestMap)
        else { throw .failed("the process cannot be looked at") }
        return ProcessMakeup(arguments: arguments(line, environment), libraries: libraries(map))
    }

    /// The arguments behind the name of the program that are reported. What a variable adds to them comes first, because a long
    /// command line could leave no place for it.
    static func arguments(_ line: [UInt8], _ environment: [UInt8] = []) -> [String] {
        let added = environment.split(separator: 0).flatMap { ProcessMakeup.arguments(inVariable: $0) }
        let all = line.split(separator: 0, omittingEmptySubsequences: true).dropFirst()
        let told = added.lazy.compactMap { ProcessMakeup.telling(argument: $0) }.prefix(ProcessMakeup.most)
        return Array((told + all.lazy.compactMap { ProcessMakeup.telling(argument: $0) }).prefix(ProcessMakeup.most))
    }

    /// The beginnings of the libraries in the list of mapped files that tell what the process shows.
    static func libraries(_ map: [UInt8]) -> [String] {
        var found: Set<String> = []
        let slash = UInt8(ascii: "/")
        for line in map.split(separator: UInt8(ascii: "\n")) {
            guard let start = line.lastIndex(of: slash) else { continue }
            let name = line[(start + 1)...]
            // Most lines are of the program itself or of no file, and are not made a text.
            guard name.starts(with: "lib".utf8) else { continue }
            if let telling = ProcessMakeup.telling(String(decoding: name.prefix(64), as: UTF8.self)) {
                found.insert(telling)
            }
        }
        return found.sorted()
    }
}
