// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonMotionReport
import BatonReactor

extension HookReport {
    /// Its name, when it was started last, how it ended, and how many events it has missed.
    func row(at now: UInt64) -> [String] {
        let age = Duration(microseconds: now >= started ? now - started : 0)
        let end = isRunning ? "runs" : status < 0 ? "-" : status == 0 ? "done" : "status \(status)"
        return [
            name, started == 0 ? "never started" : "\(TypedDuration.text(age)) ago", end,
            dropped == 0 ? "-" : "\(dropped) dropped",
        ]
    }

    var json: JSON {
        .object([
            ("name", .string(name)), ("running", .boolean(isRunning)), ("started", .unsigned(started)),
            ("exit", status < 0 ? .null : .integer(Int64(status))), ("dropped", .integer(Int64(dropped))),
        ])
    }
}
