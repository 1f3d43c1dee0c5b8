// SPDX-License-Identifier: Apache-2.0

/// The results by group: a person, a device, or a source. Groups with the same source are joined, since a simulated
/// folder has hundreds.
struct Folds {
    private let sources: [(name: String, folds: [Score.Fold])]

    init(_ scores: [(Rate, Score)]) {
        func source(_ group: String) -> String { group.split(separator: "/").first.map(String.init) ?? group }
        let names = Set(scores.flatMap { $0.1.folds.keys.map(source) }).sorted()
        sources = names.map { name in
            (
                name,
                scores.map { _, score in
                    score.folds.filter { source($0.key) == name }.values.reduce(into: Score.Fold()) { $0.add($1) }
                }
            )
        }
    }

    /// Lines for the sources with shakes, the mean and the worst found share, and the sources with ordinary movement.
    var lines: [(name: String, values: [String])] {
        var lines = [("folds: found of bouts", sources.first?.folds.map { _ in "" } ?? [])]
        for (name, folds) in sources where folds.contains(where: { $0.bouts > 0 }) {
            lines.append(("  \(name)", folds.map { $0.bouts > 0 ? "\($0.began) of \($0.bouts)" : "-" }))
        }
        let columns = sources.first?.folds.indices ?? 0..<0
        let shares = columns.map { column in sources.compactMap { $0.folds[column].share } }
        lines.append(("  mean of the folds", shares.map { Self.text($0.reduce(0, +) / Double(max(1, $0.count))) }))
        lines.append(("  worst of the folds", shares.map { Self.text($0.min() ?? 0) }))
        lines.append(("folds: ordinary, began in hours", columns.map { _ in "" }))
        for (name, folds) in sources where folds.contains(where: { $0.ordinary_hours > 0 }) {
            lines.append(("  \(name)", folds.map { "\($0.ordinary_began) in \(Self.text($0.ordinary_hours))" }))
        }
        return lines
    }

    private static func text(_ number: Double) -> String {
        // fits: shares and hours
        let hundredths = Int((number * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

extension Score.Fold {
    /// The share of the bouts that was found; nil without bouts.
    var share: Double? { bouts > 0 ? Double(began) / Double(bouts) : nil }

    mutating func add(_ other: Score.Fold) {
        bouts += other.bouts
        began += other.began
        ordinary_hours += other.ordinary_hours
        ordinary_began += other.ordinary_began
    }
}
