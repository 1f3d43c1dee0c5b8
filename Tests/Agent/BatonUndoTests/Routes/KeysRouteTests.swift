// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonTestSupport
import Testing

@testable import BatonSession
@testable import BatonUndo

/// Which apps the keys of XTEST are for, by the source that named the app (rule UNDO7).
@MainActor
@Suite struct KeysRouteTests {
    /// What the route of XTEST says of an app that a source named, in a session with these variables and no `baton-keys`.
    private func probe(_ source: FocusSourceName?, _ own: [String: String], _ stage: BusStage) throws
        -> RouteAvailability
    {
        let helper = KeysSupervisor(program: nil, reactor: stage.reactor, logger: TestLog().logger)
        let environment = SessionEnvironment(connection: stage.connection, own: own)
        let route = KeysRoute(.x11, helper: helper, environment: environment) { _ in .controlY }
        let app = FocusedApp(process: 7, window: "0x1", source: source)
        return try stage.answer { route.probe(for: app, then: $0) }.0
    }

    @Test("UNDO7: on Wayland XTEST is for an app that the X server named, and for no other")
    func wayland() throws {
        let stage = try BusStage()
        let path = "\(stage.directory)/wayland-9"
        let server = try LocalServer(path, reactor: stage.reactor)
        defer { withExtendedLifetime(server) {} }
        let wayland = ["DISPLAY": ":9", "WAYLAND_DISPLAY": path]
        for source in FocusSourceName.allCases where source != .x11 {
            #expect(try probe(source, wayland, stage) == .unavailable(.route(.x11AppsOnly)), "\(source)")
        }
        #expect(try probe(nil, wayland, stage) == .unavailable(.route(.x11AppsOnly)))
        #expect(try probe(.x11, wayland, stage) == .unavailable(.route(.noHelper)))
        #expect(try probe(.accessibility, ["DISPLAY": ":9"], stage) == .unavailable(.route(.noHelper)))
    }

    @Test("the names of the sources stay as the doctor and the log have them")
    func words() {
        #expect(FocusSourceName.allCases.map(\.rawValue) == ["x11", "sway", "hyprland", "kwin", "at-spi"])
        let report = FocusReport(findings: [FocusReport.Finding(source: .accessibility, problem: .late)])
        #expect(report.reason == "at-spi: no answer in time")
    }
}
