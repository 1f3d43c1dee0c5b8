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
final class ShakeControl: ControlMembers {
    private let motion: ShakeIntake
    private let shakeSwitch: ShakeSwitch
    private let sensor: MotionSensor
    private let changed: ChangedProperties
    private var observation: Observation?
    private let changes: CallerLimit
    /// A limit of its own, beside ``changes``: shakes can still be switched off while a client simulates too many.
    private let plays: CallerLimit

    init(
        motion: ShakeIntake, shakeSwitch: ShakeSwitch, sensor: MotionSensor,
        changes changed: ChangedProperties,
        reactor: Reactor
    ) {
        self.motion = motion
        self.shakeSwitch = shakeSwitch
        self.sensor = sensor
        self.changed = changed
        func limit() -> CallerLimit {
            CallerLimit(
                RateLimit(count: 40, per: .seconds(10)), reactor: reactor,
                excess: "shakes are changed or played too often; wait ten seconds")
        }
        changes = limit()
        plays = limit()
        observation = sensor.observe { [weak self] in self?.sensorChanged($0) }
    }

    var methods: [Method] {
        [
            ApplicationInterface.simulateMotion.served { [weak self] call, arguments in
                self?.plays.admit(call.invocation) { self?.simulate(arguments.0, waits: arguments.1, call) }
            },
            ApplicationInterface.pauseShake.served { [weak self] call, until in
                self?.changes.admit(call.invocation) {
                    self?.shakeSwitch.pause(until: until)
                    call.reply()
                }
            },
            ApplicationInterface.calibrateShake.served { [weak self] call, arguments in
                self?.changes.admit(call.invocation) { self?.calibrate(arguments.0, arguments.1, call) }
            },
        ]
    }

    var properties: [Property] {
        [
            ApplicationInterface.shakeToUndo.served(
                set: { [weak self] isOn, call in
                    self?.changes.admit(call) {
                        self?.shakeSwitch.isOn = isOn
                        call.reply()
                    }
                }
            ) { [shakeSwitch] in shakeSwitch.isOn },
            ApplicationInterface.shakePausedUntil.served { [shakeSwitch] in shakeSwitch.pausedUntil ?? 0
            },
            ApplicationInterface.shakePoint.served { [sensor] in sensor.tuning.point.reason.code.rawValue
            },
            ApplicationInterface.shakePointDetails.served { [sensor] in sensor.tuning.point.reason.details
            },
            ApplicationInterface.sensor.served { [sensor] in sensor.status.code.rawValue },
            ApplicationInterface.sensorDetails.served { [sensor] in sensor.status.details },
        ]
    }

    /// Signals a change of the sensor or of the user's switch.
    private func sensorChanged(_ change: MotionSensor.Change) {
        switch change {
        case .status, .shakeSwitch:
            changed.tell(
                BatonBus.application,
                [
                    ApplicationInterface.shakeToUndo.name, ApplicationInterface.shakePausedUntil.name,
                    ApplicationInterface.sensor.name, ApplicationInterface.sensorDetails.name,
                    ApplicationInterface.shakePoint.name, ApplicationInterface.shakePointDetails.name,
                ])
        case .phase, .sensorLost, .orientation, .capabilities, .deviceMotion: break
        }
    }

    private func calibrate(_ word: String, _ raise: Double, _ call: TypedCall<Void>) {
        guard !word.isEmpty else { return store(nil, call) }
        guard let sensitivity = ShakeSensitivity(rawValue: word),
            let point = PersonalShakePoint(sensitivity, raise: raise)
        else {
            return call.fail(
                DBusError(
                    .invalidArguments,
                    "a calibration wants the sensitivity low, medium or high, and a distance from -5 to 5"))
        }
        store(point, call)
    }

    private func store(_ point: PersonalShakePoint?, _ call: TypedCall<Void>) {
        guard let problem = sensor.tuning.calibrate(point) else { return call.reply() }
        call.fail(DBusError(.inputOutput, "what was changed is in use, and is lost when batond ends: \(problem)"))
    }

    private func simulate(
        _ number: UInt32, waits: Bool, _ call: TypedCall<(String, String, String, ReasonDetails)>
    ) {
        guard let phase = MotionEventPhase(number: number) else {
            return call.fail(
                DBusError(
                    .invalidArguments,
                    "there is no phase \(number); they are 0 (began), 1 (ended) and 2 (cancelled)"))
        }
        do throws(DBusError) {
            try motion.simulate(phase, sender: call.sender) { outcome in
                guard waits else { return }
                let (reason, details) = Reason.words(outcome.reason)
                call.reply((outcome.word.rawValue, outcome.responder?.rawValue ?? "", reason, details))
            }
            if !waits { call.reply((OutcomeWord.sent.rawValue, "", "", [:])) }
        } catch {
            call.fail(error)
        }
    }
}
