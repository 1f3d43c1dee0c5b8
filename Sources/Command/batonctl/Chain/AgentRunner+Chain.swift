// SPDX-License-Identifier: Apache-2.0

import BatonDBus

extension AgentRunner {
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
            try EventMonitor(session: agent.session, isJSON: json).run()
        }
    }
}
