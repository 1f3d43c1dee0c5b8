// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotionReport
import BatonReactor

extension AgentRunner {
    /// Prints the hooks of the agent's configuration.
    func hooks(json: Bool) throws {
        try reporting { (agent) throws(CommandError) in
            let answer = try Self.asking { () throws(DBusError) in try agent.interruptions(InterruptionsMember.hooks) }
            guard case .array(let rows)? = answer.first else { return }
            let hooks = rows.elements.compactMap(HookState.init)
            if json {
                for hook in hooks { Console.print(hook.json.text) }
            } else if hooks.isEmpty {
                Console.print("there is no [hook NAME] in the configuration")
            } else {
                let now = MonotonicClock().now.microseconds
                for line in Columns.aligned(hooks.map { $0.row(at: now) }) { Console.print(line) }
            }
        }
    }

    /// Starts a hook with sample values.
    func testHook(_ name: String) throws {
        try reporting { (agent) throws(CommandError) in
            _ = try Self.asking { () throws(DBusError) in
                try agent.interruptions(InterruptionsMember.testHook, [.string(name)])
            }
        }
    }
}

/// A hook as the agent tells it.
private struct HookState {
    let name: String
    let isRunning: Bool
    let started: UInt64
    let exit: Int32
    let dropped: UInt32

    init?(_ row: Value) {
        guard case .structure(let fields) = row, fields.count >= 5, let name = fields[0].asString,
            let isRunning = fields[1].asBool, case .uint64(let started) = fields[2], case .int32(let exit) = fields[3],
            case .uint32(let dropped) = fields[4]
        else { return nil }
        (self.name, self.isRunning, self.started, self.exit, self.dropped) = (name, isRunning, started, exit, dropped)
    }

    func row(at now: UInt64) -> [String] {
        let age = Duration(microseconds: now >= started ? now - started : 0)
        let end = isRunning ? "runs" : exit < 0 ? "-" : exit == 0 ? "done" : "status \(exit)"
        return [
            name, started == 0 ? "never started" : "\(DurationText.text(age)) ago", end,
            dropped == 0 ? "-" : "\(dropped) dropped",
        ]
    }

    var json: JSON {
        .object([
            ("name", .string(name)), ("running", .boolean(isRunning)), ("started", .unsigned(started)),
            ("exit", exit < 0 ? .null : .integer(Int64(exit))), ("dropped", .integer(Int64(dropped))),
        ])
    }
}
