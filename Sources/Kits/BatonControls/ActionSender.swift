// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// A control, as its targets know it: each action's closure gets the control as the type that it is (rule CT10).
///
/// Every ``Control`` is one; apps have no other use for the protocol. It stands for UIKit's selectors, whose sender may be
/// declared as any class of control.
///
/// For example:
/// ```swift
/// slider.addTarget(player, action: "volume", for: .valueChanged) { player, slider in
///     player.volume = slider.value
/// }
/// ```
@MainActor
public protocol ActionSender: Control {}

extension Control: ActionSender {}

extension ActionSender {
    /// Adds an object with an action that needs neither the control nor the event (rules CT10 and CT11).
    ///
    /// The target is not retained. For a target and an action that were added before, the events come to those that the
    /// pair has, and the first closure stays.
    ///
    /// - Parameters:
    ///   - target: the object that the closure gets.
    ///   - action: a name, which tells two actions of one target apart.
    ///   - events: when the action is sent; it is sent once for each.
    ///   - perform: what is done. It should not hold the target itself.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: String, for events: ControlEvents,
        perform: @escaping @MainActor (_ target: Target) -> Void
    ) {
        addTarget(target, action: action, for: events) { target, _, _ in perform(target) }
    }

    /// Adds an object with an action that needs the control (rules CT10 and CT11).
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: String, for events: ControlEvents,
        perform: @escaping @MainActor (_ target: Target, _ sender: Self) -> Void
    ) {
        addTarget(target, action: action, for: events) { target, sender, _ in perform(target, sender) }
    }

    /// Adds an object with an action that needs the control and the event; the event is nil if the app's code sends the
    /// action (rules CT10 to CT12).
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: String, for events: ControlEvents,
        perform: @escaping @MainActor (_ target: Target, _ sender: Self, _ event: Event?) -> Void
    ) {
        add(target, Action(rawValue: action), events) { object, control, event in
            if let target = object as? Target, let sender = control as? Self { perform(target, sender, event) }
        }
    }
}
