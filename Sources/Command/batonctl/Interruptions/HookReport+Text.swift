// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonPages
import BatonTranslation

extension HookReport {
    /// Its name, when it was started last, how it ended, and how many events it has missed.
    var row: [String] {
        let end =
            isRunning
            ? "running"
            : status == Self.neverRuns
                ? translated("never runs: no 'on' or no 'command'")
                : status < 0 ? "-" : status == 0 ? "done" : "status \(status)"
        return [
            name, started == 0 ? "never" : ClockText(sinceBoot: started).second(), end,
            dropped == 0 ? "-" : "\(dropped)",
        ]
    }

    var json: JSON {
        .object([
            ("name", .string(name)), ("running", .boolean(isRunning)), ("started", .unsigned(started)),
            ("exit", status < 0 ? .null : .integer(Int64(status))), ("dropped", .integer(Int64(dropped))),
        ])
    }
}
