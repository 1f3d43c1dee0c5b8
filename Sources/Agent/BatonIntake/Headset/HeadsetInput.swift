// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonButtons
import BatonEvents
import BatonInput
package import BatonLog
package import BatonReactor
import BatonRouting
package import BatonSession
package import BatonSettings
import BatonUdev
import BatonValues
import SystemPackage

/// Buttons of headsets that the kernel reports: finds the nodes, reads them, and sends the resulting events along the
/// chain (rules B1–B10). It wakes up only for udev and for keys.
@MainActor
package final class HeadsetInput: AgentPart {
    /// Whether the first responder plays; nil if that is not known (rule B7).
    package var isPlaying: () -> Bool? {
        get { translator.isPlaying }
        set { translator.isPlaying = newValue }
    }

    private let inputs: InputRegistry
    private let meaning: PressMeaning
    private let actions: ButtonActions
    private let session: SessionMonitor
    private var observations: [Observation] = []
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
    /// The reports since a press that waits for the answer whether there is a display; nil when none waits.
    private var held: [(node: HeadsetNode, report: EvdevReport)]?
    /// Called with the next key; see ``learn(_:)``.
    private var learner: ((LearnedButton) -> Void)?

    /// The shortest time between two volume steps of a held key. The kernel repeats a key faster than that. A larger
    /// value makes the volume change more slowly.
    private static let volumeInterval = Duration.milliseconds(90)
    /// How long the last answer about the display is used. A larger value asks less often and notices a new display
    /// later.
    private static let lookInterval = Duration.seconds(2)

    package init(
        inputs: InputRegistry, meaning: PressMeaning, actions: ButtonActions, session: SessionMonitor,
        environment: SessionEnvironment, hasDevices: Bool = true, reactor: Reactor, logger: Logger
    ) {
        self.hasDevices = hasDevices
        self.inputs = inputs
        self.meaning = meaning
        self.actions = actions
        self.session = session
        self.environment = environment
        self.reactor = reactor
        self.logger = logger
    }

    // MARK: Life

    /// Starts to look for headsets.
    package func open() {
        guard !isOpen, hasDevices else { return }
        isOpen = true
        do throws(Errno) {
            monitor = try UdevMonitor(subsystem: "input", reactor: reactor) { [weak self] in self?.changed($0) }
        } catch {
            logger.warning("no udev monitor (\(error)): headsets that are plugged in later are not found")
        }
        observations = [
            inputs.observe { [weak self] in if case .inputs = $0 { self?.inputsChanged() } },
            session.observe { [weak self] in if case .state = $0 { self?.sessionChanged() } },
        ]
        for node in InputNodes.all() { add(node) }
        look()
    }

    /// Closes all nodes.
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
            add(node, at: event.action == .add ? reactor.now : nil)
            look()
        }
    }

    /// Adds the node unless it is a keyboard, which is never read.
    ///
    /// - Parameter instant: when the kernel added it; nil if it was there before.
    private func add(_ node: InputNode, at instant: Duration? = nil) {
        guard nodes[node.folder] == nil, !node.isKeyboard, nodes.count < 256 else { return }
        let added = HeadsetNode(
            node, plan(node), number: nextNumber, added: instant, inputs: inputs, reactor: reactor)
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

    /// Asks whether there is a display, if that matters for any node, and makes all plans again.
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

    /// Nodes are closed at once when the session becomes inactive, locked or asleep. When it is usable again, there may
    /// be another display.
    private func sessionChanged() {
        guard isOpen else { return }
        if obstacle != nil { review() } else { look() }
    }

    /// Why no node is read. Nobody learns in a locked session.
    private var obstacle: SessionCode? {
        session.obstacleToButtons(whileLocked: configuration.worksWhileLocked && learner == nil)
    }

    private func inputsChanged() {
        let reaches = inputs.all.contains { input in
            [.mediaKeys, .kde, .portal].contains(input.kind) && input.state == .listening
        }
        guard reaches != surroundings.reachesUs else { return }
        surroundings.reachesUs = reaches
        // The input that reports the change has not finished it yet.
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
            let ended = before != nil && (plan != node.plan || obstacle != nil)
            if ended { perform(translator.cancel(node.number, at: reactor.now), of: node) }
            node.apply(plan, node: node.node, obstacle: obstacle, isLearning: learner != nil)
            guard node.device.map({ _ in node.openings }) != before else { continue }
            if node.device == nil {
                perform(translator.disconnect(node.number, at: reactor.now), of: node)
                node.input?.endSeeking(at: reactor.now)
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

    /// A press that counts only because there was no display waits for the answer whether there is one now: its desktop
    /// has received the press too. The answer takes a tenth of a second at most; later reports wait behind the press.
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

    /// No event announces a new display, so the question is repeated, but only at a key: nothing polls.
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
            logger.notice("\(node.node.name): the kernel dropped events; keys pressed meanwhile do not count")
            perform(translator.cancel(node.number, at: reactor.now), of: node)
            node.lost()
        case .flooding:
            logger.warning("\(node.node.name) sends too many events; it is not read for 30 seconds")
            perform(translator.disconnect(node.number, at: reactor.now), of: node)
            node.input?.endSeeking(at: reactor.now)
            node.rest { [weak self] in self?.review() }
        case .gone(let error):
            logger.debug("\(node.node.name) was removed: \(error)")
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
                let instant = command.isEnd ? outcome.timestamp : outcome.pressedAt
                guard let input = node.input, let meant = meant(command, by: node, input, at: instant) else {
                    continue
                }
                input.submit(meant, at: instant)
            case .perform(let action):
                logger.debug("\(ButtonAction.configurationName(action)) from evdev: \(node.node.name)")
                actions.perform(action)
            case .passOn(let change):
                guard let event, !node.handOn(event) else { continue }
                turnVolume(outcome.key, change)
            }
        }
    }

    /// - Returns: nil for a press of a Bluetooth headset that does nothing.
    private func meant(
        _ command: RemoteControlSubtype, by node: HeadsetNode, _ input: Input, at instant: Duration
    ) -> RemoteControlSubtype? {
        guard let device = node.bluetoothDevice else { return command }
        return meaning.meant(command, by: [device], from: input, at: instant)
    }

    /// Changes the volume, or mutes the microphone, for a key that only Baton received, as the desktop would have done (rules B10
    /// and HEADSET18).
    private func turnVolume(_ key: PressKey, _ change: ButtonChange) {
        let steps: [PressKey: ButtonAction] = [
            .volumeUp: .volumeUp, .volumeDown: .volumeDown, .mute: .toggleMute,
            .microphoneMute: .toggleMicrophone,
        ]
        guard change != .up, let action = steps[key], change == .down || !key.isMute else { return }
        let now = reactor.now
        guard change == .down || now - lastVolume >= Self.volumeInterval else { return }
        lastVolume = now
        actions.perform(action)
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
        // The reports that wait are older than now, and are handled first; the timer is armed again then.
        guard held == nil else { return }
        // Reports from before the deadline may still be unread in the kernel.
        for node in nodes.values { node.device?.read() }
        for outcome in translator.advance(to: reactor.now) {
            guard let node = nodes.values.first(where: { $0.number == outcome.device }) else { continue }
            perform([outcome], of: node)
        }
        arm()
    }

    // MARK: Learning

    /// Calls `learner` with the next key that goes down on any readable node that is not a keyboard; nil ends that.
    package func learn(_ learner: ((LearnedButton) -> Void)?) {
        self.learner = learner
        review()
    }
}

extension PressKey {
    /// Whether it acts once for a press. A step of the volume repeats while it is held.
    fileprivate var isMute: Bool { self == .mute || self == .microphoneMute }
}
