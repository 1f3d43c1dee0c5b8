// SPDX-License-Identifier: Apache-2.0

/// The messages from an application to its delegate.
///
/// A delegate that is a responder, and neither a view nor a view controller, is the last responder of the chain
/// (rule R2).
///
/// For example:
/// ```swift
/// final class Delegate: ApplicationDelegate {
///     func application(_ application: Application, didDrop event: Event) { print("dropped \(event.subtype)") }
/// }
/// ```
@MainActor
public protocol ApplicationDelegate: AnyObject {
    /// An event was dropped: no responder handled it, or it may not be delivered now (rules E9, C1 and C6).
    func application(_ application: Application, didDrop event: Event)
}

extension ApplicationDelegate {
    /// Does nothing.
    public func application(_ application: Application, didDrop event: Event) {}
}
