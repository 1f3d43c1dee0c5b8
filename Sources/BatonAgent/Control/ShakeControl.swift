// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents
internal import BatonReactor

/// What org.baton.Baton1.Application has about shakes: the switch, the pause, and playing one (design §5).
@MainActor
final class ShakeControl {
    private let motion: MotionInput
    private let shakeSwitch: ShakeSwitch
    private let sensor: SensorInput
    private let sandbox: SandboxCheck
    private let reactor: Reactor
    private var changes = RateLimit(count: 40, per: .seconds(10))

    init(
        motion: MotionInput, shakeSwitch: ShakeSwitch, sensor: SensorInput, sandbox: SandboxCheck, reactor: Reactor
    ) {
        self.motion = motion
        self.shakeSwitch = shakeSwitch
        self.sensor = sensor
        self.sandbox = sandbox
        self.reactor = reactor
    }

    var methods: [Method] {
        [
            Method(
                "SimulateMotion", in: [Argument("phase", "u"), Argument("wait", "b")],
                out: [Argument("outcome", "s"), Argument("responder", "s")]
            ) { [weak self] call in
                self?.allow(call) { $0.simulate(call) }
            },
            Method("PauseShake", in: [Argument("until", "t")], out: []) { [weak self] call in
                self?.allow(call) { (self: ShakeControl) in
                    guard case .uint64(let until) = call.arguments[0] else { return }
                    self.shakeSwitch.pause(until: until)
                    call.reply()
                }
            },
        ]
    }

    var properties: [Property] {
        [
            Property(
                "ShakeToUndo", "b",
                set: { [weak self] value, call in
                    self?.allow(call) { (self: ShakeControl) in
                        self.shakeSwitch.isOn = value.asBool ?? true
                        call.reply()
                    }
                }
            ) { [weak self] in .boolean(self?.shakeSwitch.isOn ?? false) },
            Property("ShakePausedUntil", "t") { [weak self] in .uint64(self?.shakeSwitch.pausedUntil ?? 0) },
            Property("Sensor", "s") { [weak self] in .string(self?.sensor.statusText ?? "none") },
        ]
    }

    private func simulate(_ call: Invocation) {
        guard case .uint32(let raw) = call.arguments[0], let phase = Self.phase(raw) else {
            return call.fail(
                DBusError(
                    .invalidArguments,
                    "there is no phase \(call.arguments[0]); they are 0 (began), 1 (ended) and 2 (cancelled)"))
        }
        let waits = call.arguments[1].asBool ?? false
        do throws(DBusError) {
            try motion.simulate(phase, sender: call.sender) { outcome in
                if waits { call.reply(.string(outcome.word), .string(outcome.responder?.rawValue ?? "")) }
            }
            if !waits { call.reply(.string("sent"), .string("")) }
        } catch {
            call.fail(error)
        }
    }

    private static func phase(_ raw: UInt32) -> MotionEventPhase? {
        switch raw {
        case 0: .began
        case 1: .ended
        case 2: .cancelled
        default: nil
        }
    }

    /// Refused to sandboxed callers, and to all when it comes too often.
    private func allow(_ call: Invocation, _ body: @escaping (ShakeControl) -> Void) {
        guard changes.allows(at: reactor.now) else {
            return call.fail(DBusError(.limitsExceeded, "shakes are changed or played too often; wait ten seconds"))
        }
        sandbox.isUnconfined(call.sender) { [weak self] isUnconfined in
            guard let self else { return }
            guard isUnconfined else {
                return call.fail(
                    DBusError(.accessDenied, "a sandboxed app may not change or play shakes; use batonctl"))
            }
            body(self)
        }
    }
}
