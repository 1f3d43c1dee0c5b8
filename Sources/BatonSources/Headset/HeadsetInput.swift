// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonEvents
import BatonInput
package import BatonReactor
import BatonRouting
package import BatonSession
package import BatonSettings
package import Logging
import SystemPackage

/// Buttons of headsets that the kernel delivers: finds the nodes, reads them, and sends what comes of them down the chain
/// (rules B1–B10). At rest it waits for udev and for keys, and nothing wakes.
@MainActor
package final class HeadsetInput {
    /// Does what is no media command: volume, the next player.
    package var onAction: ((ButtonAction) -> Void)?
    /// Whether the first responder plays; nil if nobody knows (rule B7).
    package var isPlaying: () -> Bool? {
        get { translator.isPlaying }
        set { translator.isPlaying = newValue }
    }

    private let inputs: InputRegistry
    private let session: SessionMonitor
    private let environment: SessionEnvironment
    private let reactor: Reactor
    private let logger: Logger
    private let hasDevices: Bool
    private let translator = ButtonTranslator()
    private var configuration = Configuration.Headset()
    private var rules = DeviceRules([:])
    private var surroundings = HeadsetSurroundings()
    private var nodes: [String: HeadsetNode] = [:]
    private var monitor: UdevMonitor?
    private var timer: ReactorTimer?
    private var nextNumber: UInt64 = 1
    private var isOpen = false
    private var isReviewing = false
    private var awaitsSession = false
    private var lastVolume = Duration.zero
    private var lastLook = Duration.zero
    /// What came since a press that waits for a look at the display; nil when none waits.
    private var held: [(node: HeadsetNode, report: EvdevReport)]?
    /// Whoever waits for a button; see ``learn(_:)``.
    private var learner: ((LearnedButton) -> Void)?

    /// The kernel repeats a volume key that is held faster than steps can be heard.
    private static let volumeInterval = Duration.milliseconds(90)
    /// What is known of the display counts for so long.
    private static let lookInterval = Duration.seconds(2)

    package init(
        inputs: InputRegistry, session: SessionMonitor, environment: SessionEnvironment, hasDevices: Bool = true,
        reactor: Reactor, logger: Logger
    ) {
        self.hasDevices = hasDevices
        self.inputs = inputs
        self.session = session
        self.environment = environment
        self.reactor = reactor
        self.logger = logger
    }

    // MARK: Life

    /// Begins to look for headsets.
    package func open() {
        guard !isOpen, hasDevices else { return }
        isOpen = true
        do throws(Errno) {
            monitor = try UdevMonitor(subsystem: "input", reactor: reactor) { [weak self] in self?.changed($0) }
        } catch {
            logger.warning("headsets that are plugged in later are not seen: \(error)")
        }
        inputs.observe { [weak self] in self?.sourcesChanged() }
        session.observe { [weak self] in self?.sessionChanged() }
        for node in InputNodes.all() { add(node) }
        look()
    }

    /// Lets go of everything.
    package func close() {
        isOpen = false
        held = nil
        monitor?.cancel()
        monitor = nil
        timer?.cancel()
        for node in nodes.values { drop(node) }
        nodes = [:]
    }

    package func apply(_ configuration: Configuration) {
        self.configuration = configuration.headset
        rules = DeviceRules(configuration.devices)
        review()
    }

    // MARK: Nodes

    private func changed(_ event: UdevEvent) {
        switch event.action {
        case .remove: if let node = nodes.removeValue(forKey: event.path) { drop(node) }
        case .add, .change:
            guard let node = InputNodes.node(at: event.path) else { return }
            if let old = nodes[event.path], old.node != node {
                nodes[event.path] = nil
                drop(old)
            }
            add(node)
            look()
        }
    }

    /// Keeps the node in mind, if it can ever be of use.
    private func add(_ node: InputNode) {
        guard nodes[node.folder] == nil, !node.isKeyboard, nodes.count < 256 else { return }
        let added = HeadsetNode(node, plan(node), number: nextNumber, inputs: inputs, reactor: reactor)
        nextNumber += 1
        logger.debug("\(node.path) \(node.name): \(added.plan.words)")
        added.onReport = { [weak self] in self?.take($1, from: $0) }
        nodes[node.folder] = added
    }

    private func drop(_ node: HeadsetNode) {
        perform(translator.disconnect(node.number, at: reactor.now), of: node)
        node.remove()
    }

    private func plan(_ node: InputNode) -> HeadsetPlan {
        HeadsetPlan(node, configuration, rules.rule(for: node.name), surroundings)
    }

    // MARK: Plans

    /// Looks whether there is a display, where that can matter, and makes all plans anew.
    private func look() {
        lastLook = reactor.now
        guard nodes.values.contains(where: { plan($0.node).isOfInterest || $0.node.role == .mediaKeys }) else {
            review()
            return takeHeld()
        }
        environment.read { [weak self] session in
            guard let self, isOpen else { return }
            surroundings.hasDisplay = session.hasDisplay
            review()
            takeHeld()
        }
    }

    /// A session that is not served any more is left at once; for one that is again there may be another display.
    private func sessionChanged() {
        guard isOpen else { return }
        if session.obstacle != nil { review() } else { look() }
    }

    private func sourcesChanged() {
        let reaches = inputs.sources.contains { source in
            [.mediaKeys, .kde, .portal].contains(source.kind) && source.state == .listening
        }
        guard reaches != surroundings.reachesUs else { return }
        surroundings.reachesUs = reaches
        // Whoever tells of a change is in the midst of it.
        reactor.deferUntilEndOfTurn { [weak self] in self?.look() }
    }

    private func review() {
        guard isOpen, !isReviewing else { return }
        isReviewing = true
        defer { isReviewing = false }
        let plans = nodes.mapValues { plan($0.node) }
        let isAnyRead = plans.values.contains { $0.reading == .grabbed || $0.reading == .shared } || learner != nil
        if isAnyRead, !session.isSettled { return waitForSession() }
        for (folder, node) in nodes.sorted(by: { $0.value.number < $1.value.number }) {
            guard let plan = plans[folder] else { continue }
            let before = node.device.map { _ in node.openings }
            let ended = before != nil && (plan != node.plan || session.obstacle != nil)
            if ended { perform(translator.cancel(node.number, at: reactor.now), of: node) }
            node.apply(plan, node: node.node, obstacle: session.obstacle, isLearning: learner != nil)
            guard node.device.map({ _ in node.openings }) != before else { continue }
            if node.device == nil {
                perform(translator.disconnect(node.number, at: reactor.now), of: node)
                node.source?.endSeeking(at: reactor.now)
            } else {
                translator.connect(node.number, plan.settings, at: reactor.now)
            }
        }
    }

    private func waitForSession() {
        guard !awaitsSession else { return }
        awaitsSession = true
        session.whenSettled { [weak self] in self?.review() }
    }

    // MARK: Keys

    /// A press that only counts because there was no display waits until it is known whether there is one now: its desktop
    /// has got it too. That takes a tenth of a second at most; what comes meanwhile waits behind it.
    private func take(_ report: EvdevReport, from node: HeadsetNode) {
        guard held == nil else {
            held?.append((node, report))
            return
        }
        if case .key(let event) = report, event.value == ButtonChange.down.rawValue, isLookDue, dependsOnDisplay(node) {
            held = [(node, report)]
            return look()
        }
        receive(report, from: node)
    }

    private func takeHeld() {
        guard let reports = held else { return }
        held = nil
        for (node, report) in reports where nodes[node.node.folder] === node { receive(report, from: node) }
    }

    /// Nothing tells of a display that came up, and nobody polls.
    private var isLookDue: Bool { reactor.now - lastLook > Self.lookInterval }

    private func dependsOnDisplay(_ node: HeadsetNode) -> Bool {
        guard !surroundings.hasDisplay, !node.plan.isOff else { return false }
        var beside = surroundings
        beside.hasDisplay = true
        return HeadsetPlan(node.node, configuration, rules.rule(for: node.node.name), beside) != node.plan
    }

    private func receive(_ report: EvdevReport, from node: HeadsetNode) {
        switch report {
        case .key(let event): take(event, from: node)
        case .lost:
            logger.notice("\(node.node.name): events were lost; what was pressed meanwhile does not count")
            perform(translator.cancel(node.number, at: reactor.now), of: node)
            node.lost()
        case .flooding:
            logger.warning("\(node.node.name) floods; it is left alone for half a minute")
            perform(translator.disconnect(node.number, at: reactor.now), of: node)
            node.source?.endSeeking(at: reactor.now)
            node.rest { [weak self] in self?.review() }
        case .gone(let error):
            logger.debug("\(node.node.name) is gone: \(error)")
            nodes[node.node.folder] = nil
            drop(node)
        }
        arm()
    }

    private func take(_ event: KeyEvent, from node: HeadsetNode) {
        guard let change = ButtonChange(rawValue: event.value) else { return }
        let key = PressKey(rawValue: UInt16(truncatingIfNeeded: event.code))
        if change == .down, let learner {
            self.learner = nil
            learner(LearnedButton(node.node, key, configuration, rules, surroundings))
            reactor.deferUntilEndOfTurn { [weak self] in self?.review() }
        }
        if isLookDue { look() }
        let counted = node.counts
        defer { if !node.counts { node.takeIfFree() } }
        guard counted, !node.plan.isOff else { return }
        perform(translator.receive(change, of: key, from: node.number, at: event.timestamp), of: node, event)
    }

    private func perform(_ outcomes: [ButtonOutcome], of node: HeadsetNode, _ event: KeyEvent? = nil) {
        for outcome in outcomes {
            switch outcome.work {
            case .remoteControl(let command):
                node.source?.submit(command, at: command.isEnd ? outcome.timestamp : outcome.pressedAt)
            case .perform(let action):
                logger.debug("\(ButtonAction.configurationName(action)) from evdev: \(node.node.name)")
                onAction?(action)
            case .passOn(let change):
                guard let event, !node.handOn(event) else { continue }
                turnVolume(outcome.key, change)
            }
        }
    }

    /// Does what the desktop would have done with a volume key that only Baton got (rule B10).
    private func turnVolume(_ key: PressKey, _ change: ButtonChange) {
        let actions: [PressKey: ButtonAction] = [
            .volumeUp: .volumeUp, .volumeDown: .volumeDown, .mute: .toggleMute,
        ]
        guard change != .up, let action = actions[key], change == .down || key != .mute else { return }
        let now = reactor.now
        guard change == .down || now - lastVolume >= Self.volumeInterval else { return }
        lastVolume = now
        onAction?(action)
    }

    // MARK: Time

    private func arm() {
        guard let deadline = translator.nextDeadline else {
            timer?.cancel()
            return
        }
        if let timer {
            guard !timer.isScheduled || timer.deadline != deadline else { return }
            timer.reschedule(at: deadline)
        } else {
            timer = reactor.schedule(at: deadline) { [weak self] in self?.passTime() }
        }
    }

    private func passTime() {
        // What waits happened earlier; it goes on from there.
        guard held == nil else { return }
        // What happened before the deadline may be waiting in the kernel still.
        for node in nodes.values { node.device?.read() }
        for outcome in translator.advance(to: reactor.now) {
            guard let node = nodes.values.first(where: { $0.number == outcome.device }) else { continue }
            perform([outcome], of: node)
        }
        arm()
    }

    // MARK: Learning

    /// Tells of the next key that goes down on any node that may be read, keyboards not; nil forgets about it.
    package func learn(_ learner: ((LearnedButton) -> Void)?) {
        self.learner = learner
        review()
    }
}
