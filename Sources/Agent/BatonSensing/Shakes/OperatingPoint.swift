// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonMotion
import BatonSettings
import BatonState

/// The point on the curve of found shakes against false ones that counts, and why (rules SHAKE15 to SHAKE17).
package struct OperatingPoint: Equatable, Sendable {
    /// The level.
    package let sensitivity: ShakeSensitivity
    /// How much higher than that of the level the bar is, in units of the score.
    package let raise: Double
    /// The code and details for people and programs.
    package let reason: Reason

    /// - Parameters:
    ///   - configured: the configuration's choice.
    ///   - personal: what `batonctl calibrate` found.
    ///   - device: what the firmware says about the device.
    ///   - location: the place of the sensor; empty if it is not known.
    ///   - learned: how far answers have moved the bar.
    init(
        _ configured: SensitivityChoice, personal: PersonalShakePoint?, device: DeviceIdentity, location: String,
        learned: LearnedShift
    ) {
        let formFactor = device.formFactor(location: location)
        sensitivity = configured.level ?? personal?.sensitivity ?? formFactor.sensitivity
        let usual = configured.level == nil ? personal?.raise ?? 0 : 0
        // The user's word is not made more sensitive, and no bar is lower than that of high.
        let lowest = configured.level != nil || sensitivity == .high ? min(usual, 0) : -.infinity
        raise = max(usual + learned.value, lowest)
        var details: Reason.Details = [
            .sensitivity: .text(sensitivity.rawValue), .formFactor: .text(formFactor.rawValue),
        ]
        if raise != usual {
            details[.raise] = .fraction(raise)
            reason = .shake(.learned, details)
        } else if configured.level != nil {
            reason = .shake(.configured, details)
        } else if personal != nil {
            details[.raise] = .fraction(raise)
            reason = .shake(.calibrated, details)
        } else {
            if let chassis = device.chassis { details[.chassis] = .number(chassis) }
            if !location.isEmpty { details[.location] = .text(location) }
            reason = .shake(.byFormFactor, details)
        }
    }
}

extension FormFactor {
    /// The default (rule SHAKE15): a tablet is held with two hands and shaken less strongly, and may ask once a week instead of
    /// once a month. docs/shake.md has the figures. A phone is carried in a pocket, which is not simulated, and where
    /// recordings have false shakes at `high`.
    var sensitivity: ShakeSensitivity {
        switch self {
        case .tablet: .high
        case .laptop, .convertible, .phone, .unknown: .medium
        }
    }
}
