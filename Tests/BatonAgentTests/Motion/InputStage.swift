// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonRouting
@testable import BatonSession
@testable import BatonSettings
@testable import BatonSources

/// The sensor's input with a real system bus of its own, a process that does what it is told, and a clock that the test
/// moves.
@MainActor
final class InputStage {
    let bus: PrivateBus
    let clock = ManualClock()
    let reactor: Reactor
    let log = TestLog()
    let session: SessionMonitor
    let sensor: SensorInput
    let shakeSwitch: ShakeSwitch
    let streams: MotionStreams
    let other: Connection
    private(set) var phases: [MotionPhase] = []
    /// How often what the process began was over.
    private(set) var losses = 0
    /// What `Sensor` said, one after the other.
    private(set) var told: [String] = []
    private let folder = TemporaryFolder()
    private var logins: [FakeLogin] = []

    /// - Parameter sensor: what the process does; see baton-fake-sensor.
    init(_ words: String = "ready", hasBus: Bool = true) throws {
        bus = try PrivateBus()
        reactor = try Reactor(clock: clock)
        other = Connection(address: bus.address, reactor: reactor)
        let keeper = StateKeeper(store: StateStore(directory: folder.path)) { _ in }
        let choices = UserChoices(
            window: MediaWindow(order: RoutingOrder(policy: .playing, pin: nil)), keeper: keeper, reactor: reactor)
        shakeSwitch = ShakeSwitch(choices: choices, reactor: reactor)
        streams = MotionStreams(connection: other, reactor: reactor)
        var configuration = Configuration.Shake()
        // With an address there is a sensor wherever the test runs.
        configuration.sensor = "ip:\(words)"
        session = SessionMonitor(bus: SystemBus(address: bus.address, reactor: reactor), logger: log.logger)
        sensor = SensorInput(
            configuration: configuration, shakeSwitch: shakeSwitch, streams: streams, session: session,
            environment: [:], program: ChildProcess.built("baton-fake-sensor"),
            reactor: reactor, logger: log.logger)
        sensor.onPhase = { [unowned self] in phases.append($0) }
        sensor.onSensorLost = { [unowned self] in losses += 1 }
        sensor.onStatusChange = { [unowned self] in told.append(status) }
        if hasBus { try connect(other) } else { bus.kill() }
    }

    isolated deinit { other.close() }

    /// Puts a connection on the bus.
    func connect(_ connection: Connection) throws {
        try connection.open()
        try #require(turn { connection.uniqueName != nil })
    }

    func login(isSilent: Bool = false) throws -> FakeLogin {
        let login = FakeLogin(on: other, isSilent: isSilent)
        logins.append(login)
        login.appear()
        try #require(turn { login.isThere })
        return login
    }

    var status: String { sensor.status.code.rawValue }
    /// The name of the sensor that is read.
    var device: String { sensor.status.details.text(.device) }
    var isReading: Bool { status == "reading" }

    /// Begins, and waits until the sensor is read.
    func open() throws {
        sensor.open()
        try #require(turn { isReading }, "\(status) \(log.lines)")
    }

    func turn(_ condition: () -> Bool) -> Bool { reactor.turn(until: condition) }

    /// Moves the clock, and does what is due then.
    func pass(_ time: Duration) {
        clock.advance(by: time)
        reactor.turnUntilIdle()
    }

    /// Everything that the connection has sent has been seen by all when this returns.
    func settle(_ connection: Connection) throws {
        for _ in 0..<2 {
            var isDone = false
            connection.nameOwner(of: .bus) { _ in isDone = true }
            try #require(turn { isDone })
            reactor.turnUntilIdle()
        }
    }
}
