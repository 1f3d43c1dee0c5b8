// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonClient
package import BatonMotion
import BatonSettings
import BatonTranslation
import Glibc

/// What is known of found and false shakes where the window runs: the curve of the kind of device, and the point on it in use.
struct ShakeFigures {
    private let device: FormFactor
    private let curve: ShakeOperatingCurve
    /// The level in use, and how much higher than its bar the bar is.
    private let inUse: (level: ShakeSensitivity, raise: Double)

    /// The lowest share that the picture has room for. The axis of false shakes is logarithmic, from one in a thousand days to ten a day.
    private static let (leastFound, decades) = (0.7, 4.0)

    /// What is measured; nil where it does not hold: with coefficients of the user's own, and for a sensor with few samples.
    init?(_ state: WindowState) {
        let settings = state.configuration.settings.shake
        guard settings.model.isEmpty else { return nil }
        let sensor = state.agent[ApplicationInterface.sensor, details: ApplicationInterface.sensorDetails]
        if case .fraction(let rate)? = sensor?.details[.rate], !ShakeOperatingCurve.holds(at: rate) { return nil }
        let point = state.agent[ApplicationInterface.shakePoint, details: ApplicationInterface.shakePointDetails]
        device = point.flatMap { FormFactor(rawValue: $0.details.text(.formFactor)) } ?? .unknown
        curve =
            switch device {
            case .laptop, .convertible, .unknown: .laptop
            case .tablet: .tablet
            case .phone: .phone
            }
        inUse = state.agent.shakePoint ?? (settings.sensitivity.level ?? .medium, 0)
    }

    /// What a level finds, and how often it is wrong, in words.
    func words(of level: ShakeSensitivity) -> String { Self.words(of: curve.point(level)) }

    /// The same of the point in use.
    var words: String { Self.words(of: curve.point(inUse.level, raise: inUse.raise)) }

    static func words(of point: ShakeOperatingCurve.Point) -> String {
        // fits: a share
        let found = Int((point.found * 100).rounded())
        let rate = point.falseADay
        if rate <= ShakeOperatingCurve.leastADay {
            return translated("Finds about \(found) of 100 shakes. Fewer than one false question in 1000 days.")
        }
        let aDay = DecimalFigure.twoDigits(rate)
        guard rate < 0.66 else {
            return translated("Finds about \(found) of 100 shakes. About \(aDay) false questions a day.")
        }
        // fits: at most 1000 days
        let days = Int((1 / rate).rounded())
        return translated(
            "Finds about \(found) of 100 shakes. About \(aDay) false questions a day: one in \(days) days.")
    }

    /// Of what the figures are.
    var source: String {
        switch device {
        case .laptop, .convertible, .unknown: translated("As measured on simulated days with a laptop.")
        case .tablet: translated("As measured on simulated days with a tablet.")
        case .phone: translated("As measured on simulated days with a phone.")
        }
    }

    /// The picture.
    var picture: FormCurve {
        FormCurve(
            line: curve.points.map(Self.place), steps: ShakeSensitivity.allCases.map { Self.place(curve.point($0)) },
            chosen: Self.place(curve.point(inUse.level, raise: inUse.raise)),
            // A year, a month, a week, a day.
            rules: [365, 30, 7, 1].map { Self.place(.init(falseADay: 1 / $0, found: 1)).x })
    }

    private static func place(_ point: ShakeOperatingCurve.Point) -> FormCurve.Place {
        let share = point.falseADay / ShakeOperatingCurve.leastADay
        return FormCurve.Place(
            x: share > 1 ? log10(share) / decades : 0, y: (point.found - leastFound) / (1 - leastFound))
    }
}

extension AgentState {
    /// The level that batond uses, and how much higher than that of the level the bar is; nil if it tells none.
    package var shakePoint: (level: ShakeSensitivity, raise: Double)? {
        let point = self[ApplicationInterface.shakePoint, details: ApplicationInterface.shakePointDetails]
        guard let point, let level = ShakeSensitivity(rawValue: point.details.text(.sensitivity)) else { return nil }
        guard case .fraction(let raise)? = point.details[.raise], raise.isFinite else { return (level, 0) }
        return (level, raise)
    }
}
