// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

extension Control {
    // MARK: Targets

    /// Adds an action that a responder performs by its name, or, without a target, the first responder that can: from
    /// the window's first responder on along the chain, without a first responder from the control on (rules CT10 and
    /// CT11).
    ///
    /// The target is not retained. For a pair that was added before, the events come to those that it has.
    public func addTarget(_ target: Responder?, action: Action, for events: ControlEvents) {
        add(target, action, events, nil)
    }

    func add(_ target: AnyObject?, _ action: Action, _ events: ControlEvents, _ work: ControlTarget.Work?) {
        guard !events.isEmpty else { return }
        if let known = targets.first(where: { $0.has(target, action) }) {
            known.events.formUnion(events)
            return
        }
        targets = targets.filter(\.isAlive) + [ControlTarget(target, action, events, work)]
    }

    /// Removes events from the pairs of a target and an action. Nil matches every target, those of the chain included,
    /// or every action (rule CT10). An action that is being sent is sent to no removed target any more.
    ///
    /// - Parameters:
    ///   - target: of the pairs; nil for each.
    ///   - action: its name; nil for each.
    ///   - events: those that are taken away.
    public func removeTarget(_ target: AnyObject?, action: String?, for events: ControlEvents) {
        for pair in targets where target == nil || (!pair.isForChain && pair.target === target) {
            if action == nil || action == pair.action.rawValue { pair.events.subtract(events) }
        }
        targets = targets.filter(\.isAlive)
    }

    /// The targets that are not gone, each once, in the order of adding (rule CT10). Actions for the chain have none.
    public var allTargets: [AnyObject] {
        var seen: Set<ObjectIdentifier> = []
        return targets.filter(\.isAlive).compactMap(\.target).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// The events that have actions (rule CT10).
    public var allControlEvents: ControlEvents {
        targets.filter(\.isAlive).reduce([]) { $0.union($1.events) }
    }

    /// The names of a target's actions for an event, in the order of adding; nil for those without a target, which go
    /// along the chain (rule CT10).
    ///
    /// - Returns: nil if there are none.
    public func actions(forTarget target: AnyObject?, forControlEvent event: ControlEvents) -> [String]? {
        let pairs = targets.filter { pair in
            pair.isAlive && !pair.events.isDisjoint(with: event)
                && (target == nil ? pair.isForChain : pair.target === target)
        }
        return pairs.isEmpty ? nil : pairs.map(\.action.rawValue)
    }

    // MARK: Sending

    /// Sends the actions of events, without an event as their cause, before this returns; also of a disabled control
    /// (rule CT12). The lowest event comes first, with all its actions in the order of adding.
    public func sendActions(for events: ControlEvents) {
        for event in events.each { sendActions(of: event, nil) }
    }

    /// Sends events of a touch. Those that an action causes come after the present one has reached all its targets, so
    /// that each target hears of a beginning before its end (rule CT11).
    func send(_ events: [ControlEvents], _ cause: Event?) {
        unsent += events.map { ($0, cause) }
        guard !isSendingEvents else { return }
        isSendingEvents = true
        while let next = unsent.first {
            unsent.removeFirst()
            sendActions(of: next.events, next.cause)
        }
        isSendingEvents = false
    }

    private func sendActions(of event: ControlEvents, _ cause: Event?) {
        for pair in targets {
            let target = pair.target
            // An action before may have removed the pair, or what it is for.
            guard !pair.events.isDisjoint(with: event), pair.isForChain || target != nil else { continue }
            let outer = sending
            sending = pair
            sendAction(pair.action, to: target, for: cause)
            sending = outer
        }
    }

    /// The pair of a target and an action.
    func pair(for action: Action, _ target: AnyObject) -> ControlTarget? {
        // It is nearly always the one that is sent.
        if let sending, sending.has(target, action) { return sending }
        return targets.first { $0.isAlive && $0.has(target, action) }
    }

    /// Makes a responder perform an action; nil is the first that can.
    func deliver(_ action: Action, to receiver: Responder?, _ event: Event?) {
        if let application = window?.application ?? application {
            application.sendAction(action, to: receiver, from: self, for: event)
            return
        }
        // Without an application there is no first responder to start from.
        guard let performer = receiver ?? target(forAction: action, withSender: self),
            performer.canPerformAction(action, withSender: self)
        else { return }
        performer.perform(action, from: self, for: event)
    }
}
