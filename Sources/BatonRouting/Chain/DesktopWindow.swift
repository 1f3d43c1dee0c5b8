// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
package import BatonSession

/// The window that motion events go to: the registered app that has the focus, then the application (design §2).
///
/// Who is in front is asked when a shake begins, and stays so until it is over: whoever saw it begin sees it end.
@MainActor
package final class DesktopWindow: Window {
    /// Registered apps that want motion, in the order they registered.
    private var apps: [AppResponder] = []
    private var targets: [AppResponder] = []

    /// The app in front when the present shake began; nil while nobody knows.
    package var focusedApp: FocusedApp?
    /// Whether any app wants motion.
    package var hasApps: Bool { !apps.isEmpty }
    /// Whether the user lets an app see shakes although nobody knows who is in front (`[shake] background-motion`).
    package var allowsInBackground: (AppResponder) -> Bool = { _ in false }

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
        // With the focus unknown it is nobody's but those whom the user allowed (design §5).
        return apps.filter { $0.options.wantsBackgroundMotion && allowsInBackground($0) }
    }
}
