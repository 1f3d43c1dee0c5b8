// SPDX-License-Identifier: Apache-2.0

/// What an application tells its delegate.
///
/// A delegate that is a responder, and neither a view nor a view controller, is the last of the chain (rule R2).
@MainActor
public protocol ApplicationDelegate: AnyObject {
    /// An event was dropped: nobody handled it, or it may not be delivered now (rules E9, C1, C6).
    func application(_ application: Application, didDrop event: Event)
}

extension ApplicationDelegate {
    /// Does nothing.
    public func application(_ application: Application, didDrop event: Event) {}
}
