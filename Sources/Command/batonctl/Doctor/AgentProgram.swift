// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonFiles
import Glibc

/// The program `batond`, for commands that need no running agent.
enum AgentProgram {
    /// Replaces this process by `batond --check`; the exit status is batond's.
    ///
    /// - Throws: `ExitCode` when there is no batond to run.
    static func check(_ arguments: [String]) throws -> Never {
        for path in candidates where access(path, X_OK) == 0 {
            var pointers = ([path, "--check"] + arguments).map { strdup($0) }
            pointers.append(nil)
            execv(path, pointers)
        }
        Console.complain("There is no 'batond' beside batonctl or in PATH.")
        throw ExitCode(ExitStatus.agentUnreachable.rawValue)
    }

    /// The paths to try: beside this program first, then the directories of `$PATH`.
    private static var candidates: [String] { folders.map { $0 + "/batond" } }

    /// The folders in which batond may be.
    static var folders: [String] {
        var directories: [String] = []
        if let own = SymbolicLink.target(of: "/proc/self/exe"), let slash = own.lastIndex(of: UInt8(ascii: "/")) {
            directories.append(String(decoding: own[..<slash], as: UTF8.self))
        }
        if let path = getenv("PATH") {
            directories += String(cString: path).split(separator: ":").map(String.init)
        }
        return directories
    }
}
