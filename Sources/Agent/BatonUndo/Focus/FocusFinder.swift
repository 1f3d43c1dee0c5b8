// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor
package import BatonSession

/// Finds the app that has the keyboard focus at the moment of the call (rules UNDO13 to UNDO16).
///
/// It asks the providers that fit the session one after the other until one answers. It subscribes to nothing and keeps
/// nothing open, so it costs nothing between two calls.
@MainActor
package final class FocusFinder {
    /// Asks the X server for the window in front, through `baton-keys`; nil without that program.
    package var askX11:
        (
            (
                _ environment: DisplayEnvironment, _ then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
            ) -> Void
        )?
    /// Finds the session's display.
    package let environment: SessionEnvironment
    /// Finds the kind of the app in front.
    package let inspector: AppInspector
    private let processes: ProcessInspector
    private let reactor: Reactor
    private let sway: any FocusProvider
    private let hyprland: any FocusProvider
    private let kwin: any FocusProvider
    private let accessibility: any FocusProvider

    /// How long all providers together may take. A longer time delays the question after the shake.
    package static let patience = Duration.milliseconds(400)

    /// - Parameters:
    ///   - connection: to the session bus.
    ///   - own: batond's environment.
    ///   - display: finds the session's display; nil makes one.
    ///   - processes: inspects the processes of windows.
    package init(
        connection: Connection, own: [String: String], display: SessionEnvironment? = nil, reactor: Reactor,
        processes: ProcessInspector = ProcessInspector()
    ) {
        self.processes = processes
        self.reactor = reactor
        environment = display ?? SessionEnvironment(connection: connection, own: own)
        inspector = AppInspector(environment: own, processes: processes)
        sway = SwayFocus(reactor: reactor)
        hyprland = HyprlandFocus(reactor: reactor)
        kwin = KWinFocus(connection: connection)
        accessibility = AccessibilityFocus(connection: connection)
    }

    /// The present instant.
    package var now: Duration { reactor.now }

    /// Finds the app in front. It answers once, within 400 ms.
    package func find(then: @escaping (FocusReport) -> Void) {
        let deadline = reactor.now + Self.patience
        environment.read { [self] environment in
            FocusSearch(providers(in: environment), in: environment, by: deadline, reactor: reactor) { [self] report in
                lookInside(report, by: deadline, then: then)
            }.start()
        }
    }

    /// Where the window in front shows the windows of a sway in it, that one says which of them is in front. With any other
    /// answer the window itself is, which gets nothing (rule UNDO47).
    private func lookInside(_ report: FocusReport, by deadline: Duration, then: @escaping (FocusReport) -> Void) {
        guard let app = report.app, app.isProcessCertain, let process = app.process else { return then(report) }
        let displays = processes.displays(of: process)
        guard let display = displays.wayland, let socket = displays.sway else { return then(report) }
        let inside = DisplayEnvironment(manager: [:], own: ["SWAYSOCK": socket, "WAYLAND_DISPLAY": display])
        FocusSearch([sway], in: inside, by: deadline, reactor: reactor) { answer in
            var report = report
            if var inner = answer.app {
                inner.display = display
                report.app = inner
            }
            then(report)
        }.start()
    }

    /// The providers that can know in such a session, the most reliable first.
    package func providers(in environment: DisplayEnvironment) -> [any FocusProvider] {
        guard environment.hasDisplay else { return [] }
        var x11: [any FocusProvider] = []
        if environment["DISPLAY"] != nil, let askX11 { x11 = [X11Focus(askX11)] }
        // Xwayland is asked last: the question may have to start it, and it knows only its own windows.
        return environment.isWayland ? [sway, hyprland, kwin, accessibility] + x11 : x11 + [sway, accessibility]
    }
}
