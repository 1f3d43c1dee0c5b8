// SPDX-License-Identifier: Apache-2.0

/// The figures as one table for people, or as JSON for programs.
struct Report {
    let figures: Figures
    let options: Options

    private var lines: [Figure] {
        [.sendToPlayer, .roundTrip, .propertyRead, .processorTime, .reactiveProcessorTime]
            + options.playerCounts.map { .start(players: $0) }
            + options.playerCounts.map { .privateDirty(players: $0) }
            + [.proportional, .resident, .threads, .idleSwitches, .playPause, .status, .instructions, .dispatchSymbols]
    }

    /// A Markdown table with a row for each figure and a column for each target.
    var table: String {
        var rows = [
            "| | \(Target.allCases.map(\.rawValue).joined(separator: " | ")) |",
            "|---|\(String(repeating: "---:|", count: Target.allCases.count))",
        ]
        for line in lines {
            for row in line.rows {
                let cells = Target.allCases.map { target in
                    figures.samples(line, target).map { Self.text($0.percentile(row.fraction), row.digits) } ?? "–"
                }
                rows.append("| \(row.title) | \(cells.joined(separator: " | ")) |")
            }
        }
        let place = options.processor.map { "everything on processor \($0)" } ?? "on all processors"
        rows.append("")
        rows.append(
            "\(options.rounds) rounds in turns, \(options.commands) commands each, \(place). Whole process: "
                + "`playerctl`, `playerctl -p playerctld` and `batonctl`, with `play-pause` or `status`.")
        return rows.joined(separator: "\n")
    }

    /// A JSON object with one object for each target.
    var json: String {
        let targets = Target.allCases.map { target in
            let values = lines.flatMap { line in
                line.rows.compactMap { row in
                    figures.samples(line, target).map { "\"\(row.key)\": \(Self.text($0.percentile(row.fraction), 3))" }
                }
            }
            return "  \"\(target.rawValue)\": {\(values.joined(separator: ", "))}"
        }
        return "{\n\(targets.joined(separator: ",\n"))\n}"
    }

    /// A number with a fixed number of decimals.
    static func text(_ number: Double, _ digits: Int) -> String {
        guard number.isFinite else { return "null" }
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = Int((number * Double(scale)).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let fraction = String(abs(scaled) % scale)
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale).\(zeros)\(fraction)"
    }
}
