// SPDX-License-Identifier: Apache-2.0

/// What stands between a shake and a key press; who says no wins (design §7).
struct UndoGuards: Sendable {
    /// What the user set.
    var configuration = Configuration.Undo()
    /// What the user set for an app.
    var apps: [String: Configuration.AppRule] = [:]
    private var lastOffer: Duration?

    init() {}

    /// Judges an undo in the app in front, which may be unknown.
    ///
    /// - Parameter obstacle: why the session may not be served, if so.
    func judge(_ app: FocusedApp?, obstacle: String?) -> UndoVerdict {
        if let obstacle { return .refused("the session may not be served: \(obstacle)") }
        if configuration.mode == .off { return .refused("undo is off by the configuration") }
        guard let app else {
            return configuration.unknownFocus == .ask ? .ask : .refused("nobody knows which app is in front")
        }
        switch rule(for: app)?.undo ?? .usual {
        // A rule of the user's own goes before the list that comes with Baton.
        case .never: return .refused("the configuration says never for \(Self.name(app))")
        case .confirm: return .ask
        case .immediate: return .allowed
        case .usual: break
        }
        if AppList.denies(app) {
            return .refused("\(Self.name(app)) is a terminal or the like, where the keys mean something else")
        }
        return configuration.mode == .immediate ? .allowed : .ask
    }

    /// The user's rule for an app.
    func rule(for app: FocusedApp) -> Configuration.AppRule? {
        for name in AppList.names(of: app) {
            if let rule = apps[name] { return rule }
        }
        return nil
    }

    /// Whether a shake comes too soon after the one before; notes it if not.
    mutating func isTooSoon(at now: Duration) -> Bool {
        if let lastOffer, now - lastOffer < configuration.coolDown { return true }
        lastOffer = now
        return false
    }

    static func name(_ app: FocusedApp) -> String {
        app.identifier.isEmpty ? "the app of process \(app.process)" : String(app.identifier.prefix { $0 != "\n" })
    }
}
