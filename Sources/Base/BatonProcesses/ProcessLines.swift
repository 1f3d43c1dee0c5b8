// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
import Glibc
package import SystemPackage

/// What a child process writes, line by line as it comes, for as long as this object is kept: then the child is killed.
///
/// For a program that runs on, where ``ProcessOutput`` waits for the end. Not thread-safe: use it on the thread that runs the reactor.
package final class ProcessLines {
    private let longest: Int
    private let line: (_ bytes: [UInt8]) -> Void
    private let ended: () -> Void
    private var child: Subprocess?
    private var output: FileDescriptor?
    private var watch: Watch?
    private var rest: [UInt8] = []

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - environment: the whole environment of the child.
    ///   - longest: how many bytes of a line are read; the rest of a longer one is left out.
    ///   - line: called with each line of its output and of its errors, without its end.
    ///   - ended: called once, when the child has ended and its last line was told.
    /// - Throws: the error of `pipe` or `posix_spawn`: there is no such program, or this user may not run it.
    package init(
        of command: [String], environment: [String: String], longest: Int, on reactor: Reactor,
        line: @escaping (_ bytes: [UInt8]) -> Void, ended: @escaping () -> Void
    ) throws(Errno) {
        (self.longest, self.line, self.ended) = (longest, line, ended)
        let ends = try Self.pipe()
        output = ends.readEnd
        defer { try? ends.writeEnd.close() }
        watch = try reactor.watch(ends.readEnd, for: .readable) { [weak self] _ in self?.read() }
        child = try Subprocess(command, environment: environment, output: ends.writeEnd, reactor: reactor) {
            [weak self] _ in self?.finish()
        }
    }

    deinit { close() }

    /// Asks the child to end.
    package func terminate() { child?.send(.terminate) }

    private static func pipe() throws(Errno) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
        do {
            let ends = try FileDescriptor.pipe()
            for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends.readEnd.rawValue, F_SETFL, O_NONBLOCK)
            return ends
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    private func finish() {
        read()
        if !rest.isEmpty { tell() }
        close()
        ended()
    }

    private func close() {
        watch?.cancel()
        watch = nil
        child = nil
        try? output?.close()
        output = nil
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 8192)
        while let output, let count = try? buffer.withUnsafeMutableBytes({ try output.read(into: $0) }) {
            // The end of the output is seen again and again; that of the child is told once.
            guard count > 0 else { return watch?.cancel() ?? () }
            for byte in buffer[..<count] {
                if byte == UInt8(ascii: "\n") { tell() } else if rest.count < longest { rest.append(byte) }
            }
        }
    }

    private func tell() {
        let bytes = rest
        rest = []
        line(bytes)
    }
}
