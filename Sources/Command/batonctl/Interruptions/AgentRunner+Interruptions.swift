// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI
import BatonDBus
import BatonMPRIS
import BatonMotionReport
import BatonReactor

extension AgentRunner {
    /// Prints what interrupts players now.
    func interruptions(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            let active = try Self.asking { () throws(DBusError) in try agent.activeInterruptions() }
            if json {
                for interruption in active { Console.print(interruption.json.text) }
            } else if active.isEmpty {
                Console.print("nothing is interrupted")
            } else {
                let now = MonotonicClock().now.microseconds
                for line in Columns.aligned(active.map { $0.row(at: now) }) { Console.print(line) }
            }
        }
    }

    /// Lets go of all players.
    func forgetInterruptions() throws {
        try reporting { (agent) throws(CommandError) in
            _ = try Self.asking { () throws(DBusError) in try agent.interruptions(InterruptionsMember.forget) }
        }
    }

    /// Prints each beginning and end until the process is ended or the agent is gone.
    func followInterruptions(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            try EventMonitor(session: agent.session, interface: BatonBus.interruptions) { message in
                InterruptionEvent(message).map { json ? $0.json.text : $0.text }
            }.run()
        }
    }

    // MARK: All players

    /// Pauses all that plays.
    func pauseAll() throws {
        try reporting { (agent) throws(CommandError) in
            try Self.tell(try Self.all(agent, InterruptionsMember.pauseAll), note)
        }
    }

    /// Plays what was paused together.
    func resumeAll() throws {
        try reporting { (agent) throws(CommandError) in
            try Self.tell(try Self.all(agent, InterruptionsMember.resume), note)
        }
    }

    /// Pauses all that plays, or if nothing does, plays what was paused together.
    func playPauseAll() throws {
        try reporting { (agent) throws(CommandError) in
            try Self.tell(try Self.all(agent, InterruptionsMember.playPauseAll), note)
        }
    }

    private static func all(_ agent: AgentClient, _ member: MemberName) throws(CommandError) -> [String] {
        try asking { () throws(DBusError) in try agent.interruptions(member) }.first?.asStringArray ?? []
    }

    private static func tell(_ players: [String], _ note: (String) -> Void) throws(CommandError) {
        if players.isEmpty { throw .unhandled }
        for player in players { note(ChainTable.short(player)) }
    }

    /// Pins the next player by name, and after the last one removes the pin.
    func cycle() throws {
        try reporting { (agent) throws(CommandError) in
            let state = try Self.asking { () throws(DBusError) in try agent.state() }
            let players = state.responders.filter { PlayerName(busName: $0.id) != nil }
            if players.isEmpty { throw .noPlayers }
            let named = PlayerName.prefix + state.pinned
            let pinned = players.map(\.id).first { $0 == named || $0.hasPrefix(named + ".instance") } ?? named
            let next = PlayerCycle.next(
                players.filter { !$0.isSuspect }.map(\.id), first: players.first?.id,
                pinned: state.pinned.isEmpty ? nil : pinned)
            _ = try Self.asking { () throws(DBusError) in
                guard let next else { return try agent.call(ApplicationMember.unpin) }
                return try agent.call(ApplicationMember.pin, .string(next))
            }
            Console.print(next.map { ChainTable.short($0) } ?? "no pin")
        }
    }

    // MARK: The sleep timer

    /// Prints the sleep timer.
    func showSleep() throws {
        try reporting { (agent) throws(CommandError) in
            let state = try Self.asking { () throws(DBusError) in try agent.sleepState() }
            Console.print(SleepText.text(state, now: WallClock.microseconds))
        }
    }

    /// Sets the sleep timer.
    func setSleep(_ time: String?, endOfTrack: Bool) throws {
        try reporter.reporting { () throws(CommandError) in
            // A wrong time is the caller's mistake, with an agent and without one.
            let until = try SleepText.parse(time, now: WallClock.microseconds)
            try Self.withAgent { (agent) throws(CommandError) in
                _ = try Self.asking { () throws(DBusError) in
                    try agent.interruptions(InterruptionsMember.sleep, [.uint64(until), .boolean(endOfTrack)])
                }
            }
        }
    }
}

extension AgentClient.ActiveInterruption {
    /// What it is, since when, why, and the players.
    fileprivate func row(at now: UInt64) -> [String] {
        let since = Duration(microseconds: now >= self.since ? now - self.since : 0)
        return [
            source, DurationText.text(since), reason.isEmpty ? "-" : reason,
            players.isEmpty ? "-" : players.map { ChainTable.short($0) }.joined(separator: ", "),
        ]
    }

    fileprivate var json: JSON {
        .object([
            ("id", .integer(Int64(id))), ("source", .string(source)), ("reason", .string(reason)),
            ("requester", .string(requester)), ("since", .unsigned(since)),
            ("players", .array(players.map { .string($0) })),
        ])
    }
}
