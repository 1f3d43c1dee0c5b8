// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonDBus
import BatonEvents

/// Runs the commands that concern the agent itself.
struct AgentRunner {
    private let messages: CommandRunner

    init(_ options: MessageOptions) {
        var runner = CommandRunner(PlayerSelection())
        runner.isQuiet = options.quiet
        runner.isVerbose = options.verbose
        messages = runner
    }

    /// Posts an event. Fails without an agent, because there is no chain to send the event along.
    func send(_ command: RemoteControlSubtype) throws {
        try reporting { (agent) throws(CommandError) in
            guard let outcome = Transport(session: agent.session).throughAgent(command) else { throw Self.absent }
            try outcome.get()
        }
    }

    /// Prints the chain.
    func players(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            let state = try Self.asking { () throws(DBusError) in try agent.state() }
            if json { return Console.print(ChainTable(state).json.text) }
            if state.responders.isEmpty { throw .noPlayers }
            for line in ChainTable(state).lines { Console.print(line) }
        }
    }

    /// Prints what the agent says about itself.
    func info(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            let state = try Self.asking { () throws(DBusError) in try agent.state() }
            let table = InfoTable(state)
            if json { return Console.print(table.json.text) }
            for line in table.lines { Console.print(line) }
        }
    }

    /// Calls `Pin`, `Unpin`, `Ignore` or `Unignore`; the agent resolves a short player name.
    func change(_ member: MemberName, player: String?) throws {
        try reporting { (agent) throws(CommandError) in
            _ = try Self.asking { () throws(DBusError) in
                guard let player else { return try agent.call(member) }
                return try agent.call(member, .string(player))
            }
        }
    }

    /// Prints the agent's events until the process is ended or the agent is gone.
    func monitor(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            try EventMonitor(session: agent.session, isJSON: json).run()
        }
    }

    /// Runs a command that needs the agent for its sensor.
    func motion(_ body: (BusSession) throws(CommandError) -> Void) throws {
        try reporting { (agent) throws(CommandError) in try body(agent.session) }
    }

    /// Runs a command that needs no agent.
    func alone(_ body: () throws(CommandError) -> Void) throws { try messages.reporting(body) }

    func note(_ text: String) { messages.note(text) }

    /// Prints what went wrong, and returns the error that ends the process with the right status.
    func reported(_ error: CommandError) -> ExitCode { messages.reported(error) }

    // MARK: Failures

    static let absent = CommandError(
        "Baton's agent is not on the bus. Start it with 'systemctl --user start batond'.", status: .agentUnreachable)

    /// The same failure for a command that only the agent can do.
    static func unreachable(_ error: CommandError) -> CommandError {
        CommandError("Could not connect to Baton's agent: \(error)", status: .agentUnreachable)
    }

    static func asking<T>(_ body: () throws(DBusError) -> T) throws(CommandError) -> T {
        do { return try body() } catch {
            if AgentClient.isAbsence(error) { throw absent }
            if error.name == .timeout || error.name == .noReply {
                throw CommandError("Baton's agent does not answer.", status: .agentUnreachable)
            }
            throw CommandError(error.message.isEmpty ? error.name.rawValue : error.message)
        }
    }

    func reporting(_ body: (AgentClient) throws(CommandError) -> Void) throws {
        try messages.reporting { () throws(CommandError) in
            let session: BusSession
            do throws(CommandError) { session = try BusSession() } catch { throw Self.unreachable(error) }
            try body(AgentClient(session: session))
        }
    }
}
