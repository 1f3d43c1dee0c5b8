// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that a test runs. It is killed when the last reference is released.
public final class ChildProcess: AwaitedProcess {
    /// Why the program could not be started.
    public struct Failure: Error, CustomStringConvertible {
        /// What failed.
        public let description: String
    }

    /// The process ID.
    public let identifier: Int32
    private let output: Int32
    private var text: [UInt8] = []
    private var hasBeenReaped = false
    private var waitStatus: Int32 = 0

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: the program, which is an absolute path or a name to be searched in `$PATH`, and its arguments.
    ///   - environment: the whole environment. Nothing is inherited.
    public init(_ arguments: [String], environment: [String: String]) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "pipe: errno \(errno)") }
        defer { close(ends[1]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        output = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        InheritedDescriptors.close(from: 3, in: &actions)
        // The program starts with no signal blocked or ignored, whatever the tests have set.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var child: pid_t = -1
        let result = posix_spawnp(&child, arguments[0], &actions, &attributes, argv, envp)
        identifier = child
        guard result == 0 else {
            close(ends[0])
            hasBeenReaped = true
            throw Failure(description: "\(arguments[0]): errno \(result)")
        }
    }

    deinit {
        kill()
        close(output)
    }

    /// Its output so far, standard error included.
    public var printed: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The end of the pipe of its output.
    public var outputDescriptor: Int32? { output }

    /// Whether it has ended.
    public var hasEnded: Bool {
        if !hasBeenReaped { hasBeenReaped = waitpid(identifier, &waitStatus, WNOHANG) == identifier }
        return hasBeenReaped
    }

    /// The status it exited with; nil while it runs, and when a signal ended it.
    public var exitStatus: Int32? {
        guard hasEnded, waitStatus & 0x7f == 0 else { return nil }
        return waitStatus >> 8 & 0xff
    }

    /// Sends it a signal.
    public func signal(_ number: Int32) { if !hasEnded { _ = Glibc.kill(identifier, number) } }

    /// Stops it, so that it hangs, and waits until all its threads are stopped.
    public func suspend() { if !hasEnded { StoppedProcess.stop(identifier) } }

    /// Continues it.
    public func resume() { if !hasEnded { _ = Glibc.kill(identifier, SIGCONT) } }

    /// Kills it, and waits for its end.
    public func kill() {
        guard !hasEnded else { return }
        _ = Glibc.kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
        hasBeenReaped = true
    }

    /// The path of a program that the package builds. It is in the same folder as the tests.
    public static func built(_ name: String) -> String {
        let test = CommandLine.arguments[0]
        let directory = test.lastIndex(of: "/").map { String(test[...$0]) } ?? "./"
        return directory + name
    }
}
