// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
import BatonValues
import CMosquitto
import SystemPackage

/// A connection to an MQTT broker that comes back by itself, on the reactor's thread.
///
/// Nothing waits and nothing polls: the host's name is looked up by a child process, the socket is watched, and one timer is due
/// when the broker must be asked for a sign of life. Each connection begins clean: the broker keeps no subscription and no
/// message of an old one. Subscriptions are made again at each connection; what is to be published again the owner decides when
/// it is told of ``State/connected``. Not thread-safe: use it on the thread that runs the reactor.
///
/// For example:
/// ```swift
/// let connection = MQTTConnection(to: MQTTBroker(host: "localhost", client: "example"), will: nil, on: reactor)
/// connection.onMessage = { arrival in print(arrival.message.topic) }
/// connection.subscribe(to: TopicFilter("baton/#")!)
/// connection.open()
/// ```
package final class MQTTConnection {
    /// How far the connection is.
    package enum State: Equatable, Sendable {
        /// Not opened, or closed on purpose.
        case closed
        /// On the way to the broker: looking up the name, connecting, introducing itself.
        case connecting
        /// The broker has let this client in.
        case connected
        /// No connection; the next attempt comes by itself.
        case waiting(MQTTFailure)
    }

    /// How long an attempt may take, from the name to the broker's answer.
    package static let usualAttemptLimit = Duration.seconds(10)
    /// How long a connection must last before its end is followed by the shortest wait again.
    package static let lasting = Duration.seconds(30)
    /// The most messages that wait for the broker's acknowledgement.
    package static let mostInFlight = 256

    /// Where to, and as whom.
    package let broker: MQTTBroker
    /// How far it is.
    package private(set) var state = State.closed
    /// When the next attempt begins while ``state`` is ``State/waiting(_:)``: since boot, on the reactor's clock.
    package private(set) var nextAttempt: Duration?
    /// Called in a turn after each change of ``state``.
    package var onChange: ((State) -> Void)?
    /// Called in a turn for each message.
    package var onMessage: ((MQTTArrival) -> Void)?
    /// Called when the broker has refused a subscription or a message, as an access list does: with its topic.
    package var onRefusal: ((String) -> Void)?
    /// How long the last acknowledged message took to the broker and back; nil before the first.
    package private(set) var latency: Duration?
    /// Whether MQTT 5 is spoken, or will be at the next attempt. It is tried first; where the broker refuses it, MQTT 3.1.1 is
    /// spoken, without expiry and answers.
    package private(set) var speaksVersion5: Bool

    /// Whether the broker has answered every subscription of this connection.
    package var isSubscribed: Bool { state == .connected && questions.isEmpty }
    /// Whether the broker has acknowledged every message that it has to.
    package var isConfirmed: Bool { state == .connected && inFlight.isEmpty }

    private let reactor: Reactor
    private let will: MQTTMessage?
    private let attemptLimit: Duration
    private let jitter: () -> Double
    private var backoff = Backoff()
    private var lookup: AddressLookup?
    private var addresses: [String] = []
    private var session: Mosquitto?
    private var watch: Watch?
    private var retry: ReactorTimer?
    private var limit: ReactorTimer?
    private var signOfLife: ReactorTimer?
    private var connectedAt: Duration?
    private var keepAlive: Duration
    private var largestPacket: UInt32?
    private var subscriptions: [Subscription] = []
    private var questions: [Int32: TopicFilter] = [:]
    private var inFlight: [Int32: (topic: Topic, sent: Duration)] = [:]
    /// What is published when the broker has answered the question of this number, unless that is late.
    private var held: [Int32: HeldMessage] = [:]

    private typealias HeldMessage = (message: MQTTMessage, since: Duration, until: Duration)

    private struct Subscription {
        var filter: TopicFilter
        var quality: QualityOfService
        var isWithoutKept: Bool
    }

    /// Makes a connection that is closed.
    ///
    /// - Parameters:
    ///   - broker: where to, and as whom.
    ///   - will: what the broker publishes when the connection breaks; nil for nothing.
    ///   - reactor: the reactor in whose turns everything happens.
    ///   - attemptLimit: how long an attempt may take.
    ///   - jitter: shortens the waits between attempts; gives numbers from 0 to 1.
    package init(
        to broker: MQTTBroker, will: MQTTMessage?, on reactor: Reactor, attemptLimit: Duration = usualAttemptLimit,
        jitter: @escaping () -> Double = { Double.random(in: 0...1) }
    ) {
        self.broker = broker
        self.will = will
        self.reactor = reactor
        self.attemptLimit = attemptLimit
        self.jitter = jitter
        keepAlive = broker.keepAlive
        speaksVersion5 = broker.speaksVersion5
        // Counted by the library; it costs nothing to begin it again.
        mosquitto_lib_init()
    }

    deinit { drop() }

    // MARK: Opening and closing

    /// Connects, and again whenever the connection breaks, until ``close(saying:)``.
    package func open() {
        guard state == .closed else { return }
        begin()
    }

    /// Connects at once if the connection is waiting for its next attempt, as after the network has come back.
    package func hurry() {
        guard case .waiting = state else { return }
        backoff.reset()
        begin()
    }

    /// Breaks a connection that may be worthless, as after the machine has slept, and makes a new one at once.
    package func restart() {
        guard state != .closed else { return }
        drop()
        backoff.reset()
        begin()
    }

    /// Says goodbye, so that the broker sends no will, and stays closed.
    ///
    /// - Parameter last: messages that are sent before it, as far as the socket takes them at once.
    package func close(saying last: [MQTTMessage] = []) {
        if state == .connected, let session {
            for message in last { _ = try? session.publish(message) }
            session.disconnect()
            for _ in 0...last.count where session.wantsToWrite { try? session.write() }
        }
        drop()
        change(to: .closed)
    }

    // MARK: Publishing and subscribing

    /// Publishes a message.
    ///
    /// - Throws: ``PublishError`` without a connection, when too many messages wait, or when the message is too large for the broker.
    package func publish(_ message: MQTTMessage) throws(PublishError) {
        guard state == .connected, let session else { throw .notConnected }
        // 64 bytes are more than a packet's head and the properties without their texts take.
        let size = message.payload.count + message.topic.text.utf8.count + message.correlation.count + 64
        if let largestPacket, size > Int(largestPacket) { throw .tooLarge }
        if message.quality > .atMostOnce, inFlight.count >= Self.mostInFlight { throw .full }
        let number = try session.publish(message)
        if message.quality > .atMostOnce { inFlight[number] = (message.topic, reactor.now) }
        settle()
    }

    /// Publishes a message once the broker has shown that it is there. One that stands still would deliver it whenever it goes on.
    ///
    /// - Parameter limit: the message is dropped if the broker has not answered within this time. Its expiry counts from now.
    /// - Throws: as ``publish(_:)``; what that throws later is not told.
    package func publish(_ message: MQTTMessage, ifAnsweredWithin limit: Duration) throws(PublishError) {
        guard state == .connected, let session else { throw .notConnected }
        // MQTT's own question is sent by the library alone, when it likes. Every broker answers the end of a subscription, also of none.
        guard held.count < Self.mostInFlight, let filter = TopicFilter("\(broker.client)/alive"),
            let number = session.unsubscribe(from: filter)
        else { throw .full }
        held[number] = (message, reactor.now, reactor.now + limit)
        settle()
    }

    private func answered(_ question: Int32) {
        guard let held = held.removeValue(forKey: question), reactor.now <= held.until else { return }
        var message = held.message
        // It has grown older meanwhile. MQTT counts whole seconds; a tenth more makes none of a moment's wait.
        message.expiry = message.expiry.map { $0 - (reactor.now - held.since) + .milliseconds(100) }
        try? publish(message)
    }

    /// Subscribes, now and at each later connection. A filter that is subscribed already stays as it is.
    ///
    /// - Parameters:
    ///   - filter: which topics.
    ///   - quality: how often a message arrives; at most as often as its sender wanted.
    ///   - isWithoutKept: as for commands: the broker delivers nothing that it keeps, and a message that its sender had the
    ///     broker keep is marked as retained when it comes live too. By MQTT 3.1.1 only what is delivered late is marked.
    package func subscribe(
        to filter: TopicFilter, _ quality: QualityOfService = .atLeastOnce, isWithoutKept: Bool = false
    ) {
        guard !subscriptions.contains(where: { $0.filter == filter }) else { return }
        let subscription = Subscription(filter: filter, quality: quality, isWithoutKept: isWithoutKept)
        subscriptions.append(subscription)
        if state == .connected { ask(for: subscription) }
    }

    /// Ends a subscription.
    package func unsubscribe(from filter: TopicFilter) {
        subscriptions.removeAll { $0.filter == filter }
        if state == .connected {
            session?.unsubscribe(from: filter)
            settle()
        }
    }

    private func ask(for subscription: Subscription) {
        let filter = subscription.filter
        guard let session,
            let number = try? session.subscribe(
                to: filter, subscription.quality, isWithoutKept: subscription.isWithoutKept)
        else { return }
        questions[number] = filter
        settle()
    }

    // MARK: An attempt

    private func begin() {
        retry?.cancel()
        nextAttempt = nil
        change(to: .connecting)
        limit = reactor.schedule(after: attemptLimit) { [weak self] in self?.fail(.silent) }
        lookup = AddressLookup(of: broker.host, on: reactor) { [weak self] found in
            guard let self else { return }
            addresses = found.reversed()
            tryNextAddress(after: .unknownHost)
        }
    }

    private func tryNextAddress(after failure: MQTTFailure) {
        release()
        guard let address = addresses.popLast() else { return fail(failure) }
        do throws(MQTTFailure) {
            var broker = broker
            broker.speaksVersion5 = speaksVersion5
            guard let new = Mosquitto(broker) else { throw .refused(0) }
            try new.configure(broker, will: will)
            try new.connect(to: address, port: broker.port, keepAlive: broker.keepAlive)
            session = new
            try watchSocket()
        } catch {
            tryNextAddress(after: error)
        }
    }

    private func watchSocket() throws(MQTTFailure) {
        guard let session, let socket = session.socket else { throw .lost }
        do {
            watch = try reactor.watch(socket, for: [.readable, .writable]) { [weak self] in self?.serve($0) }
        } catch {
            throw .unreachable(error.rawValue)
        }
    }

    // MARK: The socket

    private func serve(_ readiness: Readiness) {
        guard let session else { return }
        do throws(MQTTFailure) {
            if readiness.contains(.writable) { try session.write() }
            if readiness != .writable { try session.read() }
            settle()
            take(session.takeEvents())
        } catch {
            let events = session.takeEvents()
            take(events)
            guard self.session === session else { return }
            breaks(error)
        }
    }

    /// Watches for what the library waits for, and when the next sign of life is due.
    private func settle() {
        guard let session else { return }
        watch?.readiness = session.wantsToWrite ? [.readable, .writable] : .readable
        guard state == .connected else { return }
        // libmosquitto counts whole seconds.
        let due = reactor.now + keepAlive + .seconds(1)
        if let signOfLife { return signOfLife.postpone(to: due) }
        signOfLife = reactor.schedule(at: due, tolerance: .seconds(1)) { [weak self] in self?.maintain() }
    }

    private func maintain() {
        guard let session else { return }
        do throws(MQTTFailure) {
            try session.maintain()
            settle()
            take(session.takeEvents())
        } catch {
            breaks(error)
        }
    }

    private func take(_ events: [Mosquitto.Event]) {
        let session = session
        for event in events {
            guard self.session === session else { return }
            switch event {
            case .answered(let reason, let limits): answered(reason, limits)
            case .received(let arrival): onMessage?(arrival)
            case .acknowledged(let number, let reason): acknowledged(number, reason)
            case .subscribed(let number, let reason):
                guard let filter = questions.removeValue(forKey: number), reason >= 128 else { break }
                onRefusal?(filter.text)
            case .unsubscribed(let number): answered(number)
            case .ended(let reason): breaks(MQTTFailure(ofReason: reason))
            }
        }
    }

    private func answered(_ reason: Int32, _ limits: Mosquitto.Limits) {
        guard reason == 0 else { return refused(MQTTFailure(ofReason: reason)) }
        limit?.cancel()
        keepAlive = min(broker.keepAlive, limits.keepAlive ?? broker.keepAlive)
        largestPacket = limits.largestPacket
        addresses = []
        connectedAt = reactor.now
        change(to: .connected)
        for subscription in subscriptions { ask(for: subscription) }
        settle()
    }

    /// A broker of MQTT 3.1.1 refuses the version: the next attempt is by that, at once.
    private func refused(_ failure: MQTTFailure) {
        guard failure == .version, speaksVersion5 else { return fail(failure) }
        speaksVersion5 = false
        drop()
        begin()
    }

    private func acknowledged(_ number: Int32, _ reason: Int32) {
        guard let sent = inFlight.removeValue(forKey: number) else { return }
        latency = reactor.now - sent.sent
        if reason >= 128 { onRefusal?(sent.topic.text) }
    }

    // MARK: Failing

    private func breaks(_ failure: MQTTFailure) {
        // Before the broker has answered, another address of its name may be right.
        if state == .connecting, !addresses.isEmpty { return tryNextAddress(after: failure) }
        fail(failure)
    }

    private func fail(_ failure: MQTTFailure) {
        // Some brokers of 3.1.1 close a connection of MQTT 5 without a word, and so does a broker that is going: the next
        // attempt is by the other version. After a connection the newer one is tried again.
        if broker.speaksVersion5 { speaksVersion5 = state == .connecting && failure == .lost ? !speaksVersion5 : true }
        drop()
        // Two clients of one identifier throw each other out at once: each connection is made, and does not last. mosquitto before
        // 2.0.12 does not even say why.
        if let connectedAt, reactor.now - connectedAt >= Self.lasting { backoff.reset() }
        connectedAt = nil
        let next = reactor.now + backoff.next(shortenedBy: jitter())
        nextAttempt = next
        retry = reactor.schedule(at: next) { [weak self] in self?.begin() }
        change(to: .waiting(failure))
    }

    private func release() {
        watch?.cancel()
        watch = nil
        signOfLife?.cancel()
        signOfLife = nil
        questions = [:]
        inFlight = [:]
        held = [:]
        guard let old = session else { return }
        session = nil
        // A callback of it may be running: it goes when this turn is over.
        reactor.deferUntilEndOfTurn { withExtendedLifetime(old) {} }
    }

    private func drop() {
        release()
        lookup?.cancel()
        lookup = nil
        retry?.cancel()
        limit?.cancel()
    }

    private func change(to new: State) {
        guard new != state else { return }
        state = new
        onChange?(new)
    }
}
