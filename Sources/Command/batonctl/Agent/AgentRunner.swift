// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonDBus

/// Runs the commands that concern the agent itself.
struct AgentRunner {
    let reporter: Reporter

    init(_ reporter: Reporter) { self.reporter = reporter }

    /// Runs a command that needs the agent for its sensor.
    func motion(_ body: (BusSession) throws(CommandError) -> Void) throws {
        try reporting { (agent) throws(CommandError) in try body(agent.session) }
    }

    /// Runs a command that needs no agent.
    func alone(_ body: () throws(CommandError) -> Void) throws { try reporter.reporting(body) }

    func note(_ text: String) { reporter.note(text) }

    /// Prints what went wrong, and returns the error that ends the process with the right status.
    func reported(_ error: CommandError) -> ExitCode { reporter.reported(error) }

    // MARK: Failures

    static let absent = CommandError(
        "Baton's agent is not on the bus. Start it with 'systemctl --user start batond'.", status: .agentUnreachable)

    /// The same failure for a command that only the agent can do.
    static func unreachable(_ error: CommandError) -> CommandError {
        CommandError("Could not connect to Baton's agent: \(error.cause)", status: .agentUnreachable)
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
        try reporter.reporting { () throws(CommandError) in try Self.withAgent(body) }
    }

    /// Runs what needs the agent, on a connection of its own.
    static func withAgent(_ body: (AgentClient) throws(CommandError) -> Void) throws(CommandError) {
        let agent = try connect()
        do throws(CommandError) { try body(agent) } catch { throw agent.session.startFailure.map(unreachable) ?? error }
    }

    static func connect() throws(CommandError) -> AgentClient {
        do throws(CommandError) { return AgentClient(session: try BusSession()) } catch { throw unreachable(error) }
    }
}
