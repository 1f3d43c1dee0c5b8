// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonKeysLink
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonState
@testable import BatonUndo

/// An agent's portal with a fake one on a private bus, and a clock that the test moves.
@MainActor
final class PortalStage: @MainActor StageOnBus {
    static let app = FocusedApp(process: 42, names: ["geany"], window: "0x1")

    let clock = ManualClock()
    let fake: FakePortal
    let stage: BusStage
    let log = TestLog()
    let token: PortalToken
    private(set) var portal: RemoteDesktopPortal
    private(set) var route: PortalRoute
    let saver: FakeScreenSaver
    let login: FakeLogin
    private let systemBus: SystemBus
    private let session: SessionMonitor
    private let helper: KeysSupervisor
    /// The socket of a compositor.
    private let display: ListeningSocket
    private let displayPath: String

    /// - Parameter helper: the path of `baton-keys`; there is none by default.
    init(helper program: String? = nil) throws {
        let stage = try BusStage(clock: clock)
        let (reactor, folder, agent, server) = (stage.reactor, stage.folder, stage.connection, try stage.connect())
        self.stage = stage
        fake = FakePortal(on: server)
        token = PortalToken(store: StateStore(directory: folder.path + "/state"))
        saver = FakeScreenSaver(on: server)
        login = FakeLogin(on: server)
        systemBus = SystemBus(address: stage.bus.address, reactor: reactor)
        session = SessionMonitor(bus: systemBus, connection: agent, logger: log.logger)
        helper = KeysSupervisor(program: program, reactor: reactor, logger: log.logger)
        displayPath = folder.path + "/wayland-0"
        display = try ListeningSocket(displayPath)
        (portal, route) = Self.make(agent, token, session, helper, displayPath, log)
        fake.appear()
        try #require(turn { self.fake.isThere })
    }

    isolated deinit {
        helper.close()
        session.close()
        systemBus.close()
    }

    var bus: PrivateBus { stage.bus }
    var folder: TemporaryFolder { stage.folder }
    var agent: Connection { stage.connection }

    private static func make(
        _ agent: Connection, _ token: PortalToken, _ session: SessionMonitor, _ helper: KeysSupervisor,
        _ display: String, _ log: TestLog
    ) -> (RemoteDesktopPortal, PortalRoute) {
        let portal = RemoteDesktopPortal(
            connection: agent, token: token, session: session, logger: log.logger)
        let environment = SessionEnvironment(connection: agent, own: ["WAYLAND_DISPLAY": display])
        return (portal, PortalRoute(portal, helper: helper, environment: environment) { _ in .controlShiftZ })
    }

    /// The agent starts again.
    func restart() {
        portal.close()
        (portal, route) = Self.make(agent, token, session, helper, displayPath, log)
        portal.open()
    }

    func pass(_ time: Duration) { stage.pass(time, on: clock) }

    func consent() throws -> RouteConsent {
        var answer: RouteConsent?
        route.requestConsent { answer = $0 }
        try #require(turn { answer != nil }, "\(fake.calls)")
        try settleAll()
        return try #require(answer)
    }

    func availability() throws -> RouteAvailability {
        var answer: RouteAvailability?
        route.probe(for: nil) { answer = $0 }
        try #require(turn { answer != nil })
        return try #require(answer)
    }

    func deliver(_ operation: UndoOperation) throws -> RouteOutcome {
        var answer: RouteOutcome?
        // Both keys of Undo, or all three of Redo, down and up. The first key of a session may not have arrived yet.
        let count = operation == .undo ? 4 : 6
        let before = fake.keys.count
        route.deliver(operation, to: Self.app) { answer = $0 }
        try #require(turn { answer != nil || self.fake.keys.count >= before + count && self.fake.keys.last == "-ffe3" })
        try settleAll()
        pass(.milliseconds(200))
        try #require(turn { answer != nil })
        return try #require(answer)
    }

    /// Asks for consent and leaves the dialog open; the result is set when it is answered.
    func ask(_ answer: @escaping (RouteConsent) -> Void) throws {
        route.requestConsent(then: answer)
        try #require(turn { fake.waitingPath != nil }, "\(fake.calls)")
        try settleAll()
    }

    /// Whether the keyboard is open again once everything that was due has happened.
    func isOpenLater() throws -> Bool {
        pass(.milliseconds(1300))
        for _ in 0..<6 { try settleAll() }
        if case .open = portal.state { return true }
        return false
    }

    func stranger() throws -> Connection { try stage.connect() }
}
