// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// The state of the accelerometer: the words of `Sensor`, besides those of ``SessionCode``.
package enum SensorCode: String, CaseIterable, Sendable {
    /// It is read; details: device, mode, rate, rest-rate, sign, sign-evidence.
    case reading
    /// It is being opened.
    case starting
    /// It is off, and no caller wants samples now.
    case idle
    /// Reading it failed, and is tried again.
    case retrying
    case noAccelerometer = "no-accelerometer"
    /// baton-sensor is not installed.
    case noHelper = "no-sensor-helper"
    /// baton-sensor cannot start without libraries that are not installed.
    case librariesMissing = "sensor-libraries-missing"
    case offByUser = "off-by-user"
    case offByConfiguration = "off-by-configuration"
    /// The user has paused shakes.
    case paused
    /// It was read, and is not any more.
    case lost = "sensor-lost"

    func sentence(_ details: Reason.Details) -> String {
        switch self {
        case .reading:
            details.text(.silence) == UndoCode.unanswered.rawValue
                ? "\(Self.reading(details)); \(UndoCode.unanswered.sentence([:]))" : Self.reading(details)
        case .starting: translated("starting")
        case .idle: translated("off")
        case .retrying: translated("failed, trying again")
        case .noAccelerometer: translated("there is no accelerometer")
        case .noHelper: translated("baton-sensor is not installed beside batond or in libexec/baton")
        case .librariesMissing: Reason.librariesMissing("baton-sensor", details)
        case .offByUser: translated("by the user")
        case .offByConfiguration: translated("by the configuration")
        case .paused: translated("paused")
        case .lost: translated("the sensor is not read any more")
        }
    }

    private static func reading(_ details: Reason.Details) -> String {
        let name = details.text(.device)
        let device = name.isEmpty ? translated("an accelerometer") : name
        let rate = details[.rate]?.fraction.map(Frequency.text) ?? translated("an unknown rate")
        switch details.text(.mode) {
        case "buffer": return translated("\(device), buffered at \(rate)")
        case "poll":
            let rest = details[.restRate]?.fraction.map { translated("\(Frequency.text($0)) to ") } ?? ""
            return translated("\(device), polled at \(rest)\(rate)")
        default: return device
        }
    }
}

extension ReasonCode {
    /// Whether the sensor is off because of it, and would be read otherwise.
    package var keepsSensorOff: Bool {
        switch self {
        case .session, .sensor(.offByUser), .sensor(.offByConfiguration), .sensor(.paused): true
        default: false
        }
    }
}
