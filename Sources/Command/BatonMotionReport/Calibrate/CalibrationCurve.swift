// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// What a calibration heard, by the height of the bar: how many of the shakes are found, and how many other movements are
/// taken for one. It is the user's own curve of found shakes against false ones.
package struct CalibrationCurve: Equatable, Sendable {
    /// A bar that is drawn.
    package struct Bar: Equatable, Sendable {
        package let name: String
        /// The height of the bar above that of `medium`.
        package let height: Double
    }

    /// How often a laptop or a tablet may have a false shake (rule SHAKE10).
    package static let rates: [ShakeSensitivity: String] = [
        .low: "once a year", .medium: "once a month", .high: "once a week",
    ]
    /// A movement further below the bar of `medium` than this is not drawn.
    package static let lowest = -6.0

    /// The scores of the shakes above the bar of `medium`, ascending.
    package let shakes: [Double]
    /// Those of the other movements, ascending.
    package let others: [Double]
    /// The bars from the lowest to the highest; the user's own is named "yours".
    package let bars: [Bar]
    /// Seconds of other movement.
    package let seconds: Double

    package init(_ calibration: ShakeCalibration) {
        let medium = calibration.trials.first { $0.sensitivity == .medium }
        func drawn(_ margins: [Double]?) -> [Double] {
            (margins ?? []).filter { $0.isFinite }.map { max($0, Self.lowest) }.sorted()
        }
        shakes = drawn(medium?.margins)
        others = drawn(medium?.others)
        seconds = calibration.restSeconds
        let zero = medium?.bar ?? 0
        var bars = calibration.trials.map { Bar(name: $0.sensitivity.rawValue, height: $0.bar - zero) }
        if let proposal = calibration.proposal, let raise = calibration.raise {
            bars.append(Bar(name: "yours", height: proposal.bar - zero + raise))
        }
        self.bars = bars.filter { $0.height.isFinite }.sorted { $0.height < $1.height }
    }

    /// The values that are drawn.
    package var range: ClosedRange<Double> {
        let all = shakes + others + bars.map(\.height)
        let low = (all.min() ?? 0) - 0.5
        return low...max(low + 1, (all.max() ?? 0) + 0.5)
    }

    /// How many shakes are found with a bar of this height.
    package func found(_ height: Double) -> Int { shakes.filter { $0 >= height }.count }

    /// How many other movements are taken for a shake with a bar of this height.
    package func taken(_ height: Double) -> Int { others.filter { $0 >= height }.count }
}
