// SPDX-License-Identifier: Apache-2.0

/// The share of found shakes by device, frequency and stroke, of recordings whose set is named "laptop 3 Hz 4 cm".
struct Grid {
    private var cells: [String: [Double: [Double: Score.ShakeSet]]] = [:]

    init(_ score: Score) {
        for (name, set) in score.sets {
            let words = name.split(separator: " ")
            guard words.count == 5, words[2] == "Hz", words[4] == "cm", let frequency = Double(words[1]),
                let stroke = Double(words[3])
            else { continue }
            cells[String(words[0]), default: [:]][frequency, default: [:]][stroke] = set
        }
    }

    /// A Markdown table for each device: the percentage found; a cell without recordings is empty.
    var text: String {
        cells.sorted { $0.key < $1.key }.map { device, rows in
            let strokes = Set(rows.values.flatMap(\.keys)).sorted()
            let heading = "| Hz \\ cm |" + strokes.map { " \(Self.text($0)) |" }.joined()
            let rule = "|---|" + strokes.map { _ in "---|" }.joined()
            let lines = rows.sorted { $0.key < $1.key }.map { frequency, columns in
                "| \(Self.text(frequency)) |" + strokes.map { " \(Self.percent(columns[$0])) |" }.joined()
            }
            return (["**\(device)**", "", heading, rule] + lines).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private static func percent(_ set: Score.ShakeSet?) -> String {
        guard let set, set.bouts > 0 else { return "" }
        return text((100 * Double(set.began) / Double(set.bouts)).rounded())
    }

    private static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int64(clamping: Int(number)))" : "\(number)"
    }
}
