// SPDX-License-Identifier: Apache-2.0

/// Text in columns.
enum Columns {
    /// The rows with aligned columns.
    static func aligned(_ rows: [[String]]) -> [String] {
        var widths: [Int] = []
        for row in rows {
            for (column, text) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], text.count)
            }
        }
        return rows.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                line += text
                if column < row.count - 1 { line += String(repeating: " ", count: widths[column] - text.count + 2) }
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
