// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
package import BatonMotion
package import BatonReactor
package import BatonRouting
package import BatonSensing
package import BatonSession
import BatonSettings
import BatonState
package import BatonTestSupport
import BatonValues
import Testing

/// The sensor's input with a system bus of its own, a fake process and a clock that the test moves.
@MainActor
package final class SensorStage: @MainActor StageOnBus {
    package let stage: BusStage
    package let clock = ManualClock()
    package let log = TestLog()
    package let session: SessionMonitor
    package let sensor: MotionSensor
    package let shakeSwitch: ShakeSwitch
    package let choices: UserChoices
    package let streams: MotionStreams
    package let claims: OrientationClaims
    package let other: Connection
    package private(set) var phases: [MotionPhase] = []
    /// How often the sensor was reported as lost.
    package private(set) var losses = 0
    /// The values of `Sensor`, in order.
    package private(set) var told: [String] = []
    private var logins: [FakeLogin] = []
    private var observation: Observation?

    /// - Parameter sensor: what the process does; see baton-fake-sensor.
    package init(_ words: String = "ready", hasBus: Bool = true, root: String? = nil) throws {
        let stage = try BusStage(clock: clock)
        let reactor = stage.reactor
        self.stage = stage
        other = stage.makeConnection()
        let keeper = StateKeeper(store: StateStore(directory: stage.directory)) { _ in }
        let choices = UserChoices(
            window: MediaWindow(order: RoutingOrder(policy: .playing, pin: nil)), keeper: keeper, reactor: reactor)
        self.choices = choices
        shakeSwitch = ShakeSwitch(choices: choices, reactor: reactor)
        streams = MotionStreams(connection: other, reactor: reactor)
        claims = OrientationClaims(connection: other)
        var configuration = Configuration.Shake()
        // With an address there is a sensor on every machine.
        configuration.sensor = "ip:\(words)"
        session = SessionMonitor(
            bus: SystemBus(address: stage.bus.address, reactor: reactor), connection: other, logger: log.logger)
        sensor = MotionSensor(
            configuration: configuration, shakeSwitch: shakeSwitch,
            tuning: ShakeTuning(
                configuration: configuration, choices: choices, root: root, reactor: reactor, logger: log.logger),
            streams: streams, claims: claims, session: session,
            environment: [:], program: ChildProcess.built("baton-fake-sensor"), isSilent: { false },
            reactor: reactor, logger: log.logger)
        observation = sensor.observe { [unowned self] change in
            switch change {
            case .phase(let phase): phases.append(phase)
            case .sensorLost: losses += 1
            case .status: told.append(status)
            case .orientation, .capabilities, .deviceMotion, .shakeSwitch: break
            }
        }
        if hasBus { try connect(other) } else { stage.bus.kill() }
    }

    package var bus: PrivateBus { stage.bus }
    package var reactor: Reactor { stage.reactor }

    /// Opens a connection to the bus.
    package func connect(_ connection: Connection) throws { try stage.open(connection) }

    package func login(isSilent: Bool = false) throws -> FakeLogin {
        let login = FakeLogin(on: other, isSilent: isSilent)
        logins.append(login)
        login.appear()
        try #require(turn { login.isThere })
        return login
    }

    package var status: String { sensor.status.code.rawValue }
    /// The name of the sensor that is read.
    package var device: String { sensor.status.details.text(.device) }
    package var isReading: Bool { status == "reading" }

    /// Opens the input, and waits until the sensor is read.
    package func open() throws {
        sensor.open()
        try #require(turn { isReading }, "\(status) \(log.lines)")
    }

    /// Advances the clock and handles what is due.
    package func pass(_ time: Duration) { stage.pass(time, on: clock) }
}
