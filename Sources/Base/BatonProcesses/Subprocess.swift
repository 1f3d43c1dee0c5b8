// SPDX-License-Identifier: Apache-2.0

public import BatonReactor
import CLinux
import Glibc
public import SystemPackage

/// A child process, from its start to its end.
///
/// It starts with no signal blocked, with default signal dispositions, with /dev/null as standard input and with no
/// other descriptors than standard output, standard error and the channel. A pidfd reports its end, so SIGCHLD is not
/// used, nothing blocks, and no zombie stays. Not thread-safe: use it on the thread that runs the reactor.
///
/// For example:
/// ```swift
/// let child = try Subprocess(["mpv", "--idle"], environment: ["PATH": "/usr/bin:/bin"], reactor: reactor) { exit in
///     print("mpv \(exit)")
/// }
/// child.send(.terminate)
/// child.retire(within: .seconds(2))
/// ```
public final class Subprocess {
    /// How a process ended.
    public enum Exit: Hashable, Sendable, CustomStringConvertible {
        /// It exited with this status.
        case status(Int32)
        /// This signal ended it.
        case signal(Int32)

        /// For a log line.
        public var description: String {
            switch self {
            case .status(let status): "ended with status \(status)"
            case .signal(let signal): "was ended by signal \(signal)"
            }
        }
    }

    /// The descriptor of the channel in the child.
    public static let channelNumber: Int32 = 3

    /// The process ID. It is not valid any more when the child has ended.
    public let identifier: Int32

    private let reactor: Reactor
    private var livesOn: Bool
    private var endsGroup = false
    private let handle: FileDescriptor
    private var watch: Watch?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments. A name without a slash is searched in this process's `$PATH`.
    ///   - environment: the whole environment of the child.
    ///   - channel: a descriptor that the child gets as number 3. It stays open in this process.
    ///   - output: a descriptor that the child gets as standard output and standard error, which are otherwise this
    ///     process's. It stays open in this process.
    ///   - isDetached: whether it gets a session of its own, so that a terminal's signals do not reach it, and goes on
    ///     when this object is released. Otherwise it is killed then.
    ///   - ended: called once, in a turn, when it has ended; not after this object was released.
    ///   - reactor: the reactor that tells its end.
    /// - Throws: the error of `posix_spawn`: there is no such program, or this user may not run it.
    public init(
        _ command: [String], environment: [String: String], channel: FileDescriptor? = nil,
        output: FileDescriptor? = nil, isDetached: Bool = false, reactor: Reactor, ended: @escaping (Exit) -> Void
    ) throws(Errno) {
        self.reactor = reactor
        let process = try Self.spawn(command, environment, channel, output, isDetached)
        identifier = process
        livesOn = isDetached
        let raw = clinux_pidfd_open(process)
        guard raw >= 0 else {
            let error = Errno(rawValue: errno)
            Glibc.kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw error
        }
        let file = FileDescriptor(rawValue: raw)
        handle = file
        watch = try reactor.watch(file, for: .readable) { [weak self] _ in
            // Before the child is reaped its number is its group's for sure.
            if self?.endsGroup == true { Glibc.kill(-process, SIGKILL) }
            let exit = Self.reap(process)
            self?.close()
            ended(exit)
        }
    }

    /// Whether it still runs.
    public var isRunning: Bool { watch != nil }

    /// Sends a signal, if it still runs.
    public func send(_ signal: SignalNumber) {
        guard isRunning else { return }
        Glibc.kill(identifier, signal.rawValue)
    }

    /// Waits for the end of a child that was told to end, and kills it if it does not end in time. This object stays
    /// until then. If this process ends first the child lives on: it may have something to restore.
    ///
    /// - Parameters:
    ///   - limit: how long it may take; it is killed up to half of this time later.
    ///   - givenUp: called when it lives a second after it was killed, and is kept no longer: a driver may block it.
    public func retire(within limit: Duration, givenUp: @escaping () -> Void = {}) {
        guard isRunning else { return }
        livesOn = true
        reactor.schedule(after: limit, tolerance: limit / 2) {
            guard self.isRunning else { return }
            self.send(.kill)
            // A killed child is reaped in the next turn. One that a driver blocks is not waited for.
            self.reactor.schedule(after: .seconds(1), tolerance: .seconds(1)) {
                if self.isRunning { givenUp() }
            }
        }
    }

    /// Tells a detached child and its children to end, unless that was done. What is left of its process group is killed when
    /// the child has ended, or at the limit, and up to half of this time later. This object stays until then.
    package func retireGroup(within limit: Duration) {
        guard isRunning, !endsGroup else { return }
        endsGroup = true
        Glibc.kill(-identifier, SIGTERM)
        reactor.schedule(after: limit, tolerance: limit / 2) { self.killGroup() }
    }

    /// Kills a detached child with its children.
    package func killGroup() {
        guard isRunning else { return }
        Glibc.kill(-identifier, SIGKILL)
    }

    private func close() {
        guard let present = watch else { return }
        watch = nil
        present.cancel()
        try? handle.close()
    }

    deinit {
        guard isRunning else { return }
        if !livesOn { Glibc.kill(identifier, SIGKILL) }
        close()
    }

    private static func reap(_ process: pid_t) -> Exit {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return .status(0) }
        let signal = status & 0x7f
        return signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
    }

    private static func spawn(
        _ command: [String], _ environment: [String: String], _ channel: FileDescriptor?, _ output: FileDescriptor?,
        _ isDetached: Bool
    ) throws(Errno) -> pid_t {
        guard let program = command.first else { throw .invalidArgument }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The child would inherit the signals that a signalfd needs blocked.
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let session = isDetached ? Int16(CLINUX_SPAWN_SETSID) : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | session)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output {
            // The child's output and its errors; nothing is written here.
            for number: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, output.rawValue, number) }
        }
        if let channel {
            // Also when the numbers are equal: glibc 2.29 and later then clear close-on-exec.
            posix_spawn_file_actions_adddup2(&actions, channel.rawValue, channelNumber)
        }
        clinux_close_from(&actions, channel == nil ? channelNumber : channelNumber + 1)
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for pointer in arguments + variables { free(pointer) }
        }
        var process = pid_t()
        let result = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
        guard result == 0 else { throw Errno(rawValue: result) }
        return process
    }
}
