// SPDX-License-Identifier: Apache-2.0

/// How often a message arrives between a client and the broker. (MQTT 5, chapter 4.3.)
///
/// For example:
/// ```swift
/// let message = MQTTMessage(topic, "online", quality: .atLeastOnce, isRetained: true)
/// ```
package enum QualityOfService: Int32, Comparable, Sendable {
    /// At most once: it is lost with the connection.
    case atMostOnce = 0
    /// At least once: after a reconnection it may come twice.
    case atLeastOnce = 1
    /// Once, for two more messages each way.
    case exactlyOnce = 2

    /// Whether it promises less.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A message to be published, or the will that the broker publishes when the connection breaks.
///
/// For example:
/// ```swift
/// let will = MQTTMessage(Topic("baton/laptop/available")!, "offline", quality: .atLeastOnce, isRetained: true)
/// ```
package struct MQTTMessage: Equatable, Sendable {
    /// The most bytes of a payload that MQTT can carry.
    package static let longestPayload = 268_435_455

    /// Where it is published.
    package var topic: Topic
    /// Any bytes, at most ``longestPayload``. A broker may take fewer.
    package var payload: [UInt8]
    /// How often it arrives.
    package var quality: QualityOfService
    /// Whether the broker keeps it for those who subscribe later. An empty one that is retained removes what it keeps.
    package var isRetained: Bool
    /// After which time the broker delivers it to nobody, in whole seconds; nil for never. MQTT 5 only.
    package var expiry: Duration?
    /// Where an answer goes. MQTT 5 only.
    package var responseTopic: Topic?
    /// What the answer carries, so that who asked knows to what it belongs; at most 65 535 bytes. MQTT 5 only.
    package var correlation: [UInt8]

    /// Makes a message of bytes.
    package init(
        _ topic: Topic, payload: [UInt8] = [], quality: QualityOfService = .atMostOnce, isRetained: Bool = false,
        expiry: Duration? = nil, responseTopic: Topic? = nil, correlation: [UInt8] = []
    ) {
        self.topic = topic
        self.payload = payload
        self.quality = quality
        self.isRetained = isRetained
        self.expiry = expiry
        self.responseTopic = responseTopic
        self.correlation = correlation
    }

    /// Makes a message of a text.
    package init(
        _ topic: Topic, _ text: String, quality: QualityOfService = .atMostOnce, isRetained: Bool = false
    ) {
        self.init(topic, payload: Array(text.utf8), quality: quality, isRetained: isRetained)
    }
}

/// A message that came from the broker.
///
/// Everything in it is another program's: a topic that was subscribed with a wildcard, a payload of any bytes.
///
/// For example:
/// ```swift
/// connection.onMessage = { arrival in
///     guard arrival.age < .seconds(5), !arrival.message.isRetained else { return }
/// }
/// ```
package struct MQTTArrival: Equatable, Sendable {
    /// What came. Its expiry is the rest that the broker left of it.
    package var message: MQTTMessage
    /// How long it had lain in this machine's socket when it was read: more than a moment only if this process did not run.
    package var age: Duration

    /// Makes an arrival, as a test does.
    package init(_ message: MQTTMessage, age: Duration = .zero) {
        self.message = message
        self.age = age
    }
}
