// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonHomeAssistant
import BatonHousehold
import BatonLog
import BatonMQTT
import BatonReactor
import BatonValues

/// Carries messages, states and time to a ``Household``, and carries out what it wants.
final class MachineBridge {
    private let settings: HouseholdSettings
    private let broker: MQTTBroker
    private let address: String
    private let reactor: Reactor
    private let logger: Logger
    private let local: LocalHost
    private let performer: CommandPerformer
    private var household: Household
    private var homeAssistant: HomeAssistantLink?
    private var pictures: PictureTeller?
    /// Whether this host has its name at the broker: what is announced has it in its topics.
    private var isNamed = false {
        didSet { if isNamed, !oldValue { homeAssistant?.review(device, pins: local.names) } }
    }
    private var connection: MQTTConnection?
    private var subscriptions: [(filter: TopicFilter, isWithoutKept: Bool)] = []
    private var hosts: [HostName: FollowedHost] = [:]
    private var leases: [HostName: HostLease] = [:]
    /// Who waits for what became of a command.
    private var waiting: [String: (String) -> Void] = [:]
    private var timer: ReactorTimer?
    private var told: (playing: NowPlaying?, at: Duration)?
    private var isCarryingOut = false
    private var isSleeping = false
    private var process = ContinuedProcess()
    /// When it was found that this process had been stopped.
    private var continuedAt: Duration?

    /// How long a process that goes on reads what lay in its sockets.
    private static let reading = Duration.milliseconds(200)
    /// A position that is farther than this from where time brings it is a jump.
    private static let jump = 1.0

    init(
        _ settings: HouseholdSettings, _ broker: MQTTBroker, bus: Connection, address: String, logger: Logger
    ) {
        self.settings = settings
        self.broker = broker
        self.address = address
        self.logger = logger
        reactor = bus.reactor
        local = LocalHost(on: bus)
        performer = CommandPerformer(local: local)
        household = Household(settings, seed: UInt64.random(in: 0...UInt64(UInt32.max)))
        guard settings.tellsPictures else { return }
        pictures = PictureTeller(on: reactor) { [weak self] picture in
            self?.update { household, now in household.tell(picture: picture, at: now) }
        }
    }

    /// Takes over what the bridge before this one has done.
    func remember(_ other: MachineBridge) { household.remember(other.household) }

    /// Has Home Assistant told of this host, or told that it is gone.
    func tellHomeAssistant(isOn: Bool, mark: String?, system: Connection) {
        homeAssistant = HomeAssistantLink(isOn: isOn, mark: mark, agent: local.agent, system: system) {
            [weak self] text, payload, isKept in
            guard let topic = Topic(text) else { return }
            self?.publish(
                MQTTMessage(topic, payload: payload, quality: isKept ? .atLeastOnce : .atMostOnce, isRetained: isKept))
        }
        homeAssistant?.onChange = { [weak self] in self?.tell() }
        if isOn, let filter = TopicFilter(HomeAssistantBirth.topic) { subscriptions.append((filter, true)) }
    }

    private var device: HomeAssistantDevice { HomeAssistantDevice(settings, name: household.name) }

    /// Connects.
    func open() {
        local.onChange = { [weak self] in self?.tell() }
        local.onAgent = { [weak self] in self?.agentChanged(isThere: $0) }
        update { _, _ in }
        connect()
    }

    /// Says that this host is away, and leaves the broker and the bus.
    func close() {
        local.onChange = nil
        timer?.cancel()
        connection?.close(saying: farewell)
        connection = nil
        for host in hosts.values { host.withdraw() }
        hosts = [:]
        // Nobody knows whether what they are about is over.
        for lease in leases.values { lease.endAll() }
        leases = [:]
    }

    /// The machine goes to sleep, or has woken. A socket that slept may be worthless.
    func sleepChanged(isSleeping: Bool) {
        guard isSleeping != self.isSleeping else { return }
        self.isSleeping = isSleeping
        if isSleeping {
            connection?.close(saying: farewell)
            update { household, now in household.disconnected(at: now) }
        } else {
            connection?.open()
        }
    }

    /// A picture would stay at the broker, also when the next configuration tells none.
    private var farewell: [MQTTMessage] {
        var messages = [household.farewell]
        let topics = HouseholdTopics(base: settings.base)
        if settings.tellsPictures { messages.append((topics.text(of: .picture, at: household.name), [])) }
        return messages.compactMap { message in
            Topic(message.topic).map {
                MQTTMessage($0, payload: message.payload, quality: .atLeastOnce, isRetained: true)
            }
        }
    }

    // MARK: The broker

    private func connect() {
        let (topic, payload) = household.farewell
        let will = Topic(topic).map { MQTTMessage($0, payload: payload, quality: .atLeastOnce, isRetained: true) }
        let connection = MQTTConnection(to: broker, will: will, on: reactor)
        self.connection = connection
        connection.onChange = { [weak self] in self?.connectionChanged($0) }
        connection.onMessage = { [weak self] in self?.received($0) }
        connection.onRefusal = { [weak self] topic in
            self?.logger.warning(
                "the broker refuses a topic; its list of rights (ACL) needs one for this user",
                metadata: [Log.originKey: "broker"])
            self?.logger.debug("refused: \(topic)")
        }
        for (filter, isWithoutKept) in subscriptions { subscribe(filter, isWithoutKept, on: connection) }
        if !isSleeping { connection.open() }
    }

    private func connectionChanged(_ state: MQTTConnection.State) {
        switch state {
        case .connected:
            isNamed = false
            homeAssistant?.restart()
            let speaksVersion5 = connection?.speaksVersion5 ?? false
            logger.info(
                speaksVersion5
                    ? "connected to the broker"
                    : "connected to the broker, which speaks an older MQTT: commands get no answers")
            told = nil
            update { household, now in household.connected(canAnswer: speaksVersion5, at: now) }
            tell()
        case .waiting(let failure):
            logger.warning("no broker: \(failure)", metadata: [Log.originKey: "broker"])
            update { household, now in household.disconnected(at: now) }
        case .closed: update { household, now in household.disconnected(at: now) }
        case .connecting: break
        }
    }

    private func received(_ arrival: MQTTArrival) {
        let message = arrival.message
        guard message.topic.text != HomeAssistantBirth.topic else {
            if message.payload == HomeAssistantBirth.payload { homeAssistant?.wasBorn(device, pins: local.names) }
            return
        }
        update { household, now in
            household.received(
                HouseholdMessage(
                    message.topic.text, message.payload, isRetained: message.isRetained, age: arrival.age,
                    expiry: message.expiry, responseTopic: message.responseTopic?.text,
                    correlation: message.correlation), at: now)
        }
    }

    private func subscribe(_ filter: TopicFilter, _ isWithoutKept: Bool, on connection: MQTTConnection) {
        // What is lost with a connection is told again after it. Where nothing is kept, nothing is worth a second try.
        connection.subscribe(to: filter, isWithoutKept ? .atMostOnce : .atLeastOnce, isWithoutKept: isWithoutKept)
    }

    private func publish(_ message: MQTTMessage, ifAnsweredWithin limit: Duration? = nil) {
        do throws(PublishError) {
            if let limit {
                try connection?.publish(message, ifAnsweredWithin: limit)
            } else {
                try connection?.publish(message)
            }
        } catch {
            logger.debug("not published: \(error)")
        }
    }

    // MARK: The household

    /// Tells or asks the household something, and carries out what it wants.
    private func update(_ body: (inout Household, Duration) -> Void) {
        body(&household, reactor.now)
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while true {
            let effects = household.takeEffects()
            if effects.isEmpty { break }
            for effect in effects { carryOut(effect) }
        }
        isCarryingOut = false
        timer?.cancel()
        timer = household.nextDeadline.map { deadline in
            reactor.schedule(after: max(deadline - reactor.now, .zero)) { [weak self] in
                self?.update { household, now in household.advance(to: now) }
            }
        }
    }

    private func carryOut(_ effect: HouseholdEffect) {
        switch effect {
        case .publish(let topic, let payload, let isRetained):
            guard let topic = Topic(topic) else { return }
            let quality: QualityOfService = isRetained ? .atLeastOnce : .atMostOnce
            publish(MQTTMessage(topic, payload: payload, quality: quality, isRetained: isRetained))
            if isRetained { wasPublished(topic.text, payload) }
        case .send(let topic, let payload, let responseTopic, let correlation, let limit):
            guard let topic = Topic(topic) else { return }
            publish(
                MQTTMessage(
                    topic, payload: payload, expiry: Household.oldest, responseTopic: Topic(responseTopic),
                    correlation: correlation), ifAnsweredWithin: limit)
        case .answer(let topic, let correlation, let payload):
            guard let topic = Topic(topic) else { return }
            publish(MQTTMessage(topic, payload: payload, correlation: correlation))
        case .subscribe(let filter, let isWithoutKept):
            guard let filter = TopicFilter(filter) else { return }
            subscriptions.append((filter, isWithoutKept))
            if let connection { subscribe(filter, isWithoutKept, on: connection) }
        case .unsubscribe(let filter):
            guard let filter = TopicFilter(filter) else { return }
            subscriptions.removeAll { $0.filter == filter }
            connection?.unsubscribe(from: filter)
        default: carryOutHere(effect)
        }
    }

    /// The last of what a host tells after it has come is that it is there.
    private func wasPublished(_ topic: String, _ payload: [UInt8]) {
        homeAssistant?.wasPublished(topic, payload, device)
        guard !isNamed, topic == household.farewell.topic else { return }
        isNamed = true
        logger.info("known to the others as \(household.name)")
    }

    /// What is done in this machine.
    private func carryOutHere(_ effect: HouseholdEffect) {
        switch effect {
        case .nameTaken(_, let keeps):
            logger.warning(
                keeps
                    ? "another host is called \(household.name) too; it gives way, and one of the two should get [mqtt] name"
                    : "another host is called \(settings.name) already; this one is \(household.name) until [mqtt] name is set"
            )
        case .renamed(let name):
            logger.notice("this host is called \(name) now")
            connection?.onChange = nil
            connection?.close()
            connect()
        case .perform(let command, let token):
            performer.perform(command) { [weak self] code in
                self?.update { household, now in household.finished(token, outcome: code, at: now) }
            }
        case .outcome(let id, let code): waiting.removeValue(forKey: id)?(code)
        case .show(let host): show(host)
        case .hide(let name): hosts.removeValue(forKey: name)?.withdraw()
        case .begin(let remote): begin(remote)
        case .end(let remote, let mayResume): leases[remote.host]?.end(remote.interruption, mayResume: mayResume)
        case .refused(let code, _):
            logger.warning("a message of another client is not used: \(code)", metadata: [Log.originKey: "broker"])
        case .publish, .send, .answer, .subscribe, .unsubscribe: break
        }
    }

    // MARK: Other hosts

    private func show(_ host: RemoteHost) {
        if let known = hosts[host.name] { return known.show(host) }
        hosts[host.name] = FollowedHost(host, address: address, reactor: reactor) { [weak self] action, value, then in
            self?.send(action, value, to: host.name, then)
        }
    }

    private func send(
        _ action: HouseholdCommand.Action, _ value: HouseholdCommand.Value, to host: HostName,
        _ then: @escaping (String) -> Void
    ) {
        guard !mayBeOld else { return then("too-old") }
        // The outcome may be there already, but it is carried out after its receiver is known.
        let id = household.send(action, value, to: host, at: reactor.now)
        waiting[id] = then
        update { _, _ in }
    }

    /// Whether what comes from the bus now may have lain there for long: this process was stopped, and goes on.
    private var mayBeOld: Bool {
        if process.hasGoneOn() { continuedAt = reactor.now }
        return continuedAt.map { reactor.now - $0 < Self.reading } ?? false
    }

    private func begin(_ remote: RemoteInterruption) {
        let host = remote.host
        let lease =
            leases[host]
            ?? HostLease(of: host, address: address, on: reactor, logger: logger) { [weak self] in
                self?.leases[host] = nil
            }
        leases[host] = lease
        lease.begin(remote.interruption)
    }

    // MARK: This host

    private func agentChanged(isThere: Bool) {
        for lease in leases.values { lease.agentChanged(isThere: isThere) }
        if !isThere { update { household, now in household.agentLeft(at: now) } }
    }

    private func tell() {
        let playing = local.nowPlaying(at: reactor.now)
        let (names, interruptions, pin, shakes) = (local.names, local.interruptions, local.pin, local.shakes)
        let (interrupts, policy) = (local.interrupts, local.policy)
        let isNews = isNews(playing)
        update { household, now in
            if isNews { household.tell(playing, at: now) }
            household.tell(players: names, at: now)
            household.tell(interruptions: interruptions, at: now)
            household.tell(pin: pin, shakes: shakes, interrupts: interrupts, policy: policy, at: now)
        }
        if isNews { told = (playing, reactor.now) }
        pictures?.show(local.pictureURL)
        if isNamed { homeAssistant?.review(device, pins: names) }
    }

    /// Whether something has changed that time alone does not bring.
    private func isNews(_ playing: NowPlaying?) -> Bool {
        guard let told, let old = told.playing, let playing else { return told == nil || told?.playing != playing }
        if playing.differs(from: old) || (playing.position == nil) != (old.position == nil) { return true }
        guard let position = playing.position, let expected = old.position(at: reactor.now, told: told.at) else {
            return false
        }
        return abs((position - expected) / .seconds(1)) > Self.jump
    }
}
