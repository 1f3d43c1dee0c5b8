// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// Why an undo was refused, or did not work.
package enum UndoCode: String, CaseIterable, Sendable {
    /// `[undo] mode` is off.
    case off = "undo-off"
    /// It is not known which app is in front.
    case appUnknown = "app-unknown"
    /// The user's rule for the app says never.
    case appExcluded = "app-excluded"
    /// The app never gets a key: a terminal, a remote desktop, a password prompt.
    case appDenied = "app-denied"
    /// The app's process cannot be looked at.
    case appUnreadable = "app-unreadable"
    /// Several questions were not answered, and the shaking goes on.
    case unanswered = "questions-unanswered"
    case tooSoon = "too-soon"
    case nothingToUndo = "nothing-to-undo"
    /// The question on the screen does not offer it.
    case notOffered = "not-offered"
    /// Another window came to the front meanwhile.
    case windowChanged = "window-changed"
    case questionFailed = "question-failed"
    case noRoute = "no-route"
    case agentEnding = "agent-ending"

    func sentence(_ details: Reason.Details) -> String {
        switch self {
        case .off: translated("undo is off by the configuration")
        case .appUnknown: translated("it is not known which app is in front")
        case .appExcluded: translated("the configuration says never for \(details.text(.app))")
        case .appDenied: translated("\(details.text(.app)) is \(Self.kind(details)): no keys for it")
        case .appUnreadable: translated("the process of \(details.text(.app)) cannot be looked at")
        case .unanswered:
            translated("shakes keep coming and no question is answered; asking again after half a minute without any")
        case .tooSoon: translated("too soon after the last question")
        case .notOffered: translated("the question does not offer to \(details.text(.operation))")
        case .nothingToUndo: Self.nothing(details)
        case .windowChanged: translated("another window came to the front meanwhile")
        case .questionFailed: translated("the question cannot be shown: \(details.text(.message))")
        case .noRoute: Self.noRoute(details)
        case .agentEnding: translated("Baton is stopping")
        }
    }

    private static func kind(_ details: Reason.Details) -> String {
        DeniedKind(rawValue: details.text(.kind))?.sentence
            ?? translated("a terminal, a remote desktop, a password prompt or the like")
    }

    private static func nothing(_ details: Reason.Details) -> String {
        let app = details.text(.app)
        let operation = details.text(.operation)
        return app.isEmpty
            ? translated("the app has nothing to \(operation)") : translated("there is nothing to undo in \(app)")
    }

    private static func noRoute(_ details: Reason.Details) -> String {
        let reasons = details[.routes]?.reasons ?? []
        let list = reasons.map(\.description).joined(separator: "; ")
        return translated("no way to undo here") + (list.isEmpty ? "" : " (\(list))")
    }
}
