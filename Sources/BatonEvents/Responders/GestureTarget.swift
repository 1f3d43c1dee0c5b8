// SPDX-License-Identifier: Apache-2.0

/// A pair of a target and an action (rule G6).
@MainActor
struct GestureTarget {
    /// The target, which the recognizer does not retain.
    weak var target: AnyObject?
    /// The name of the action, which tells two actions of one target apart.
    let action: String
    let perform: (AnyObject, GestureRecognizer) -> Void

    /// Whether the pair has this target and action. Nil matches any.
    func matches(_ target: AnyObject?, _ action: String?) -> Bool {
        (target == nil || target === self.target) && (action == nil || action == self.action)
    }
}
