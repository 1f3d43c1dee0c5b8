// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonDBus
import BatonReactor
import BatonTranslation
import Glibc

extension Reporter {
    /// Runs a program, and pauses what plays meanwhile. The process exits with the program's status.
    ///
    /// What the agent answers, or that it is not there, does not keep the program from running (rule I135).
    func run(
        _ command: [String], interruptingFor kind: LeaseKind, reason: String, resumes: Bool, lowers: Bool
    ) throws {
        let reactor = try? Reactor()
        // It lives until the program has ended: the agent ends the interruption when the lease is closed.
        let lease = reactor.flatMap { reactor in
            KeptLease(
                kind, reason: reason, resumes: resumes, lowers: lowers, reactor: reactor, tell: nothingPaused)
        }
        lease?.begin()
        let status = try reported { () throws(CommandError) in
            try InterruptedProgram.run(command, turning: reactor) { lease?.keep() }
        }
        withExtendedLifetime(lease) {}
        guard status == 0 else { throw ExitCode(status) }
    }

    private func nothingPaused(_ reason: String) {
        if !isQuiet { Console.complain(translated("batonctl: nothing is paused: \(reason)")) }
    }
}

extension Reporter {
    /// Runs something that has a result, and tells of its failure.
    fileprivate func reported<Result>(_ body: () throws(CommandError) -> Result) throws -> Result {
        do { return try body() } catch { throw reported(error) }
    }
}

/// A program that runs in the terminal of this one.
private enum InterruptedProgram {
    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - reactor: what is turned meanwhile.
    ///   - started: called when it runs.
    /// - Returns: its exit status, or as a shell tells it, 128 and the signal that ended it.
    static func run(_ command: [String], turning reactor: Reactor?, started: () -> Void) throws(CommandError) -> Int32 {
        // The terminal sends these to the program too, which decides.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        var child: pid_t = 0
        // The signals wait until the program runs, to which they are passed on.
        let signals = try? reactor?.signals([.terminate, .hangUp, .child]) { signal in
            if signal != .child { _ = kill(child, signal.rawValue) }
        }
        defer { signals?.cancel() }
        child = try spawn(command)
        started()
        while true {
            var status: Int32 = 0
            // Without a reactor nothing is passed on, and only the end is waited for.
            let found = waitpid(child, &status, signals == nil ? 0 : WNOHANG)
            if found == child { return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f) }
            if found < 0, errno != EINTR { throw CommandError("Lost sight of '\(command[0])'.") }
            if found == 0 { _ = try? reactor?.turn(timeout: nil) }
        }
    }

    private static func spawn(_ command: [String]) throws(CommandError) -> pid_t {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        sigfillset(&usual)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var child: pid_t = 0
        let failure = posix_spawnp(&child, command[0], nil, &attributes, &arguments, environ)
        guard failure == 0 else {
            throw CommandError(
                "Could not run '\(command[0])': \(String(cString: strerror(failure)))",
                status: failure == ENOENT ? .noProgram : .cannotRun)
        }
        return child
    }
}
