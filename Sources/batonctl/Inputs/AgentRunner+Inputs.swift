// SPDX-License-Identifier: Apache-2.0
import BatonDBus
import BatonMotion
import BatonReactor

extension AgentRunner {
    /// Prints the sources of presses.
    func inputs(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            let rows = try Self.asking { () throws(DBusError) in try agent.inputs() }
            let now = UInt64(clamping: MonotonicClock().now / .microseconds(1))
            if json { return Console.print(JSON.array(rows.map { $0.json(now: now) }).text) }
            for line in InputTable(rows: rows, now: now).lines { Console.print(line) }
        }
    }

    /// Waits for a button and prints what it is.
    func learn(seconds: UInt32, json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            if !json { note("Press the button, within \(seconds) s. It does what it always does.") }
            let fields: [String: String]
            do throws(DBusError) {
                fields = try agent.learn(seconds: seconds)
            } catch {
                guard error.name == .timeout else {
                    _ = try Self.asking { () throws(DBusError) in throw error }
                    return
                }
                try Self.nothingPressed(agent)
                return
            }
            Self.show(fields, json: json)
        }
    }

    private static let order = ["input", "device", "node", "key", "action", "explanation", "configuration"]

    private static func show(_ fields: [String: String], json: Bool) {
        if json {
            return Console.print(JSON.object(order.map { ($0, .string(fields[$0] ?? "")) }).text)
        }
        let titles = [
            "input": "input", "device": "device", "node": "node", "key": "key", "action": "does", "explanation": "how",
        ]
        for name in order {
            guard let title = titles[name], let value = fields[name], !value.isEmpty else { continue }
            Console.print(title + String(repeating: " ", count: 8 - title.count) + value)
        }
        guard let lines = fields["configuration"], !lines.isEmpty else { return }
        Console.print("")
        Console.print("In baton.conf:")
        for line in lines.split(separator: "\n") { Console.print("  \(line)") }
    }

    /// Explains why no button was seen: it may belong to an input that is not listening.
    private static func nothingPressed(_ agent: AgentClient) throws(CommandError) {
        let silent = ((try? agent.inputs()) ?? []).filter { $0.state != "listening" }
        Console.complain("No button was pressed.\(silent.isEmpty ? "" : " These inputs are not listening:")")
        for row in silent { Console.complain("  \(row.name): \(row.state)") }
        throw CommandError.silent
    }
}
