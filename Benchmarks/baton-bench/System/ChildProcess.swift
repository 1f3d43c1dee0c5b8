// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that the benchmark starts, found by an absolute path or in PATH.
final class ChildProcess {
    let identifier: pid_t
    /// The reading end of the child's standard output, if it was requested.
    private let output: CInt?
    private var hasEnded = false

    /// Starts a program with the caller's processor affinity and nothing on its standard streams.
    ///
    /// - Parameter readsOutput: whether ``waitForLine(within:)`` reads the child's standard output.
    init(_ arguments: [String], environment: [String: String], readsOutput: Bool = false) throws(BenchError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

        var pipeEnds: [CInt] = [-1, -1]
        if readsOutput {
            guard pipe(&pipeEnds) == 0 else { throw BenchError("no pipe: errno \(errno)") }
            for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }

        var child: pid_t = 0
        let program = arguments.first ?? ""
        let status = Self.withCStrings(arguments) { arguments in
            Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawnp(&child, program, &actions, nil, arguments, environment)
            }
        }
        if readsOutput { Glibc.close(pipeEnds[1]) }
        guard status == 0 else {
            throw BenchError("'\(program)' did not start: errno \(status); is it installed?")
        }
        identifier = child
        output = readsOutput ? pipeEnds[0] : nil
    }

    deinit {
        stop()
        if let output { Glibc.close(output) }
    }

    /// Waits until the child has written a line.
    func waitForLine(within milliseconds: Int) throws(BenchError) {
        guard let output else { return }
        var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        repeat {
            guard Glibc.poll(&poll, 1, CInt(milliseconds)) > 0, read(output, &byte, 1) == 1 else {
                throw BenchError("process \(identifier) was not ready within \(milliseconds) ms")
            }
        } while byte != UInt8(ascii: "\n")
    }

    /// What the child still writes until it closes its standard output.
    func readToEnd() -> String {
        output.map { TextFile.read($0) } ?? ""
    }

    /// Waits for the end of the child. Returns its exit code, or 128 plus the signal.
    @discardableResult
    func waitForEnd() -> CInt {
        guard !hasEnded else { return 0 }
        hasEnded = true
        var status: CInt = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    /// Terminates the child, and kills it after so many seconds.
    func stop(within seconds: Int = 2) {
        guard !hasEnded else { return }
        kill(identifier, SIGTERM)
        for _ in 0..<seconds * 1000 {
            if waitpid(identifier, nil, WNOHANG) == identifier {
                hasEnded = true
                return
            }
            usleep(1000)
        }
        kill(identifier, SIGKILL)
        waitForEnd()
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
