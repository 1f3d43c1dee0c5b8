// SPDX-License-Identifier: Apache-2.0

import BatonHomeAssistant
import BatonHousehold
import BatonMQTT
import BatonReactor
import BatonValues

/// Removes everything that the broker keeps of this machine: its topics, under every name that it has had, and what was announced
/// to Home Assistant, by whichever version.
final class HostRemoval {
    /// What became of it.
    enum Outcome: Equatable {
        /// So many topics are empty now.
        case removed(Int)
        /// The service runs: it would say everything again.
        case running
        /// The broker has not let this client in.
        case failed(MQTTFailure)
        /// The broker has not confirmed everything.
        case unconfirmed
    }

    private let visit: BrokerVisit
    private var view: HouseholdView
    /// The topics at which something is kept.
    private var kept: Set<String> = []

    init(_ visit: BrokerVisit) {
        self.visit = visit
        view = HouseholdView(visit.topics)
    }

    func run() -> Outcome {
        guard visit.connect() else { return .failed(visit.failure ?? .silent) }
        defer { visit.close() }
        visit.connection.onMessage = { [weak self] arrival in self?.read(arrival.message) }
        visit.subscribe(
            [HostTopic.available, .about].map { visit.topics.filter(for: $0) }
                + HomeAssistantDevice.filters(of: visit.settings.id))
        visit.wait(BrokerVisit.settling)
        let own = view.hosts.filter { $0.about?.id == visit.settings.id }
        guard !own.contains(where: \.isOnline) else { return .running }
        visit.subscribe(own.map { "\(visit.topics.base)/\($0.name)/#" })
        visit.wait(BrokerVisit.settling)
        let prefixes = own.map { "\(visit.topics.base)/\($0.name)/" }
        let wanted = kept.filter { topic in
            prefixes.contains { topic.hasPrefix($0) } || HomeAssistantDevice.isConfig(topic)
        }
        visit.connection.onMessage = nil
        return empty(wanted.sorted())
    }

    private func read(_ message: MQTTMessage) {
        _ = view.read(topic: message.topic.text, message.payload)
        if message.payload.isEmpty {
            kept.remove(message.topic.text)
        } else if message.isRetained, kept.count < 10_000 {
            kept.insert(message.topic.text)
        }
    }

    private func empty(_ topics: [String]) -> Outcome {
        for text in topics {
            guard let topic = Topic(text) else { continue }
            let message = MQTTMessage(topic, payload: [], quality: .atLeastOnce, isRetained: true)
            // It waits while as many as may are on their way.
            let isSent = visit.turn(
                until: { (try? visit.connection.publish(message)) != nil }, before: visit.reactor.now + .seconds(5))
            guard isSent else { return .unconfirmed }
        }
        let isDone = visit.turn(
            until: { visit.connection.isConfirmed }, before: visit.reactor.now + .seconds(5))
        return isDone && visit.refused.isEmpty ? .removed(topics.count) : .unconfirmed
    }
}
