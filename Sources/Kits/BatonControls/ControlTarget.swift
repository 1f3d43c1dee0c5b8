// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// A pair of a target and an action, and the events that it is for (rule CT10).
///
/// It is a responder, so that the application performs an action with a closure as it performs any other (rule CT11).
@MainActor
final class ControlTarget: Responder {
    typealias Work = @MainActor (_ target: AnyObject, _ sender: Control, _ event: Event?) -> Void

    /// The object that performs the action, which the pair does not retain; nil if it is gone, or none was given.
    private(set) weak var target: AnyObject?
    /// Compared before the weak reference, which costs more.
    private let targetID: ObjectIdentifier?
    let action: Action
    /// Empty after the pair was removed.
    var events: ControlEvents
    /// What performs the action; nil if the target is a responder that is told its name.
    let work: Work?

    init(_ target: AnyObject?, _ action: Action, _ events: ControlEvents, _ work: Work?) {
        self.target = target
        targetID = target.map { ObjectIdentifier($0) }
        self.action = action
        self.events = events
        self.work = work
    }

    /// Whether the action is for the first responder that can perform it.
    var isForChain: Bool { targetID == nil }

    /// Whether the pair can still act: it was not removed, and its target is not gone.
    var isAlive: Bool { !events.isEmpty && (isForChain || target != nil) }

    /// Whether the pair has this target and this action, and the target is not gone.
    func has(_ target: AnyObject?, _ action: Action) -> Bool {
        guard targetID == target.map({ ObjectIdentifier($0) }), self.action == action else { return false }
        return target === self.target
    }

    override func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool {
        work != nil && target != nil
    }

    override func perform(_ action: Action, from sender: AnyObject?, for event: Event?) {
        guard let work, let target, let sender = sender as? Control else { return }
        work(target, sender, event)
    }
}
