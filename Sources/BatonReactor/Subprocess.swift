// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
public import SystemPackage

/// A program that was started, and is watched until it ends (design §3).
///
/// It starts with no signal blocked, with the default dispositions, with /dev/null as standard input and with no
/// descriptor but standard output, standard error and the channel. Its end is seen through a pidfd: there is no zombie,
/// no SIGCHLD and no wait. Belongs to whoever turns the reactor.
public final class Subprocess {
    /// How a process ended.
    public enum Exit: Hashable, Sendable, CustomStringConvertible {
        /// It returned this status.
        case status(Int32)
        /// It was ended by this signal.
        case signal(Int32)

        /// For a log line.
        public var description: String {
            switch self {
            case .status(let status): "ended with status \(status)"
            case .signal(let signal): "was ended by signal \(signal)"
            }
        }
    }

    /// The number the child finds its channel at.
    public static let channelNumber: Int32 = 3

    /// The process's number; of no meaning once the child has ended.
    public let identifier: Int32

    private let reactor: Reactor
    private var livesOn: Bool
    private let handle: FileDescriptor
    private var watch: Watch?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments. A name without a slash is looked for in this process's `$PATH`.
    ///   - environment: all of the child's environment.
    ///   - channel: a descriptor the child gets as number 3; it stays open here.
    ///   - isDetached: whether it gets a session of its own, so that a terminal's signals do not reach it, and lives on
    ///     when this object is gone; else it is killed then.
    ///   - ended: called once, in a turn, when it has ended; not after this object is gone.
    /// - Throws: the error of `posix_spawn`: there is no such program, or it may not be run.
    public init(
        _ command: [String], environment: [String: String], channel: FileDescriptor? = nil,
        isDetached: Bool = false, reactor: Reactor, ended: @escaping (Exit) -> Void
    ) throws(Errno) {
        self.reactor = reactor
        let process = try Self.spawn(command, environment, channel, isDetached)
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
            let exit = Self.reap(process)
            self?.close()
            ended(exit)
        }
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { watch != nil }

    /// Sends a signal, as long as it runs.
    public func send(_ signal: SignalNumber) {
        guard isRunning else { return }
        Glibc.kill(identifier, signal.rawValue)
    }

    /// Lets it go: it was told to end. It is kept until it has ended, and killed if it has not in time. When this process is gone
    /// before that it lives on: it may have something to put back.
    ///
    /// - Parameters:
    ///   - limit: how long it may take, and up to half as long again.
    ///   - givenUp: called when it lives a second after it was killed, and is kept no longer: a driver may hold it.
    public func retire(within limit: Duration, givenUp: @escaping () -> Void = {}) {
        guard isRunning else { return }
        livesOn = true
        reactor.schedule(after: limit, tolerance: limit / 2) {
            guard self.isRunning else { return }
            self.send(.kill)
            // Once dead it is reaped in the next turn.
            self.reactor.schedule(after: .seconds(1), tolerance: .seconds(1)) {
                if self.isRunning { givenUp() }
            }
        }
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
        _ command: [String], _ environment: [String: String], _ channel: FileDescriptor?, _ isDetached: Bool
    ) throws(Errno) -> pid_t {
        guard let program = command.first else { throw .invalidArgument }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A child of a signalfd daemon would inherit its blocked signals.
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
        if let channel {
            // Also where the numbers are the same: the copy is without close-on-exec (glibc 2.29).
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
