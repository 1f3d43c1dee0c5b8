// SPDX-License-Identifier: Apache-2.0

/// Whether a bar was kept, by the values of all rounds.
struct Verdict {
    enum State: Equatable {
        case kept
        /// The median is above the bar, but in fewer than four of five rounds: noise can do that, so run it again.
        case doubtful
        /// At least four of five rounds are above the bar.
        case broken
        /// It could not be measured on this machine, for a reason.
        case impossible(String)
    }

    let bar: Bar
    let limit: Double
    let values: [Double]
    let state: State

    /// - Parameter obstacle: why there are no values; nil if there should be some.
    init(_ bar: Bar, limit: Double, values: [Double], obstacle: String? = nil) {
        self.bar = bar
        self.limit = limit
        self.values = values
        // A comparison with NaN is false, so what was not measured would count as kept.
        let above = values.count { !($0 <= limit) }
        if values.isEmpty {
            state = .impossible(obstacle ?? "there is no measurement")
        } else if above * 5 >= values.count * 4 {
            state = .broken
        } else {
            state = Samples(values).median <= limit ? .kept : .doubtful
        }
    }

    var median: Double { Samples(values).median }

    /// A row of the report: the bar, all rounds, their median, and the result.
    var row: String {
        let rounds = values.map { Report.text($0, bar.digits) }.joined(separator: " ")
        let middle = values.isEmpty ? "–" : Report.text(median, bar.digits)
        return "| \(bar.rawValue) | \(Report.text(limit, bar.digits)) \(bar.unit) | \(rounds) | \(middle) | \(result) |"
    }

    private var result: String {
        switch state {
        case .kept: "kept"
        case .doubtful: "doubtful"
        case .broken: "**broken**"
        case .impossible(let reason): "not possible here: \(reason)"
        }
    }
}
