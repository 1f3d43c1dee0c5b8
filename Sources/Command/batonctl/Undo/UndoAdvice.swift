// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

/// What people can do when nothing was undone.
enum UndoAdvice {
    /// A sentence with a space before it; empty when there is no advice.
    static func text(for reason: Reason?, _ choice: UndoOperation, isFailure: Bool) -> String {
        sentence(for: reason, choice, isFailure: isFailure).map { " " + $0 } ?? ""
    }

    private static func sentence(for reason: Reason?, _ choice: UndoOperation, isFailure: Bool) -> String? {
        switch reason?.code {
        case .undo(.appDenied) where mayBeTerminal(reason):
            translated(
                "To try it from here: 'sleep 3; batonctl \(choice.rawValue)', and change to the app meanwhile.")
        case .undo(.appUnknown): translated("'batonctl doctor --all' lists what could know, under focus.")
        case .undo(.off): translated("Change [undo] mode in baton.conf.")
        // The sentence has the advice.
        case .route(.portalClosed), .route(.needsConsent): nil
        default: isFailure ? translated("'batonctl doctor --all' lists the ways to undo.") : nil
        }
    }

    /// Whether the app is a terminal, as far as is known.
    private static func mayBeTerminal(_ reason: Reason?) -> Bool {
        let kind = reason?.details.text(.kind) ?? ""
        return kind.isEmpty || kind == DeniedKind.terminal.rawValue
    }
}
