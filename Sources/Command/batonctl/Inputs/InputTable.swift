// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDrawing
import BatonPages
import BatonTranslation

/// The inputs of presses as a table for people.
struct InputTable {
    let rows: [InputReport]

    /// The lines for a terminal of this width; nil for a pipe.
    func lines(columns: Int?) -> [String] {
        let head = [translated("KIND"), translated("NAME"), translated("LAST PRESS"), translated("STATE")]
        return Columns.fitted([head] + rows.map { [$0.kind, $0.name, Self.last($0), $0.text] }, columns)
    }

    private static func last(_ row: InputReport) -> String {
        row.time == 0 ? translated("none yet") : "\(ClockText(sinceBoot: row.time).second()) \(row.command)"
    }
}
