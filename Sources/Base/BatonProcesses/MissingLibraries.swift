// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
import Glibc
import SystemPackage

/// Finds the shared libraries that a program needs and this machine does not have.
///
/// The libraries of a helper are optional for a package: who has no sensor does not need the sensor's. The dynamic loader
/// answers the question, as it does for `ldd`, and the program itself does not run. This object stays until then.
package final class MissingLibraries {
    /// The status with which the dynamic loader ends a program that it cannot load.
    package static let loaderStatus: Int32 = 127

    /// How long the loader may take: it opens a few dozen files.
    private static let limit = Duration.seconds(1)
    /// More than the loader writes about the libraries of a helper, and no more than a pipe holds.
    private static let longestAnswer = 64 << 10
    /// The most libraries that are named, and the longest name.
    private static let most = (names: 16, bytes: 64)

    private let then: ([String]) -> Void
    private let pipe: FileDescriptor
    private var process: Subprocess?
    private var timer: ReactorTimer?

    /// Asks.
    ///
    /// - Parameters:
    ///   - program: the path of one of Baton's own programs.
    ///   - environment: that with which it is started: it may name folders of libraries.
    ///   - then: called once, in this turn of the reactor or a later one, with the names of the files, such as `libiio.so.0`.
    ///     Without any all libraries are here, or the loader has not said which are not.
    package static func find(
        _ program: String, environment: [String: String], reactor: Reactor, then: @escaping ([String]) -> Void
    ) {
        guard let ends = try? FileDescriptor.pipe() else { return then([]) }
        for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends.readEnd.rawValue, F_SETFL, O_NONBLOCK)
        MissingLibraries(ends.readEnd, then).ask(program, environment, output: ends.writeEnd, reactor: reactor)
        try? ends.writeEnd.close()
    }

    private init(_ pipe: FileDescriptor, _ then: @escaping ([String]) -> Void) {
        self.pipe = pipe
        self.then = then
    }

    deinit { try? pipe.close() }

    private func ask(
        _ program: String, _ environment: [String: String], output: FileDescriptor, reactor: Reactor
    ) {
        var environment = environment
        environment["LD_TRACE_LOADED_OBJECTS"] = "1"
        do throws(Errno) {
            // The handler holds this object until the loader has ended.
            process = try Subprocess([program], environment: environment, output: output, reactor: reactor) { _ in
                self.process = nil
                self.timer?.cancel()
                self.then(Self.names(in: self.answer))
            }
            timer = reactor.schedule(after: Self.limit, tolerance: Self.limit / 2) { [weak self] in
                self?.process?.send(.kill)
            }
        } catch {
            then([])
        }
    }

    private var answer: [UInt8] {
        var answer: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while answer.count < Self.longestAnswer {
                let count = Glibc.read(pipe.rawValue, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                answer += buffer[..<count]
            }
        }
        return answer
    }

    /// The names in the loader's answer, each once.
    ///
    /// One that it does not find stands in a line `libiio.so.0 => not found`; one that it cannot use, in its message
    /// `…: error while loading shared libraries: /lib/libiio.so.0: file too short`.
    package static func names(in answer: [UInt8]) -> [String] {
        var names: [String] = []
        for line in String(decoding: answer, as: UTF8.self).split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            var name: Substring?
            if words.count == 4, words[1...] == ["=>", "not", "found"] {
                name = words[0]
            } else if let mark = words.firstIndex(of: "libraries:"), mark + 1 < words.count {
                name = words[mark + 1].split(separator: "/").last?.prefix { $0 != ":" }
            }
            guard let name, isFileName(name), names.count < most.names, !names.contains(String(name)) else { continue }
            names.append(String(name))
        }
        return names
    }

    private static func isFileName(_ name: Substring) -> Bool {
        !name.isEmpty && name.utf8.count <= most.bytes
            && name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "+"):
                    true
                default: false
                }
            }
    }
}
