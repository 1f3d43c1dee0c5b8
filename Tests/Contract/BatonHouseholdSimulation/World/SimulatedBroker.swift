// SPDX-License-Identifier: Apache-2.0

import BatonHousehold

/// A broker as MQTT allows it to be: it loses what is under way when a connection breaks, delivers twice, is late, keeps what is
/// retained or forgets it at a restart, and sends wills.
struct SimulatedBroker {
    struct Delivery {
        var to: Int
        /// The connection that it was for; it is lost with that.
        var connection: Int
        var arrivesAt: Duration
        var message: HouseholdMessage
    }

    struct Session {
        var connection: Int
        /// The filters, and whether nothing that is kept comes by them.
        var filters: [String: Bool] = [:]
        var will: (topic: String, payload: [UInt8])?
        /// Deliveries of one connection keep their order.
        var lastArrival = Duration.zero
    }

    /// Whether it speaks MQTT 5: it expires messages, and marks retained ones where that is asked for.
    let speaksVersion5: Bool
    private(set) var retained: [String: [UInt8]] = [:]
    private(set) var sessions: [Int: Session] = [:]
    private(set) var published = 0
    private var connections = 0
    /// What ``matches(_:_:)`` has found: it is asked for the same again and again.
    private var matching: [String: [String: Bool]] = [:]

    init(speaksVersion5: Bool) { self.speaksVersion5 = speaksVersion5 }

    mutating func connect(_ host: Int, will: (topic: String, payload: [UInt8])) -> Int {
        connections += 1
        sessions[host] = Session(connection: connections, will: will)
        return connections
    }

    /// - Returns: the will, if the connection broke; nil after a goodbye.
    mutating func disconnect(_ host: Int, cleanly: Bool) -> (topic: String, payload: [UInt8])? {
        let session = sessions.removeValue(forKey: host)
        return cleanly ? nil : session?.will
    }

    mutating func restart(keepsRetained: Bool) {
        sessions = [:]
        if !keepsRetained { retained = [:] }
    }

    mutating func subscribe(
        _ host: Int, to filter: String, isWithoutKept: Bool, at now: Duration, _ random: inout Random
    ) -> [Delivery] {
        guard sessions[host] != nil else { return [] }
        sessions[host]?.filters[filter] = isWithoutKept
        guard !isWithoutKept || !speaksVersion5 else { return [] }
        var deliveries: [Delivery] = []
        for topic in retained.keys.sorted() where matches(filter, topic) {
            let message = HouseholdMessage(topic, retained[topic] ?? [], isRetained: true)
            if let delivery = deliver(message, to: host, at: now, &random) { deliveries.append(delivery) }
        }
        return deliveries
    }

    mutating func unsubscribe(_ host: Int, from filter: String) { sessions[host]?.filters[filter] = nil }

    mutating func publish(
        _ message: HouseholdMessage, isRetained: Bool, at now: Duration, _ random: inout Random
    ) -> [Delivery] {
        published += 1
        if isRetained { retained[message.topic] = message.payload.isEmpty ? nil : message.payload }
        var deliveries: [Delivery] = []
        for host in sessions.keys.sorted() {
            guard let isWithoutKept = subscription(of: host, to: message.topic) else { continue }
            var live = message
            live.isRetained = isRetained && isWithoutKept && speaksVersion5
            if !speaksVersion5 {
                live.expiry = nil
                live.responseTopic = nil
                live.correlation = []
            }
            // Once, and now and then twice: QoS 1.
            for _ in 0..<(random.oneIn(20) ? 2 : 1) {
                if let delivery = deliver(live, to: host, at: now, &random) { deliveries.append(delivery) }
            }
        }
        return deliveries
    }

    /// Whether a host has subscribed to a topic without what is kept; nil if it has not subscribed.
    private mutating func subscription(of host: Int, to topic: String) -> Bool? {
        guard let filters = sessions[host]?.filters else { return nil }
        if let isWithoutKept = filters[topic] { return isWithoutKept }
        for (filter, isWithoutKept) in filters where matches(filter, topic) { return isWithoutKept }
        return nil
    }

    private mutating func deliver(
        _ message: HouseholdMessage, to host: Int, at now: Duration, _ random: inout Random
    ) -> Delivery? {
        guard let session = sessions[host] else { return nil }
        let late = random.oneIn(10) ? 300 : 20
        let arrival = max(session.lastArrival, now + random.milliseconds(1...late))
        sessions[host]?.lastArrival = arrival
        return Delivery(to: host, connection: session.connection, arrivesAt: arrival, message: message)
    }

    /// Whether a filter of a household, which has the base, a host or `+`, and a word, is for a topic.
    private mutating func matches(_ filter: String, _ topic: String) -> Bool {
        if filter == topic { return true }
        if let known = matching[filter]?[topic] { return known }
        let wanted = filter.split(separator: "/", omittingEmptySubsequences: false)
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        let matches = wanted.count == levels.count && zip(wanted, levels).allSatisfy { $0 == "+" || $0 == $1 }
        matching[filter, default: [:]][topic] = matches
        return matches
    }
}
