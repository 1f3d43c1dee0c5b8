// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonTestSupport
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// Which apps the routes of `baton-keys` reach, before it is asked (rules UNDO7 and UNDO12).
@MainActor
@Suite struct KeysRouteTests {
    private let stage: BusStage
    private let compositor: ListeningSocket

    init() throws {
        stage = try BusStage()
        compositor = try ListeningSocket("\(stage.directory)/wayland-0")
    }

    /// Whether a route reaches the app that a provider has named, in a session with these displays. Without a program there is no
    /// `baton-keys`.
    private func availability(
        _ display: KeyDisplay, for provider: FocusProviderName?, in displays: String..., program: String? = nil
    ) throws -> RouteAvailability {
        let all = ["DISPLAY": ":7", "WAYLAND_DISPLAY": "\(stage.directory)/wayland-0"]
        let environment = SessionEnvironment(
            connection: stage.connection, own: all.filter { displays.contains($0.key) })
        let helper = KeysSupervisor(program: program, reactor: stage.reactor, logger: TestLog().logger)
        let route = KeysRoute(display, helper: helper, environment: environment) { _ in .controlShiftZ }
        let app = provider.map { FocusedApp(process: 7, names: ["editor"], window: "0x1", provider: $0) }
        return try stage.answer { route.probe(for: app, then: $0) }.0
    }

    @Test("UNDO7: under Wayland XTEST is for the X11 apps, because other windows get nothing, without an error")
    func xwayland() throws {
        for provider in FocusProviderName.allCases.filter({ $0 != .x11 }).map(Optional.some) + [nil] {
            #expect(
                try availability(.x11, for: provider, in: "DISPLAY", "WAYLAND_DISPLAY")
                    == .unavailable(.route(.x11AppsOnly)), "\(provider?.rawValue ?? "no app")")
        }
        // An X11 app is in its reach, and so is every app where there is no compositor: `baton-keys` is all that lacks.
        #expect(
            try availability(.x11, for: .x11, in: "DISPLAY", "WAYLAND_DISPLAY") == .unavailable(.route(.noHelper)))
        #expect(try availability(.x11, for: .accessibility, in: "DISPLAY") == .unavailable(.route(.noHelper)))
    }

    @Test("without its libraries baton-keys presses no keys, and the route names them")
    func withoutLibrary() throws {
        let program = try UnloadableProgram()
        #expect(
            try availability(.x11, for: .x11, in: "DISPLAY", program: program.path)
                == .unavailable(.route(.librariesMissing, [.libraries: "libQ.so.6"])))
    }

    @Test("the names of the sources stay as the doctor and the log have them")
    func words() {
        let names: Set = ["x11", "sway", "hyprland", "kwin", "at-spi"]
        #expect(names.isSubset(of: FocusProviderName.allCases.map(\.rawValue)))
        let report = FocusReport(findings: [FocusReport.Finding(provider: .accessibility, problem: .late)])
        #expect(report.reason == "at-spi: no answer in time")
    }
}
