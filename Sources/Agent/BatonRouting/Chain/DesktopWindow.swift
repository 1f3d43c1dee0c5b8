// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
package import BatonSession

/// The window for motion events: its chain is the registered app that has the focus, then the application.
///
/// The app in front is determined when a shake begins and kept until the shake is over, so that the responders that got
/// the beginning also get the end.
@MainActor
package final class DesktopWindow: Window {
    /// Registered apps that receive motion events, in the order of registration.
    private var apps: [AppResponder] = []
    private var targets: [AppResponder] = []

    /// The app in front when the present shake began; nil if it is unknown.
    package var focusedApp: FocusedApp?
    /// Whether any registered app receives motion events.
    package var hasApps: Bool { !apps.isEmpty }
    /// The identities of the apps that the user allows to get shakes if the app in front is unknown
    /// (`[shake] background-motion`).
    package var backgroundApps: [String] = []

    package func add(_ app: AppResponder) {
        guard !apps.contains(where: { $0 === app }) else { return }
        apps.append(app)
    }

    package func remove(_ app: AppResponder) {
        apps.removeAll { $0 === app }
        targets.removeAll { $0 === app }
    }

    package override func responderChain(for event: Event) -> [Responder] {
        if (event as? MotionEvent)?.phase == .began { targets = appsInFront }
        return targets + Self.chain(from: self)
    }

    private var appsInFront: [AppResponder] {
        let apps = apps.filter { !$0.isSuspect }
        guard !apps.isEmpty else { return [] }
        if let focused = focusedApp {
            return focused.process.map { process in apps.filter { $0.isOrBelongs(to: process) } } ?? []
        }
        // If the app in front is unknown, only apps that the user has allowed get the shake (docs/dbus-api.md).
        return apps.filter { $0.options.wantsBackgroundMotion && backgroundApps.contains($0.identity) }
    }
}
