// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonKeysLink
package import BatonSession
package import BatonSettings
import BatonValues

/// Decides whether an undo may be done, must be chosen by the user, or is forbidden. Any guard that forbids wins (rules
/// UNDO17 to UNDO19, UNDO22 and UNDO23).
package struct UndoGuards: Sendable {
    /// The section `[undo]` of the configuration.
    package var configuration = Configuration.Undo()
    /// The rules for single apps, by name in lower case.
    package var apps: [String: Configuration.AppRule] = [:]
    private var lastOffer: Duration?
    private var offerBefore: Duration?
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
        // A rule in the configuration goes before Baton's own list of apps.
        case .never: return .refused(.undo(.appExcluded, [.app: .text(Self.name(app))]))
        case .confirm: return .ask
        case .immediate: return .allowed
        case .usual: break
        }
        if AppList.denies(app) { return Self.denial(of: app, situation.denied) }
        switch situation.kind {
        case .denied: return Self.denial(of: app, situation.denied)
        case .unknown where configuration.unknownFocus == .refuse:
            return .refused(.undo(.appUnreadable, [.app: .text(Self.name(app))]))
        // Only the user can see which part of the window has the focus, and what would be undone.
        case .unknown, .withTerminal, .fileManager: return .ask
        case .usual: return configuration.mode == .immediate ? .allowed : .ask
        }
    }

    private static func denial(of app: FocusedApp, _ found: DeniedKind?) -> UndoVerdict {
        var details: Reason.Details = [.app: .text(name(app))]
        if let kind = AppList.deniedKind(of: app) ?? found { details[.kind] = .text(kind.rawValue) }
        return .refused(.undo(.appDenied, details))
    }

    /// The configuration's rule for an app; nil if it has none.
    package func rule(for app: FocusedApp) -> Configuration.AppRule? {
        for name in AppNames.listed(app) {
            if let rule = apps[name] { return rule }
        }
        return nil
    }

    /// The chord that redoes in an app: the configuration's, else the one that the app is known for.
    package func redoChord(in app: FocusedApp) -> KeyChord {
        switch rule(for: app)?.redo ?? .usual {
        case .usual: AppList.redoChord(in: app)
        case .controlShiftZ: .controlShiftZ
        case .controlY: .controlY
        }
    }

    /// Tells why a shake now causes no question, whatever app is in front; nil if it may. Call it once for each shake,
    /// because it takes note of the shake.
    mutating func reasonForSilence(at now: Duration) -> Reason? {
        if questions.shaken(at: now, limit: configuration.vibrationLimit) {
            return .undo(.unanswered)
        }
        if let lastOffer, now - lastOffer < configuration.coolDown { return .undo(.tooSoon) }
        offerBefore = lastOffer
        lastOffer = now
        return nil
    }

    /// Takes note that the shake at an instant caused neither a question nor an undo: it begins no cool-down.
    mutating func nothingCame(of instant: Duration) {
        if lastOffer == instant { lastOffer = offerBefore }
    }

    /// Whether shakes cause no question now, because none of the last ones was answered (rule UNDO22).
    package func isSilent(at now: Duration) -> Bool { questions.isSilent(at: now, limit: configuration.vibrationLimit) }

    /// Takes note of a question that expired or was dismissed.
    package mutating func unanswered(at now: Duration) { questions.unanswered(at: now) }

    /// Takes note of a question that was answered.
    package mutating func answered() { questions.answered() }

    /// The app's name for a person to read. The app chose it, so characters of markup are removed and its length is
    /// limited.
    package static func name(_ app: FocusedApp) -> String {
        shownName(app) ?? app.process.map { "the app of process \($0)" } ?? "an app without a name"
    }

    /// The app's name for a question on the screen: of an identifier such as `org.gnome.TextEditor` the last part, which
    /// says the most (rule UNDO44).
    package static func title(_ app: FocusedApp) -> String {
        let name = name(app)
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let isIdentifier = parts.allSatisfy { part in
            part.unicodeScalars.first?.properties.isAlphabetic == true && !part.contains(" ")
        }
        guard parts.count > 2, isIdentifier else { return name }
        let last = parts.last == "desktop" ? parts[parts.count - 2] : parts[parts.count - 1]
        return String(last)
    }

    /// The same as ``name(_:)``; nil for an app without a name.
    package static func shownName(_ app: FocusedApp) -> String? {
        // The notification daemon may read markup, and a character that changes the writing direction could make the
        // name read as that of another app.
        let line = app.names.first?.shown() ?? ""
        let name = line.unicodeScalars.filter { !"<>&".unicodeScalars.contains($0) }
        return name.isEmpty ? nil : String(String(String.UnicodeScalarView(name)).prefix(60))
    }
}

/// The decision of the guards on an undo.
package enum UndoVerdict: Sendable, Equatable {
    /// It may be done without a question.
    case allowed
    /// The user has to choose it explicitly.
    case ask
    /// It must not be done, for this reason.
    case refused(Reason)
}

/// The facts that the guards decide by: the app in front, and what forbids any undo now.
package struct UndoSituation: Sendable, Equatable {
    /// The app in front; nil if it is unknown.
    package var app: FocusedApp?
    /// Whether ``app`` is nil because the provider that could name it did not answer in time, as on a busy machine.
    var isLate = false
    /// When it was seen in front, since boot; nil for now.
    var seenAt: Duration?
    /// The kind of the app.
    package var kind = AppKind.usual
    /// What the app is, where the kind is ``AppKind/denied`` and its process tells.
    var denied: DeniedKind?
    /// Why the user cannot have intended an undo, or may not see it: the session is locked, the lid is closed, ….
    package var obstacle: Reason?
}
