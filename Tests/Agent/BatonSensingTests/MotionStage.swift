// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMotion
import BatonReactor
import BatonTestSupport
import BatonValues
import Glibc
import Testing

@testable import BatonAPI
@testable import BatonRouting
@testable import BatonSensing
@testable import BatonSession
@testable import BatonSettings

/// The path of a shake from the recognizer to the apps, over a real bus, with a clock that the test moves and an app in
/// front that it names.
@MainActor
final class MotionStage: @MainActor StageOnBus {
    /// A process that is not the parent of any process here.
    static let stranger: UInt32 = 4_000_000_000

    let clock = ManualClock()
    let application: AgentApplication
    let motion: ShakeIntake
    /// The outcome of each event: "accelerometer shake-began handled".
    private(set) var outcomes: [String] = []
    /// The shakes that no app handled.
    private(set) var offers = 0
    let stage: BusStage
    private let queues: CallQueues
    private var observation: Observation?

    init() throws {
        let stage = try BusStage(clock: clock)
        let (reactor, connection) = (stage.reactor, stage.connection)
        self.stage = stage
        let window = MediaWindow(order: RoutingOrder(policy: .playing, pin: nil))
        application = AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow())
        motion = ShakeIntake(application: application, connection: connection, reactor: reactor)
        queues = CallQueues(
            connection: connection, ledger: SenderLedger(limit: 100), mostInFlight: 256,
            playerDeadline: .seconds(1), appDeadline: .milliseconds(250))
        observation = motion.observe { [unowned self] in outcomes.append("\($0.event.inputText) \($0.outcome.word)") }
        application.onUnhandledShake = { [unowned self] shake in
            offers += 1
            shake.finish(.undo(.declined))
        }
    }

    var connection: Connection { stage.connection }

    /// Adds an app that wants motion, with the process that it runs in.
    func app(
        process: UInt32 = UInt32(getpid()), _ options: [String: Value] = [:]
    ) throws -> MotionApp {
        let client = try client()
        let app = MotionApp(client, reactor: reactor)
        var options = try AppOptions(options)
        options.eventTypes = [1]
        let responder = AppResponder(
            owner: try #require(client.uniqueName), path: "/app", options: options,
            queues: queues, connection: connection)
        responder.process = process
        application.desktopWindow.add(responder)
        return app
    }

    /// A client on the bus.
    func client() throws -> Connection { try stage.connect() }

    /// Sets the process whose window is in front.
    func front(_ process: UInt32?) {
        application.desktopWindow.focusedApp = process.map { FocusedApp(process: $0) }
    }

    /// Waits until this many events have an outcome.
    func finish(_ count: Int) throws { try #require(turn { outcomes.count == count }, "\(outcomes)") }

    /// Advances the clock and handles what is due.
    func pass(_ time: Duration) { stage.pass(time, on: clock) }
}
