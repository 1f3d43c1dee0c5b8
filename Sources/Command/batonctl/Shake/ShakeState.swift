// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDrawing
import BatonMotion
import BatonMotionReport
import BatonPages
import BatonTranslation
import BatonValues

/// The agent's properties about shaking.
struct ShakeState: Equatable, Sendable {
    let isOn: Bool
    /// The end of the pause in microseconds since 1970, UTC; 0 for none.
    let pausedUntil: UInt64
    /// Which sensor is read and how, or why none is; nil if the agent did not say.
    let sensor: Reason?
    /// How gentle a motion counts as a shake, and why; nil if the agent did not say.
    let point: Reason?
    /// How the device is held; empty if the agent did not say.
    let orientation: String

    init(_ state: AgentState, orientation: String?) {
        isOn = state[ApplicationInterface.shakeToUndo] ?? false
        pausedUntil = state[ApplicationInterface.shakePausedUntil] ?? 0
        sensor = state[ApplicationInterface.sensor, details: ApplicationInterface.sensorDetails]
        point = state[ApplicationInterface.shakePoint, details: ApplicationInterface.shakePointDetails]
        self.orientation = orientation ?? ""
    }

    private var sensorText: String { SensorText.text(sensor) }

    /// The state in a word: `on`, `off` or `paused`.
    func word(at now: UInt64) -> String { !isOn ? "off" : pausedUntil > now ? "paused" : "on" }

    func lines(at now: UInt64) -> [String] {
        let state =
            switch word(at: now) {
            case "paused":
                translated(
                    "paused until \(ClockText(pausedUntil).minute(now: now)) (another \(rest(at: now)))")
            case "off": translated("off")
            default: translated("on")
            }
        // How it is held is unknown without a sensor, and then the sensor's line has said why.
        let isHeld = !orientation.isEmpty && orientation != Self.undefined
        return Columns.aligned(
            [[translated("Shake to undo:"), state], [translated("Sensor:"), sensorText]]
                + (point.map { [[translated("Sensitivity:"), "\($0)"]] } ?? [])
                + (isHeld ? [[translated("Held:"), orientation]] : []))
    }

    private func rest(at now: UInt64) -> String {
        TypedDuration.text(.microseconds(Int64(clamping: pausedUntil - now)))
    }

    /// The orientation of a device of which nothing is known.
    private static let undefined = "undefined"

    /// The state in a sentence, after a command has changed it.
    ///
    /// - Parameter isPause: whether the command was to pause, which changes nothing while shakes are off.
    func sentence(at now: UInt64, isPause: Bool) -> String {
        switch word(at: now) {
        case "off":
            return isPause
                ? translated("Shakes are off already; there is nothing to pause.") : translated("Shakes are off.")
        case "paused":
            return translated("Shakes are paused until \(ClockText(pausedUntil).minute(now: now)).")
        default:
            guard let sensor, sensor.code.keepsSensorOff || sensor.code == .sensor(.noAccelerometer) else {
                return translated("Shakes are on.")
            }
            return translated("Shakes are on, but the sensor is off: \(sensor).")
        }
    }

    func json(at now: UInt64) -> JSON {
        .object([
            ("shake", .string(word(at: now))), ("pausedUntil", .unsigned(pausedUntil)), ("sensor", .string(sensorText)),
            ("code", .string(sensor?.code.rawValue ?? "")),
            ("details", .details(sensor?.details ?? [:])),
            (
                "sensitivity",
                .object([
                    ("code", .string(point?.code.rawValue ?? "")), ("details", .details(point?.details ?? [:])),
                ])
            ),
            ("orientation", .string(orientation)),
        ])
    }
}
