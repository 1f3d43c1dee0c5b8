// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

/// The bar that `batonctl calibrate` found between a user's own shakes and other movement (rule SHAKE16).
package struct PersonalShakePoint: Equatable, Sendable {
    /// The largest distance from the bar of a sensitivity.
    package static let largestRaise = 5.0

    /// The sensitivity that it starts from.
    package let sensitivity: ShakeSensitivity
    /// How much higher than that of ``sensitivity`` the bar is, in units of the score, to three digits; -5…5.
    package let raise: Double

    /// Makes a point; nil for a distance that is no number or too large.
    package init?(_ sensitivity: ShakeSensitivity, raise: Double) {
        // A comparison with NaN is false.
        guard abs(raise) <= Self.largestRaise else { return nil }
        self.sensitivity = sensitivity
        self.raise = (raise * 1000).rounded() / 1000
    }

    /// The point as it is in the state file: `medium -0.35`.
    var text: String { "\(sensitivity.rawValue) \(raise)" }

    init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, let sensitivity = ShakeSensitivity(rawValue: String(words[0])),
            let raise = Double(words[1])
        else { return nil }
        self.init(sensitivity, raise: raise)
    }
}
