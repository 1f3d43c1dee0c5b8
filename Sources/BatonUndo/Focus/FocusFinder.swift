// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor
package import BatonSession

/// Finds out which app has the keyboard focus, at the moment somebody wants to know (spec/undo.md §2, design §7).
///
/// The sources that fit the session are asked one after the other until one knows. Nothing is subscribed to and nothing
/// stays open: between two questions it costs nothing.
@MainActor
package final class FocusFinder {
    /// Asks the X server who is in front, through the helper process; nil where there is no such helper.
    var askX11:
        (
            (
                _ environment: DisplayEnvironment, _ then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
            ) -> Void
        )?
    /// Reads where the display is.
    package let environment: SessionEnvironment
    /// Finds out what the app in front is.
    package let inspector: AppInspector
    private let reactor: Reactor
    private let sway: any FocusSource
    private let hyprland: any FocusSource
    private let kwin: any FocusSource
    private let accessibility: any FocusSource

    /// How long all sources together may take.
    package static let patience = Duration.milliseconds(400)

    /// - Parameters:
    ///   - connection: to the session bus.
    ///   - own: batond's environment.
    ///   - display: tells where the display is; nil makes one.
    ///   - processes: looks at the processes of windows.
    package init(
        connection: Connection, own: [String: String], display: SessionEnvironment? = nil, reactor: Reactor,
        processes: ProcessInspector = ProcessInspector()
    ) {
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

    /// Finds the app in front; the answer comes within 400 ms, once.
    package func find(then: @escaping (FocusReport) -> Void) {
        let deadline = reactor.now + Self.patience
        environment.read { [self] environment in
            FocusSearch(sources(in: environment), in: environment, by: deadline, reactor: reactor, then: then).start()
        }
    }

    /// Those who can know in such a session, the best first.
    package func sources(in environment: DisplayEnvironment) -> [any FocusSource] {
        guard environment.hasDisplay else { return [] }
        var x11: [any FocusSource] = []
        if environment["DISPLAY"] != nil, let askX11 { x11 = [X11Focus(askX11)] }
        // Xwayland is asked last: it may have to be started for the question, and knows of its own windows only.
        return environment.isWayland ? [sway, hyprland, kwin, accessibility] + x11 : x11 + [sway, accessibility]
    }
}
