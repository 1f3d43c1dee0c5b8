// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonPages
import BatonTranslation

extension HookReport {
    /// Its name, when it was started last, how it ended, and how many events it has missed.
    var row: [String] {
        [
            name, started == 0 ? "never" : ClockText(sinceBoot: started).second(), end,
            dropped == 0 ? "-" : "\(dropped)",
        ]
    }

    private var end: String {
        if isRunning { return "running" }
        return switch status {
        case Self.neverRuns: translated("never runs: no 'on' or no 'command'")
        case Self.cannotStart: translated("the program could not be started")
        case ..<0: "-"
        case 0: "done"
        default: "status \(status)"
        }
    }

    var json: JSON {
        .object([
            ("name", .string(name)), ("running", .boolean(isRunning)), ("started", .unsigned(started)),
            ("exit", status < 0 ? .null : .integer(Int64(status))), ("dropped", .integer(Int64(dropped))),
        ])
    }
}
