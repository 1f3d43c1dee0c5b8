// SPDX-License-Identifier: Apache-2.0
import BatonAPI
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

    private static func show(_ fields: [String: String], json: Bool) {
        if json {
            return Console.print(
                JSON.object(ButtonField.allCases.map { ($0.rawValue, .string(fields[$0.rawValue] ?? "")) }).text)
        }
        for field in ButtonField.allCases {
            guard let title = title(field), let value = fields[field.rawValue], !value.isEmpty else { continue }
            Console.print(title + String(repeating: " ", count: 8 - title.count) + value)
        }
        guard let lines = fields[ButtonField.configuration.rawValue], !lines.isEmpty else { return }
        Console.print("")
        Console.print("In baton.conf:")
        for line in lines.split(separator: "\n") { Console.print("  \(line)") }
    }

    /// The title of a field's line; nil for what has lines of its own.
    private static func title(_ field: ButtonField) -> String? {
        switch field {
        case .input, .device, .node, .key: field.rawValue
        case .action: "does"
        case .explanation: "how"
        case .configuration: nil
        }
    }

    /// Explains why no button was seen: it may belong to an input that is not listening.
    private static func nothingPressed(_ agent: AgentClient) throws(CommandError) {
        let silent = ((try? agent.inputs()) ?? []).filter { $0.state != InputStateWord.listening.rawValue }
        Console.complain("No button was pressed.\(silent.isEmpty ? "" : " These inputs are not listening:")")
        for row in silent { Console.complain("  \(row.name): \(row.state)") }
        throw CommandError.silent
    }
}
