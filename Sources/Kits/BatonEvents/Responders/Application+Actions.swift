// SPDX-License-Identifier: Apache-2.0

extension Application {
    /// Makes a responder perform an action, before this returns (rule A9).
    ///
    /// Without a target the action starts at the key window's first responder and goes along the chain to the first
    /// responder that can perform it (rules A1 and A5). If no responder is first, it starts at the sender, or at the
    /// window if the sender is no responder (rule A6). With a target it goes to that one alone.
    ///
    /// - Returns: whether a responder performed it (rule A2).
    @discardableResult
    public func sendAction(
        _ action: Action, to target: Responder?, from sender: AnyObject?, for event: Event?
    ) -> Bool {
        guard let target else {
            let start = keyWindow?.firstResponder ?? sender as? Responder ?? keyWindow ?? self
            guard let performer = start.target(forAction: action, withSender: sender) else { return false }
            performer.perform(action, from: sender, for: event)
            return true
        }
        guard target.canPerformAction(action, withSender: sender) else { return false }
        target.perform(action, from: sender, for: event)
        return true
    }
}

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
