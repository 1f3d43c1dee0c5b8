// SPDX-License-Identifier: Apache-2.0

/// Why the touches of a device are not used (rules T25 and S9). The raw value is a code for programs.
public enum TouchPanelRefusal: String, Error, Sendable, CaseIterable, CustomStringConvertible {
    /// It reports places of touches without saying which finger each is of.
    case protocolA = "protocol-a"
    /// It lies beside the screen, as a touchpad does (rule T25).
    case notDirect = "not-direct"
    /// It has no axes for the places of several touches.
    case noTouches = "no-touches"
    /// An axis has no length.
    case noArea = "no-area"

    /// A sentence for people.
    public var description: String {
        switch self {
        case .protocolA:
            "The device uses multitouch protocol A, which does not tell its fingers apart; Baton reads protocol B."
        case .notDirect:
            "The device is no touchscreen: it does not have INPUT_PROP_DIRECT, so its fingers are not where the screen shows."
        case .noTouches: "The device is no touchscreen: it does not report places of several fingers."
        case .noArea: "The device reports an axis whose largest value is not above the least one."
        }
    }
}
