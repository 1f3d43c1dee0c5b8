// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonKeysLink
import BatonReactor
package import BatonSession
package import BatonSettings

/// What stands between a shake and a key press; who says no wins (design §7).
package struct UndoGuards: Sendable {
    /// What the user set.
    package var configuration = Configuration.Undo()
    /// What the user set for an app.
    package var apps: [String: Configuration.AppRule] = [:]
    private var lastOffer: Duration?
    private var questions = UnansweredQuestions()

    package init() {}

    /// Judges an undo in the app in front, which may be unknown.
    package func judge(_ situation: UndoSituation) -> UndoVerdict {
        if let obstacle = situation.obstacle { return .refused(obstacle) }
        if configuration.mode == .off { return .refused(.undo(.off)) }
        guard let app = situation.app else {
            return configuration.unknownFocus == .ask ? .ask : .refused(.undo(.appUnknown))
        }
        switch rule(for: app)?.undo ?? .usual {
        // A rule of the user's own goes before the list that comes with Baton.
        case .never: return .refused(.undo(.appExcluded, [.app: .text(Self.name(app))]))
        case .confirm: return .ask
        case .immediate: return .allowed
        case .usual: break
        }
        if AppList.denies(app) { return Self.denial(of: app) }
        switch situation.kind {
        case .denied: return Self.denial(of: app)
        case .unknown where configuration.unknownFocus == .refuse:
            return .refused(.undo(.appUnreadable, [.app: .text(Self.name(app))]))
        // The user sees which part of the window has the focus, and what would be undone.
        case .unknown, .withTerminal, .fileManager: return .ask
        case .usual: return configuration.mode == .immediate ? .allowed : .ask
        }
    }

    private static func denial(of app: FocusedApp) -> UndoVerdict {
        var details: Reason.Details = [.app: .text(name(app))]
        if let kind = AppList.deniedKind(of: app) { details[.kind] = .text(kind.rawValue) }
        return .refused(.undo(.appDenied, details))
    }

    /// The user's rule for an app.
    package func rule(for app: FocusedApp) -> Configuration.AppRule? {
        for name in AppNames.listed(app) {
            if let rule = apps[name] { return rule }
        }
        return nil
    }

    /// The keys that redo in an app: the user's own, else those that the app is known for.
    package func redoChord(in app: FocusedApp) -> KeyChord {
        switch rule(for: app)?.redo ?? .usual {
        case .usual: AppList.redoChord(in: app)
        case .controlShiftZ: .controlShiftZ
        case .controlY: .controlY
        }
    }

    /// Why a shake now asks nothing, whatever is in front; nil when it may ask. Each shake is to be told once.
    mutating func reasonForSilence(at now: Duration) -> Reason? {
        if questions.shaken(at: now, limit: configuration.vibrationLimit) {
            return .undo(.unanswered)
        }
        if let lastOffer, now - lastOffer < configuration.coolDown { return .undo(.tooSoon) }
        lastOffer = now
        return nil
    }

    /// A question expired or was put away.
    package mutating func unanswered(at now: Duration) { questions.unanswered(at: now) }

    /// A question was answered.
    package mutating func answered() { questions.answered() }

    /// What people call the app; it named itself, so nothing in it may look like markup or fill the screen.
    package static func name(_ app: FocusedApp) -> String {
        // The notification's text may be markup, and a name that turns it around could make it read as another app's.
        let line = app.names.first?.shown() ?? ""
        let name = line.unicodeScalars.filter { !"<>&".unicodeScalars.contains($0) }
        guard !name.isEmpty else {
            return app.process.map { "the app of process \($0)" } ?? "an app without a name"
        }
        return String(String(String.UnicodeScalarView(name)).prefix(60))
    }
}

/// What the guards say to an undo.
package enum UndoVerdict: Sendable, Equatable {
    /// It may be done at once, if the user wants it so.
    case allowed
    /// The user has to choose it in so many words.
    case ask
    /// It must not be done, and why.
    case refused(Reason)
}

/// What the guards judge by: who is in front, and what speaks against any undo now.
package struct UndoSituation: Sendable, Equatable {
    /// The app in front; nil where nobody knows.
    package var app: FocusedApp?
    /// When it was seen there, since boot; nil for now.
    var seenAt: Duration?
    /// What it is.
    package var kind = AppKind.usual
    /// Why the user cannot have meant it, or may not see it: the session is locked, the lid is closed, ….
    package var obstacle: Reason?
}
