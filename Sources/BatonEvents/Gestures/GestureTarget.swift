// SPDX-License-Identifier: Apache-2.0

/// One target–action pair of a recognizer (rule G6).
@MainActor
struct GestureTarget {
    /// Not kept alive by the recognizer.
    weak var target: AnyObject?
    /// What tells two actions of one target apart.
    let action: String
    let perform: (AnyObject, GestureRecognizer) -> Void

    /// Whether `removeTarget` means this pair; nil means any.
    func matches(_ target: AnyObject?, _ action: String?) -> Bool {
        (target == nil || target === self.target) && (action == nil || action == self.action)
    }
}
