// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonReactor
import BatonTranslation

/// The desktop's consent to one route.
struct ConsentStep: SetupStep {
    /// The route's name.
    let route: String

    var name: String { translated("Baton may press keys (\(route))") }

    var explanation: [String] {
        [
            translated(
                """
                Your desktop lets programs press keys only if you allow it. It will show a dialog of its own, \
                such as
                """
            ),
            translated(
                "\"Remote Desktop\" or \"Control input devices\", that asks whether Baton may use the keyboard."),
            translated(
                """
                Baton uses it to press Undo and Redo, after a shake and your choice, and presses no other \
                keys. It
                """),
            translated(
                """
                sees neither your screen nor what you type. Choose Share or Allow; you can take it back in the \
                desktop's settings.
                """
            ),
        ]
    }

    func perform(with agent: AwaitedAgent) throws(CommandError) -> SetupOutcome {
        var isOver = false
        let signals = try? agent.session.reactor.signals([.interrupt, .terminate]) { _ in isOver = true }
        defer { signals?.cancel() }
        var result: AgentReply<(String, String, Reason.Details)>?
        // The reply comes when the user has decided.
        agent.remote.call(ApplicationInterface.requestConsent, route, within: .seconds(600)) { result = $0 }
        agent.session.turn { result != nil || isOver }
        if result == nil, isOver {
            return .declined(translated("you cancelled; if the dialog is still open, you can close it"))
        }
        let (word, reason, details) = try agent.content(of: result)
        return Self.outcome(word, Reason(word: reason, details: details))
    }

    /// The outcome for the agent's word.
    static func outcome(_ word: String, _ reason: Reason?) -> SetupOutcome {
        switch OutcomeWord(rawValue: word) {
        case .granted: .done
        case .denied, .declined: .declined("\(reason ?? .route(.portalDenied))")
        default: .failed(reason.map { "\($0)" } ?? word)
        }
    }
}
