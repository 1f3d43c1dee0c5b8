// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonKeysLink
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonAgent
@testable import BatonSession
@testable import BatonSettings
@testable import BatonState
@testable import BatonUndo

/// A portal that does not run yet and that the bus starts for its first caller: the usual state after login.
@MainActor
@Suite struct PortalStartTests {
    /// A bus that can start a portal, which then makes a file.
    @MainActor
    private final class Sleeping {
        let stage: BusStage
        let token: PortalToken
        let portal: RemoteDesktopPortal
        let route: PortalRoute

        init(own: [String: String] = ["DISPLAY": ":0"]) throws {
            stage = try BusStage { [DesktopPortal.name.rawValue: "/usr/bin/touch \($0)/started"] }
            token = PortalToken(store: StateStore(directory: stage.directory + "/state"))
            let environment = SessionEnvironment(connection: stage.connection, own: own)
            portal = RemoteDesktopPortal(
                connection: stage.connection, token: token, session: nil, environment: environment,
                logger: TestLog().logger)
            let helper = KeysSupervisor(program: nil, reactor: stage.reactor, logger: TestLog().logger)
            route = PortalRoute(portal, helper: helper, environment: environment) { _ in .controlShiftZ }
        }

        var isStarted: Bool { FileManager.default.fileExists(atPath: stage.directory + "/started") }

        func availability() throws -> RouteAvailability {
            try stage.answer { route.probe(for: nil, then: $0) }.0
        }
    }

    @Test("set-up starts a portal that does not run yet; a probe starts none")
    func asleep() throws {
        let sleeping = try Sleeping()
        #expect(try sleeping.availability() == .needsConsent)
        #expect(DoctorRoutes.row("portal", .needsConsent).reason == .route(.needsConsent))
        #expect(!sleeping.isStarted)
        // The request for consent starts it.
        sleeping.route.requestConsent { _ in }
        #expect(sleeping.stage.turn { sleeping.isStarted })
    }

    @Test("without an installed portal consent is not needed")
    func none() throws {
        let stage = try BusStage()
        let environment = SessionEnvironment(connection: stage.connection, own: ["DISPLAY": ":0"])
        let portal = RemoteDesktopPortal(
            connection: stage.connection, token: PortalToken(store: StateStore(directory: stage.directory)),
            session: nil, environment: environment, logger: TestLog().logger)
        let helper = KeysSupervisor(program: nil, reactor: stage.reactor, logger: TestLog().logger)
        let route = PortalRoute(portal, helper: helper, environment: environment) { _ in .controlShiftZ }
        guard case .unavailable(let reason) = try stage.answer({ route.probe(for: nil, then: $0) }).0 else {
            Issue.record("a portal that is not there")
            return
        }
        #expect("\(reason)".contains("install xdg-desktop-portal"))
    }

    @Test("UNDO34: with a token the portal is started after login; without one it is not")
    func started() throws {
        let sleeping = try Sleeping()
        sleeping.portal.open()
        #expect(try sleeping.availability() == .needsConsent)
        #expect(!sleeping.isStarted)
        try sleeping.token.save("token-1")
        sleeping.portal.open()
        #expect(sleeping.stage.turn { sleeping.isStarted })
        #expect(sleeping.token.value == "token-1", "it is for the portal that comes")
        sleeping.portal.close()
    }

    @Test("a portal is started as soon as the session has a display, and not before")
    func later() throws {
        let sleeping = try Sleeping(own: [:])
        try sleeping.token.save("token-1")
        sleeping.portal.open()
        _ = try sleeping.stage.answer { sleeping.portal.probe(then: $0) }
        #expect(!sleeping.isStarted)
        let manager = try sleeping.stage.connect("org.freedesktop.systemd1")
        var asked = 0
        let property = Property(
            "Environment", "as", emitsChange: .none,
            get: { () throws(DBusError) -> Value in
                asked += 1
                return .strings(asked < 2 ? [] : ["DISPLAY=:3"])
            })
        manager.export(
            ExportedObject(interfaces: [Interface("org.freedesktop.systemd1.Manager", properties: [property])]),
            at: "/org/freedesktop/systemd1")
        #expect(sleeping.stage.turn { asked == 1 })
        #expect(!sleeping.isStarted)
        // It has 0.1 s to answer and runs in this thread, so it is asked again.
        #expect(sleeping.stage.turn(within: .seconds(60)) { sleeping.isStarted })
        sleeping.portal.close()
    }
}
