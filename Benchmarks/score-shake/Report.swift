// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// The score as a table.
struct Report {
    let scores: [(Rate, Score)]
    let options: Options
    let cost: Double

    var text: String {
        var lines = [
            "sensitivity \(options.settings.sensitivity.rawValue), longest shake "
                + "\(options.settings.longestShake / .seconds(1)) s; "
                + String(format: "%.0f ns a sample", cost), "",
            row("shakes: began (ended) of bouts", Rate.allCases.map(\.rawValue)),
        ]
        for name in Set(scores.flatMap { $0.1.sets.keys }).sorted() {
            let isClear = scores.contains { $0.1.sets[name]?.clear == true }
            lines.append(
                row(
                    "  \(name)\(isClear ? ", clear" : "")",
                    scores.map { $0.1.sets[name].map { "\($0.began) (\($0.ended)) of \($0.bouts)" } ?? "-" }))
        }
        lines += ["", row("other: began, ended, cancelled", scores.map { _ in "" })]
        for name in Set(scores.flatMap { $0.1.classes.keys }).sorted() {
            let hours = scores.compactMap { $0.1.classes[name]?.hours }.max() ?? 0
            lines.append(
                row(
                    String(format: "  \(name), %.2f h", hours),
                    scores.map { $0.1.classes[name].map { "\($0.began), \($0.ended), \($0.cancelled)" } ?? "-" }))
            lines.append(
                row(
                    "    began an hour",
                    scores.map { score in
                        score.1.classes[name].map { String(format: "%.1f", Double($0.began) / max($0.hours, 1e-9)) }
                            ?? "-"
                    }))
        }
        lines += [
            "",
            row(
                "latency of clear shakes, ms p50/p90",
                scores.map { String(format: "%.0f/%.0f", $0.1.latency_ms.p50 ?? .nan, $0.1.latency_ms.p90 ?? .nan) }),
        ]
        if options.hasFolds { lines += [""] + Folds(scores).lines.map { row($0.name, $0.values) } }
        if options.hasGrid, let native = scores.first { lines += ["", Grid(native.1).text] }
        return lines.joined(separator: "\n")
    }

    private func row(_ title: String, _ cells: [String]) -> String {
        title.padding(toLength: 38, withPad: " ", startingAt: 0)
            + cells.map { $0.padding(toLength: 16, withPad: " ", startingAt: 0) }.joined()
    }
}
