// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonKeysLink
import BatonSession
import BatonSettings

/// Presses the keys of Undo and Redo through `baton-keys`: by XTEST for X11 windows, by a virtual keyboard on Wayland
/// compositors of the wlroots family, or by uinput if the configuration names it (rules UNDO7, UNDO8 and UNDO12).
@MainActor
final class KeysRoute: UndoRoute {
    let name: String
    private let display: KeyDisplay
    private let helper: KeysSupervisor
    private let environment: SessionEnvironment
    /// The chord that redoes in an app.
    private let redoChord: (FocusedApp) -> KeyChord

    init(
        _ display: KeyDisplay, helper: KeysSupervisor, environment: SessionEnvironment,
        redoChord: @escaping (FocusedApp) -> KeyChord
    ) {
        name =
            switch display {
            case .x11: UndoRouteName.xtest.rawValue
            case .wayland: UndoRouteName.virtualKeyboard.rawValue
            case .uinput: UndoRouteName.uinput.rawValue
            }
        self.display = display
        self.helper = helper
        self.environment = environment
        self.redoChord = redoChord
    }

    func probe(for app: FocusedApp?, then: @escaping (RouteAvailability) -> Void) {
        environment.read { [helper, display] session in
            let session = app.map(session.showing) ?? session
            // The X server and the kernel reach the windows of the session's display only.
            if app?.display != nil, display != .wayland { return then(.unavailable(.route(.nestedDisplay))) }
            if let problem = Self.obstacle(to: display, in: session) { return then(.unavailable(problem)) }
            // Under Wayland XTEST reaches X11 windows only. Other windows get nothing, without an error (rule UNDO7).
            if display == .x11, session.isWayland, app?.provider != .x11 {
                return then(.unavailable(.route(.x11AppsOnly)))
            }
            helper.ask(session, { .probe(id: $0, display: display) }) { report in
                switch report {
                case .available: then(.ready)
                default: then(.unavailable(report.reason))
                }
            }
        }
    }

    func isEnabled(_ operation: UndoOperation, in app: FocusedApp, then: @escaping (Bool?) -> Void) { then(nil) }

    /// Whether `baton-keys` checks the window as it presses the keys. Only the X server can tell at that moment which
    /// window gets them.
    private func isChecked(by app: FocusedApp) -> Bool { display != .wayland && app.provider == .x11 }

    func prepare(for app: FocusedApp, then: @escaping (RouteOutcome?) -> Void) {
        // With that check `baton-keys` waits for the modifiers in the command that presses the keys, before it checks
        // the window.
        guard !isChecked(by: app) else { return then(nil) }
        environment.read { [helper, display] session in
            let patience = KeyPress.longestPatience
            let session = session.showing(app)
            helper.ask(session, { .prepare(id: $0, display: display, patience: patience) }) { report in
                switch report {
                case .done: then(nil)
                case .refused: then(.refused(report.reason))
                default: then(.unreached(report.reason))
                }
            }
        }
    }

    func deliver(_ operation: UndoOperation, to app: FocusedApp, then: @escaping (RouteOutcome) -> Void) {
        let isChecked = isChecked(by: app)
        let press = KeyPress(
            chord(operation, app), on: display, expectedWindow: isChecked ? app.window : "",
            patience: isChecked ? KeyPress.longestPatience : .zero)
        environment.read { [helper] session in
            helper.ask(session.showing(app), { .press(id: $0, press) }) { report in
                switch report {
                case .pressed(_, let isCertain): then(isCertain ? .done : .pressed)
                case .refused: then(.refused(report.reason))
                default: then(.failed(report.reason))
                }
            }
        }
    }

    private static func obstacle(to display: KeyDisplay, in session: DisplayEnvironment) -> Reason? {
        switch display {
        case .x11: session["DISPLAY"] == nil ? .route(.noX11Display) : nil
        case .wayland: session["WAYLAND_DISPLAY"] == nil ? .route(.noWaylandDisplay) : nil
        case .uinput: session.hasDisplay ? nil : .route(.noDisplay)
        }
    }

    private func chord(_ operation: UndoOperation, _ app: FocusedApp) -> KeyChord {
        operation == .redo ? redoChord(app) : .controlZ
    }
}
