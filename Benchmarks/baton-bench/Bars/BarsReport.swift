// SPDX-License-Identifier: Apache-2.0

/// The verdicts on all bars.
struct BarsReport {
    let verdicts: [Verdict]

    init(_ bars: BarsFile, figures: Figures) {
        verdicts = Bar.allCases.map { bar in
            Verdict(
                bar, limit: bars.limits[bar] ?? 0, values: bar.values(in: figures),
                obstacle: figures.obstacles[bar.measure.figure])
        }
    }

    /// A Markdown table with a row for each bar.
    var table: String {
        (["| bar | at most | each round | median | |", "|---|---:|---:|---:|---|"] + verdicts.map(\.row))
            .joined(separator: "\n")
    }

    /// The bars that are broken, as a sentence; nil if none is.
    var failure: String? {
        let broken = verdicts.filter { $0.state == .broken }.map(\.bar.rawValue)
        return broken.isEmpty ? nil : "above their bars: \(broken.joined(separator: ", "))"
    }
}
