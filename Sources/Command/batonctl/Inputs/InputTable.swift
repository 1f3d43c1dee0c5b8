// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// The inputs of presses as a table for people.
struct InputTable {
    let rows: [InputReport]
    /// In µs since boot on CLOCK_MONOTONIC.
    let now: UInt64

    var lines: [String] {
        let cells = rows.map { [$0.kind, $0.name, Self.last($0, now), $0.text] }
        let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }.joined() + row[3]
        }
    }

    private static func last(_ row: InputReport, _ now: UInt64) -> String {
        guard let age = row.age(now: now) else { return "-" }
        let ago =
            switch age {
            case ..<120: "\(age) s"
            case ..<7200: "\(age / 60) min"
            default: "\(age / 3600) h"
            }
        return "\(row.command) \(ago) ago"
    }
}
