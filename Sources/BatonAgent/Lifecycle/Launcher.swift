// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor
internal import CLinux
internal import Glibc
internal import SystemPackage

/// Starts the program of `[routing] launch`, in a session of its own, without a shell.
@MainActor
final class Launcher {
    private let reactor: Reactor
    private let environment: [String: String]

    init(reactor: Reactor, environment: [String: String]) {
        self.reactor = reactor
        self.environment = environment
    }

    /// Starts the program and does not wait for it.
    ///
    /// - Throws: the error of `posix_spawnp`: there is no such program, or it may not be run.
    func start(_ command: [String]) throws(Errno) {
        let command = Self.outsideOurUnit(command, environment: environment, process: getpid())
        guard let program = command.first else { return }
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
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(CLINUX_SPAWN_SETSID))
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for pointer in arguments + variables { free(pointer) }
        }
        var process = pid_t()
        let result = posix_spawnp(&process, program, nil, &attributes, &arguments, &variables)
        guard result == 0 else { throw Errno(rawValue: result) }
        reap(process)
    }

    /// The command as it has to be run when batond is a service of systemd.
    ///
    /// A child would inherit what the unit takes from batond (the network, most system calls) and end with it, so the user's
    /// manager is asked to start the program on its own.
    nonisolated static func outsideOurUnit(
        _ command: [String], environment: [String: String], process: pid_t
    ) -> [String] {
        guard !command.isEmpty, environment["SYSTEMD_EXEC_PID"] == "\(process)" else { return command }
        return ["systemd-run", "--user", "--collect", "--quiet", "--slice=app.slice", "--"] + command
    }

    /// Waits for the end of the child without waiting: its pidfd becomes readable.
    private func reap(_ process: pid_t) {
        let raw = clinux_pidfd_open(process)
        guard raw >= 0 else { return }
        let file = FileDescriptor(rawValue: raw)
        var watch: Watch?
        watch = try? reactor.watch(file, for: .readable) { _ in
            watch?.cancel()
            try? file.close()
            waitpid(process, nil, WNOHANG)
        }
    }
}
