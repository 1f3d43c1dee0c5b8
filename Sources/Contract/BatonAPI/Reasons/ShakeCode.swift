// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// What counts as a shake, and why: the words of `ShakePoint`, and of the doctor's row about the coefficients.
package enum ShakeCode: String, CaseIterable, Sendable {
    /// The configuration says so; details: sensitivity, form-factor.
    case configured = "sensitivity-configured"
    /// `batonctl calibrate` found it; details: sensitivity, form-factor, raise.
    case calibrated = "sensitivity-calibrated"
    /// It is the default for the kind of device; details: sensitivity, form-factor, and chassis and location as far as
    /// they are known.
    case byFormFactor = "sensitivity-by-form-factor"
    /// The user's answers to offers have moved the bar; details: sensitivity, form-factor, raise.
    case learned = "sensitivity-learned"

    /// The coefficients are those of the build.
    case builtIn = "model-built-in"
    /// They are those of a file; details: path.
    case ownModel = "model-of-file"
    /// The file was refused, and those of the build are used; details: path, place, message.
    case refusedModel = "model-refused"

    func sentence(_ details: Reason.Details) -> String {
        let level = details.text(.sensitivity)
        switch self {
        case .configured: return translated("\(level), by the configuration")
        case .calibrated: return translated("\(level)\(Self.distance(details)), by your calibration")
        case .byFormFactor:
            let device = FormFactor(rawValue: details.text(.formFactor)) ?? .unknown
            return device == .unknown
                ? translated("\(level), the default") : translated("\(level), the default for a \(device.rawValue)")
        case .learned: return translated("\(level)\(Self.distance(details)), by your answers to its questions")
        case .builtIn: return translated("the coefficients of this build")
        case .ownModel: return translated("the coefficients of \(details.text(.path))")
        case .refusedModel:
            return translated(
                "\(details.text(.place)): \(details.text(.message)); the coefficients of this build are used")
        }
    }

    /// How far the bar is from that of the level, in words.
    private static func distance(_ details: Reason.Details) -> String {
        guard let raise = details[.raise]?.fraction, abs(raise) >= 0.05, abs(raise) < 100 else { return "" }
        let tenths = Int((abs(raise) * 10).rounded())  // fits: at most 1000
        let text = "\(tenths / 10).\(tenths % 10)"
        return raise > 0
            ? translated(" with its bar \(text) higher") : translated(" with its bar \(text) lower")
    }
}
