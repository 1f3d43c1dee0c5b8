// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import CMosquitto
import Glibc
import SystemPackage

/// One connection of libmosquitto, from the first packet to its end. A new connection is a new object, so that nothing of an
/// old one is sent again.
///
/// Callbacks of the library run inside ``read()``, ``write()`` and ``maintain()``. They only note what happened; the owner takes
/// it with ``takeEvents()`` after the call, so that it may drop this object then.
final class Mosquitto {
    enum Event {
        /// The broker's answer to the connection; zero if it lets the client in.
        case answered(reason: Int32, limits: Limits)
        case received(MQTTArrival)
        /// The broker has a message that was published, or refused it.
        case acknowledged(message: Int32, reason: Int32)
        /// The broker's answer to a subscription; 128 and above refuse it.
        case subscribed(message: Int32, reason: Int32)
        /// The broker's answer to the end of a subscription.
        case unsubscribed(message: Int32)
        /// The broker ends the connection and says why, as MQTT 5 can; 128 and above.
        case ended(reason: Int32)
    }

    /// What the broker of MQTT 5 says of itself.
    struct Limits: Equatable {
        var largestPacket: UInt32?
        var keepAlive: Duration?
        var canRetain = true
    }

    private let handle: OpaquePointer
    private let speaksVersion5: Bool
    private var events: [Event] = []
    /// How long what is being read has lain in the socket.
    private var age = Duration.zero
    private var arrivals = ArrivalClock(emptyAt: Mosquitto.now)
    private var process = ContinuedProcess()
    /// What the library last wrote to its log at a level of errors; it explains a failed handshake.
    private(set) var complaint = ""
    private var tls: ServerIdentity?
    /// Whether the address has been reached: before, asking what is unread would take the kernel's word of why it was not.
    private var hasWritten = false

    init?(_ broker: MQTTBroker) {
        guard let handle = mosquitto_new(broker.client, true, nil) else { return nil }
        self.handle = handle
        speaksVersion5 = broker.speaksVersion5
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
    }

    deinit { mosquitto_destroy(handle) }

    /// Sets what must be set before the connection.
    func configure(_ broker: MQTTBroker, will: MQTTMessage?) throws(MQTTFailure) {
        let version = speaksVersion5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        try check(mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, Int32(version)))
        try check(mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1))
        if let user = broker.user { try check(mosquitto_username_pw_set(handle, user, broker.password)) }
        if let will {
            let topic = will.topic.text
            try check(
                will.payload.withUnsafeBytes { bytes in
                    mosquitto_will_set(
                        handle, topic, Int32(clamping: bytes.count), bytes.baseAddress, will.quality.rawValue,
                        will.isRetained)
                })
        }
        guard let security = broker.security else { return }
        let identity = try ServerIdentity(of: broker.host, security)
        try identity.secure(handle)
        tls = identity
    }

    /// Begins to connect to an address, without waiting.
    func connect(to address: String, port: UInt16, keepAlive: Duration) throws(MQTTFailure) {
        let seconds = Int32(clamping: keepAlive.components.seconds)
        let result = mosquitto_connect_bind_async(handle, address, Int32(port), seconds, nil)
        guard result == MOSQ_ERR_SUCCESS.rawValue || result == MOSQ_ERR_CONN_PENDING.rawValue else {
            throw failure(of: result)
        }
        _ = cmosquitto_stamp_what_arrives(mosquitto_socket(handle))
    }

    /// The socket; nil without a connection.
    var socket: FileDescriptor? {
        let raw = mosquitto_socket(handle)
        return raw >= 0 ? FileDescriptor(rawValue: raw) : nil
    }

    /// Whether something waits to be written, or the handshake waits to write.
    var wantsToWrite: Bool { mosquitto_want_write(handle) }

    func read() throws(MQTTFailure) {
        if process.hasGoneOn() { arrivals.stood() }
        age = firstUnread.map { arrivals.age(ofWhatArrivedAt: $0, at: Self.now) } ?? .zero
        try check(mosquitto_loop_read(handle, 1))
        if firstUnread == nil { arrivals.isEmpty(at: Self.now) }
    }

    /// Writes what waits. What has arrived is read first: a broker that refuses this client says why and closes the socket, and
    /// a write to it ends the connection before its word is read.
    func write() throws(MQTTFailure) {
        if hasWritten, firstUnread != nil { try read() }
        try check(mosquitto_loop_write(handle, 1))
        hasWritten = true
    }

    /// Asks for a sign of life, or notices that none came.
    func maintain() throws(MQTTFailure) { try check(mosquitto_loop_misc(handle)) }

    func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }

    /// Says goodbye: the broker sends no will.
    func disconnect() { _ = mosquitto_disconnect(handle) }

    /// - Returns: the number that the acknowledgement carries.
    func publish(_ message: MQTTMessage) throws(PublishError) -> Int32 {
        var number: Int32 = 0
        var properties = speaksVersion5 ? MQTTProperties.of(message) : nil
        defer { mosquitto_property_free_all(&properties) }
        let result = message.payload.withUnsafeBytes { bytes in
            mosquitto_publish_v5(
                handle, &number, message.topic.text, Int32(clamping: bytes.count), bytes.baseAddress,
                message.quality.rawValue, message.isRetained, properties)
        }
        switch result {
        case MOSQ_ERR_SUCCESS.rawValue: return number
        case MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_CONN_LOST.rawValue: throw .notConnected
        case MOSQ_ERR_PAYLOAD_SIZE.rawValue, MOSQ_ERR_OVERSIZE_PACKET.rawValue: throw .tooLarge
        default: throw .refused(result)
        }
    }

    func subscribe(
        to filter: TopicFilter, _ quality: QualityOfService, isWithoutKept: Bool
    ) throws(MQTTFailure) -> Int32 {
        var number: Int32 = 0
        let options =
            isWithoutKept ? MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue | MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue : 0
        // A broker of 3.1.1 is not sent the options.
        try check(mosquitto_subscribe_v5(handle, &number, filter.text, quality.rawValue, Int32(options), nil))
        return number
    }

    /// - Returns: the number that the answer carries; nil if it is not asked for.
    @discardableResult
    func unsubscribe(from filter: TopicFilter) -> Int32? {
        var number: Int32 = 0
        return mosquitto_unsubscribe(handle, &number, filter.text) == MOSQ_ERR_SUCCESS.rawValue ? number : nil
    }

    // MARK: What the library says

    private func setCallbacks() {
        mosquitto_connect_v5_callback_set(handle) { handle, owner, reason, _, properties in
            // It explains a failed handshake. From now on the library would format a line for every packet.
            if reason == 0 { mosquitto_log_callback_set(handle, nil) }
            Mosquitto.of(owner)?.events.append(.answered(reason: reason, limits: MQTTProperties.limits(properties)))
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, owner, reason, _ in
            // A smaller number is an error of the library, which the call returns too.
            guard reason >= 128 else { return }
            Mosquitto.of(owner)?.events.append(.ended(reason: reason))
        }
        mosquitto_message_v5_callback_set(handle) { _, owner, message, properties in
            guard let owner = Mosquitto.of(owner), let message else { return }
            guard let message = MQTTProperties.message(message.pointee, properties) else { return }
            owner.events.append(.received(MQTTArrival(message, age: owner.age)))
        }
        mosquitto_publish_v5_callback_set(handle) { _, owner, message, reason, _ in
            Mosquitto.of(owner)?.events.append(.acknowledged(message: message, reason: reason))
        }
        mosquitto_subscribe_callback_set(handle) { _, owner, message, count, reasons in
            guard let reasons, count > 0 else { return }
            Mosquitto.of(owner)?.events.append(.subscribed(message: message, reason: reasons[0]))
        }
        mosquitto_unsubscribe_callback_set(handle) { _, owner, message in
            Mosquitto.of(owner)?.events.append(.unsubscribed(message: message))
        }
        mosquitto_log_callback_set(handle) { _, owner, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            Mosquitto.of(owner)?.complaint = String(cString: text)
        }
    }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> Mosquitto? {
        owner.map { Unmanaged<Mosquitto>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: The age of what arrives

    /// The time of day at which the kernel received the first unread byte; nil if all bytes are read.
    private var firstUnread: Duration? {
        var arrived = timespec()
        guard cmosquitto_first_unread(mosquitto_socket(handle), &arrived) == 1 else { return nil }
        return Self.duration(arrived)
    }

    private static var now: ArrivalClock.Instant {
        var (ofDay, awake) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &ofDay)
        let sinceBoot = BootClock.now
        clock_gettime(CLOCK_MONOTONIC, &awake)
        return ArrivalClock.Instant(ofDay: duration(ofDay), sinceBoot: sinceBoot, awake: duration(awake))
    }

    private static func duration(_ time: timespec) -> Duration { .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) }

    // MARK: Errors

    private func check(_ result: Int32) throws(MQTTFailure) {
        guard result != MOSQ_ERR_SUCCESS.rawValue, result != MOSQ_ERR_CONN_PENDING.rawValue else { return }
        throw failure(of: result)
    }

    private var problem: MQTTSecurity.Problem {
        tls?.problem ?? .other(complaint.isEmpty ? "the broker broke the protocol off" : complaint)
    }

    private func failure(of result: Int32) -> MQTTFailure {
        let isRefused = tls?.problem != nil
        return switch mosq_err_t(rawValue: result) {
        case MOSQ_ERR_ERRNO: isRefused || tls != nil && errno == EPROTO ? .security(problem) : .unreachable(errno)
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: .unknownHost
        case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN, MOSQ_ERR_KEEPALIVE: isRefused ? .security(problem) : .lost
        case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: .security(problem)
        default: .refused(result)
        }
    }
}
