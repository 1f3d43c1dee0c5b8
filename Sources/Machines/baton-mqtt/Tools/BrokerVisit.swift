// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonMQTT
import BatonMachinesLink
import BatonReactor
import BatonSettings
import Glibc

/// A short connection to the broker beside that of the service: for a look, a check, or to remove what is kept there.
///
/// It is another client of the same user, so the service's connection stays. It has no will.
final class BrokerVisit {
    let reactor: Reactor
    let settings: HouseholdSettings
    let topics: HouseholdTopics
    /// The broker's address for people and scripts.
    let address: String
    let connection: MQTTConnection
    /// Why there is no connection; nil while there is one, or none was tried.
    private(set) var failure: MQTTFailure?
    private let refusals: Refusals

    /// How long the broker may take to let this client in.
    private static let patience = Duration.seconds(8)
    /// What the broker keeps comes at once after its answer to a subscription. A slow network needs some time between messages.
    static let settling = Duration.milliseconds(400)

    private final class Refusals {
        var topics: [String] = []
    }

    /// - Parameters:
    ///   - purpose: a word that tells this client from others of the machine.
    ///   - password: the password, where it is in no file yet.
    /// - Returns: nil without a broker in the configuration.
    init?(
        _ configuration: Configuration, _ purpose: String, environment: [String: String], password: String? = nil
    ) throws {
        reactor = try Reactor()
        let identity = MachineIdentity.present
        settings = HouseholdSettings(configuration, identity)
        topics = HouseholdTopics(base: settings.base)
        guard let address = configuration.mqtt.broker,
            var broker = MQTTBroker(
                configuration.mqtt, settings, credentials: environment["CREDENTIALS_DIRECTORY"])
        else { return nil }
        self.address = "\(address)"
        if let password, !password.isEmpty { broker.password = password }
        let own = "\(broker.client) \(purpose) \(getpid())"
        let digest = KeyedDigest.sha256(key: Array(settings.id.text.utf8), of: Array(own.utf8))
        broker.client = "baton-\(HostID(digest: digest).text.prefix(16))"
        connection = MQTTConnection(to: broker, will: nil, on: reactor)
        let refusals = Refusals()
        self.refusals = refusals
        connection.onRefusal = { topic in
            if refusals.topics.count < 16, !refusals.topics.contains(topic) { refusals.topics.append(topic) }
        }
    }

    /// The topics that the broker has refused.
    var refused: [String] { refusals.topics }

    /// Connects, and turns until the broker has let this client in or has not. Both versions of MQTT are tried.
    ///
    /// - Returns: whether it has.
    func connect() -> Bool {
        var attempts = 0
        connection.onChange = { [weak self] state in
            if case .waiting(let reason) = state {
                attempts += 1
                self?.failure = self?.failure ?? reason
            }
        }
        connection.open()
        let end = reactor.now + Self.patience
        // Some brokers of 3.1.1 hang up on MQTT 5 without a word: the next attempt is by that.
        _ = turn(
            until: { [self] in
                connection.state == .connected || attempts > (failure == .lost ? 1 : 0)
            }, before: end)
        connection.onChange = nil
        if connection.state == .connected { failure = nil } else { failure = failure ?? .silent }
        return failure == nil
    }

    /// Subscribes, and turns until the broker has answered.
    func subscribe(_ filters: [String]) {
        for filter in filters {
            if let filter = TopicFilter(filter) { connection.subscribe(to: filter) }
        }
        _ = turn(until: { [connection] in connection.isSubscribed }, before: reactor.now + .seconds(5))
    }

    /// Turns for some time.
    func wait(_ time: Duration) { _ = turn(until: { false }, before: reactor.now + time) }

    /// Turns until a condition holds.
    ///
    /// - Returns: whether it holds.
    @discardableResult
    func turn(until condition: () -> Bool, before end: Duration) -> Bool {
        while !condition() {
            let left = end - reactor.now
            guard left > .zero, (try? reactor.turn(timeout: left)) != nil else { return condition() }
        }
        return true
    }

    /// What is printed of the broker, as the check does.
    func report(_ state: BrokerReport.State, _ failure: MQTTFailure? = nil) -> BrokerReport {
        var report = BrokerReport(state, broker: address)
        report.name = settings.name.text
        if let failure { report.note(failure) }
        return report
    }

    /// Ends the connection.
    func close() { connection.close() }
}
