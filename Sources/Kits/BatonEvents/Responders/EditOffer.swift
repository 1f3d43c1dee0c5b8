// SPDX-License-Identifier: Apache-2.0

/// What offers Undo and Redo after a shake that no responder took (rule M4).
///
/// For example:
/// ```swift
/// final class Offer: EditOffer {
///     let application: Application
///
///     init(_ application: Application) { self.application = application }
///
///     func offerUndoAndRedo(for event: Event) {
///         let isUndo = true  // what the user chose
///         application.sendAction(isUndo ? .undo : .redo, to: nil, from: self, for: event)
///     }
/// }
/// ```
@MainActor
public protocol EditOffer: AnyObject {
    /// Called once for a shake that ended. Ask the user, now or later, and send the choice as an action without a
    /// target.
    func offerUndoAndRedo(for event: Event)
}
