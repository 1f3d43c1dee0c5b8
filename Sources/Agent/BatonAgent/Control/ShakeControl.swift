// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMotion
import BatonReactor
import BatonRouting
import BatonSensing
import BatonSession
import BatonSettings
import BatonState
import BatonValues

/// The members of org.baton.Baton1.Application about shakes: the switch, the pause, the operating point, and
/// simulated shakes (docs/dbus-api.md).
@MainActor
final class ShakeControl {
    private let motion: MotionInput
    private let shakeSwitch: ShakeSwitch
    private let sensor: SensorInput
    private let changes: CallerLimit
    /// A limit of its own, beside ``changes``: shakes can still be switched off while a client simulates too many.
    private let plays: CallerLimit

    init(
        motion: MotionInput, shakeSwitch: ShakeSwitch, sensor: SensorInput, reactor: Reactor
    ) {
        self.motion = motion
        self.shakeSwitch = shakeSwitch
        self.sensor = sensor
        func limit() -> CallerLimit {
            CallerLimit(
                RateLimit(count: 40, per: .seconds(10)), reactor: reactor,
                excess: "shakes are changed or played too often; wait ten seconds")
        }
        changes = limit()
        plays = limit()
    }

    var methods: [Method] {
        [
            Method(
                ApplicationMember.simulateMotion, in: [Argument("phase", "u"), Argument("wait", "b")],
                out: [
                    Argument("outcome", "s"), Argument("responder", "s"), Argument("reason", "s"),
                    Argument("details", "a{sv}"),
                ]
            ) { [weak self] call in
                self?.plays.admit(call) { self?.simulate(call) }
            },
            Method(ApplicationMember.pauseShake, in: [Argument("until", "t")], out: []) { [weak self] call in
                self?.changes.admit(call) {
                    guard case .uint64(let until) = call.arguments[0] else { return }
                    self?.shakeSwitch.pause(until: until)
                    call.reply()
                }
            },
            Method(
                ApplicationMember.calibrateShake, in: [Argument("sensitivity", "s"), Argument("raise", "d")], out: []
            ) { [weak self] call in
                self?.changes.admit(call) { self?.calibrate(call) }
            },
        ]
    }

    var properties: [Property] {
        [
            Property(
                ApplicationMember.shakeToUndo, "b", emitsChange: .invalidates,
                set: { [weak self] value, call in
                    self?.changes.admit(call) {
                        self?.shakeSwitch.isOn = value.asBool ?? true
                        call.reply()
                    }
                }
            ) { [weak self] in .boolean(self?.shakeSwitch.isOn ?? false) },
            Property(ApplicationMember.shakePausedUntil, "t", emitsChange: .invalidates) { [weak self] in
                .uint64(self?.shakeSwitch.pausedUntil ?? 0)
            },
            Property(ApplicationMember.shakePoint, "s", emitsChange: .invalidates) { [weak self] in
                .string(self?.sensor.tuning.point.reason.code.rawValue ?? "")
            },
            Property(ApplicationMember.shakePointDetails, "a{sv}", emitsChange: .invalidates) { [weak self] in
                .vardict(self?.sensor.tuning.point.reason.details.pairs ?? [])
            },
            Property(ApplicationMember.sensor, "s", emitsChange: .invalidates) { [weak self] in
                .string(self?.sensor.status.code.rawValue ?? "")
            },
            Property(ApplicationMember.sensorDetails, "a{sv}", emitsChange: .invalidates) { [weak self] in
                .vardict(self?.sensor.status.details.pairs ?? [])
            },
        ]
    }

    private func calibrate(_ call: Invocation) {
        let word = call.arguments[0].asString ?? ""
        guard !word.isEmpty else {
            sensor.tuning.calibrate(nil)
            return call.reply()
        }
        guard let sensitivity = ShakeSensitivity(rawValue: word),
            let point = PersonalShakePoint(sensitivity, raise: call.arguments[1].asDouble ?? .nan)
        else {
            return call.fail(
                DBusError(
                    .invalidArguments,
                    "a calibration wants the sensitivity low, medium or high, and a distance from -5 to 5"))
        }
        sensor.tuning.calibrate(point)
        call.reply()
    }

    private func simulate(_ call: Invocation) {
        guard case .uint32(let raw) = call.arguments[0], let phase = MotionEventPhase(number: raw) else {
            return call.fail(
                DBusError(
                    .invalidArguments,
                    "there is no phase \(call.arguments[0]); they are 0 (began), 1 (ended) and 2 (cancelled)"))
        }
        let waits = call.arguments[1].asBool ?? false
        do throws(DBusError) {
            try motion.simulate(phase, sender: call.sender) { outcome in
                guard waits else { return }
                call.reply(
                    [.string(outcome.word.rawValue), .string(outcome.responder?.rawValue ?? "")]
                        + Reason.values(outcome.reason))
            }
            if !waits { call.reply([.string(OutcomeWord.sent.rawValue), .string("")] + Reason.values(nil)) }
        } catch {
            call.fail(error)
        }
    }
}
