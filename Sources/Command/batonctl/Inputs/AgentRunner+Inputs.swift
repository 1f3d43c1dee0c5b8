// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonMotion
import BatonReactor
import BatonValues

extension AgentRunner {
    /// Prints the sources of presses.
    func inputs(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            let rows = try Self.asking { () throws(DBusError) in try agent.inputs() } + GesturesSetup().inputRows
            let now = UInt64(clamping: MonotonicClock().now / .microseconds(1))
            if json { return Console.print(JSON.array(rows.map { $0.json(now: now) }).text) }
            for line in InputTable(rows: rows, now: now).lines { Console.print(line) }
        }
    }

    /// Waits for a button and prints what it is.
    func learn(seconds: UInt32, json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            if !json { note("Press the button, within \(seconds) s. It does what it always does.") }
            let button: LearnedButton
            do throws(DBusError) {
                button = try agent.learn(seconds: seconds)
            } catch {
                guard error.name == .timeout else {
                    _ = try Self.asking { () throws(DBusError) in throw error }
                    return
                }
                try Self.nothingPressed(agent)
                return
            }
            if json { return Console.print(button.json.text) }
            for line in button.lines { Console.print(line) }
        }
    }

    /// Asks for presses of a Bluetooth headset and prints what they tell.
    func learn(_ device: String, seconds: UInt32, json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            try HeadsetConversation(agent: agent, device: device, seconds: seconds, isJSON: json).run()
        }
    }

    /// Explains why no button was seen: it may belong to an input that is not listening.
    private static func nothingPressed(_ agent: AgentClient) throws(CommandError) {
        let silent = ((try? agent.inputs()) ?? []).filter { $0.state != InputStateWord.listening.rawValue }
        Console.complain("No button was pressed.\(silent.isEmpty ? "" : " These inputs are not listening:")")
        for row in silent { Console.complain("  \(row.name): \(row.text)") }
        throw CommandError.silent
    }
}
