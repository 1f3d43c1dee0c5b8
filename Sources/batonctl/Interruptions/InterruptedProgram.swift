// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonDBus
import Glibc

extension AgentRunner {
    /// Runs a program, and pauses what plays meanwhile. The process exits with the program's status.
    func run(_ command: [String], interruptingFor kind: String, resumes: Bool) throws {
        // Kept until the program has ended: the agent ends the interruption when it is closed.
        var session: BusSession?
        var lease: [Value] = []
        try reporter.reporting { () throws(CommandError) in
            do throws(CommandError) {
                let bus = try BusSession()
                session = bus
                lease = try Self.begin(kind, resumes: resumes, reason: command[0], AgentClient(session: bus))
            } catch {
                guard error.status == .agentUnreachable || session == nil else { throw error }
                note("nothing is paused: \(error)")
            }
        }
        let status = try reporter.reported { () throws(CommandError) in try InterruptedProgram.run(command) }
        withExtendedLifetime((session, lease)) {}
        guard status == 0 else { throw ExitCode(status) }
    }

    private static func begin(
        _ kind: String, resumes: Bool, reason: String, _ agent: AgentClient
    ) throws(CommandError) -> [Value] {
        try asking { () throws(DBusError) in
            try agent.interruptions(
                InterruptionsMember.begin,
                [
                    .string(kind), .string(reason),
                    .vardict([(LeaseKey.resume, .boolean(resumes)), (LeaseKey.wait, .boolean(true))]),
                ])
        }
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
    /// The process that signals are passed on to.
    ///
    /// Safe without isolation: the process has one thread, which writes it before it installs the handlers of signals, and
    /// these only read it.
    nonisolated(unsafe) private static var process: pid_t = 0

    /// Runs it to its end.
    ///
    /// - Returns: its exit status, or as a shell tells it, 128 and the signal that ended it.
    static func run(_ command: [String]) throws(CommandError) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // The terminal sends these to the program too, which decides.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        sigfillset(&usual)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child: pid_t = 0
        let failure = posix_spawnp(&child, command[0], nil, &attributes, &arguments, environ)
        guard failure == 0 else {
            throw CommandError("Could not run '\(command[0])': \(String(cString: strerror(failure)))")
        }
        process = child
        for number in [SIGTERM, SIGHUP] { signal(number) { _ = kill(InterruptedProgram.process, $0) } }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }
}
