// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Runs another program of the desktop without input and output.
package enum Subcommand {
    /// - Parameter milliseconds: How long it may take; then it is killed.
    /// - Returns: Whether it could be started and ended with status 0 in time.
    package static func run(_ words: [String], within milliseconds: Int = 10_000) -> Bool {
        guard let process = start(words) else { return false }
        var status: CInt = 0
        for _ in 0...milliseconds / interval {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status == 0 }
            guard ended == 0 || errno == EINTR else { return false }
            poll(nil, 0, CInt(interval))
        }
        kill(process, SIGKILL)
        _ = end(of: process)
        return false
    }

    /// Starts a program. What is not given of its input and output is /dev/null.
    ///
    /// - Parameter keepsErrors: whether its errors are this process's.
    private static func start(
        _ words: [String], input: CInt? = nil, output: CInt? = nil, keepsErrors: Bool = false
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, given) in [(0, input), (1, output), (2, keepsErrors ? 2 : nil)] as [(CInt, CInt?)] {
            if let given {
                posix_spawn_file_actions_adddup2(&actions, given, number)
            } else {
                posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            }
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        return posix_spawnp(&process, words[0], &actions, nil, &arguments, environ) == 0 ? process : nil
    }

    /// Waits for the end of a program.
    ///
    /// - Returns: its status as `waitpid` gives it; nil if it cannot be waited for.
    private static func end(of process: pid_t) -> CInt? {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
        return status
    }

    /// How often it is looked whether the program has ended, in milliseconds.
    private static let interval = 10
}

extension Subcommand {
    /// What a program that has ended printed.
    package struct Output: Sendable, Equatable {
        /// Its exit status; nil if a signal ended it.
        package let status: CInt?
        /// What it wrote to standard output, at most 256 KiB.
        package let text: String
    }

    /// What another program prints, at most 64 KiB, within two seconds.
    ///
    /// - Returns: nil if it could not be started, or did not end in time.
    package static func output(_ words: [String]) -> String? { answer(words, most: 64 << 10)?.text }

    /// Runs another program with an input, and reads its output.
    ///
    /// - Parameters:
    ///   - input: what it reads; at most what a pipe holds, 64 KiB, is certain to fit.
    ///   - milliseconds: how long each part of its output may take.
    ///   - most: how many bytes it may print.
    /// - Returns: nil if it could not be started, did not end in time, or prints more.
    package static func answer(
        _ words: [String], input: [UInt8] = [], within milliseconds: CInt = 2000, most: Int = 256 << 10
    ) -> Output? {
        guard let output = Pipe(), let source = Pipe(),
            let process = start(words, input: source.readEnd, output: output.writeEnd)
        else { return nil }
        output.closeWriteEnd()
        source.write(input)
        source.closeWriteEnd()
        let bytes = read(output.readEnd, milliseconds, most)
        if bytes == nil { kill(process, SIGKILL) }
        guard let status = end(of: process) else { return nil }
        return bytes.map {
            Output(
                status: status & 0x7F == 0 ? status >> 8 & 0xFF : nil, text: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Runs another program, whose errors are this one's, and gives each line as it comes, for as long as it runs.
    ///
    /// - Parameters:
    ///   - most: how many bytes of a line are read; the rest of a longer one is left out.
    ///   - line: called with each line, without its end.
    /// - Returns: false if it could not be started.
    package static func lines(
        of words: [String], most: Int = 64 << 10, _ line: (_ bytes: [UInt8]) -> Void
    ) -> Bool {
        guard let output = Pipe(), let process = start(words, output: output.writeEnd, keepsErrors: true) else {
            return false
        }
        output.closeWriteEnd()
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(output.readEnd, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                if byte != UInt8(ascii: "\n") {
                    if bytes.count < most { bytes.append(byte) }
                } else {
                    line(bytes)
                    bytes = []
                }
            }
        }
        _ = end(of: process)
        return true
    }

    /// A pipe whose ends are closed with it.
    private final class Pipe {
        let readEnd: CInt
        private(set) var writeEnd: CInt

        init?() {
            var ends: [CInt] = [0, 0]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (readEnd, writeEnd) = (ends[0], ends[1])
        }

        deinit {
            close(readEnd)
            closeWriteEnd()
        }

        func closeWriteEnd() {
            if writeEnd >= 0 { close(writeEnd) }
            writeEnd = -1
        }

        /// Writes as much as fits; who does not read it is not waited for.
        func write(_ bytes: [UInt8]) {
            _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(writeEnd, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Everything until the end of a pipe; nil if it does not come.
    private static func read(_ descriptor: CInt, _ milliseconds: CInt, _ most: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= most {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return nil }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
        return nil
    }
}
