// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents

extension AgentRunner {
    /// Posts an event. Fails without an agent, because there is no chain to send the event along.
    func send(_ command: RemoteControlSubtype) throws {
        try reporting { (agent) throws(CommandError) in
            let transport = Transport(session: agent.session, note: note)
            guard let outcome = transport.throughAgent(command) else { throw Self.absent }
            try outcome.get()
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

    /// Prints the chain.
    func players(json: Bool) throws {
        try reporter.reporting { () throws(CommandError) in try showChain(json: json) }
    }

    /// The same, for a caller that tells of the failure itself.
    func showChain(json: Bool) throws(CommandError) {
        try Self.withAgent { (agent) throws(CommandError) in
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

    /// Prints the agent's events until the process is ended or the agent is gone.
    func monitor(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            try EventMonitor(session: agent.session, interface: BatonBus.application) { message in
                guard message.isSignal(BatonBus.application, ApplicationMember.event),
                    let event = MonitoredEvent((try? message.arguments()) ?? [])
                else { return nil }
                return json ? event.json.text : event.text
            }.run()
        }
    }
}
