// SPDX-License-Identifier: Apache-2.0

import CMosquitto
import Glibc

/// MQTT 5's properties, to and from what libmosquitto makes of them.
enum MQTTProperties {
    /// The properties of a message; the caller frees them.
    static func of(_ message: MQTTMessage) -> OpaquePointer? {
        var list: OpaquePointer?
        if let expiry = message.expiry {
            let seconds = UInt32(clamping: max(1, expiry.components.seconds))
            mosquitto_property_add_int32(&list, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), seconds)
        }
        if let topic = message.responseTopic {
            mosquitto_property_add_string(&list, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), topic.text)
        }
        if !message.correlation.isEmpty, message.correlation.count <= Int(UInt16.max) {
            message.correlation.withUnsafeBytes { bytes in
                _ = mosquitto_property_add_binary(
                    &list, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), bytes.baseAddress, UInt16(clamping: bytes.count))
            }
        }
        return list
    }

    /// Copies a message of the library; nil if its topic is not valid.
    static func message(_ message: mosquitto_message, _ properties: OpaquePointer?) -> MQTTMessage? {
        guard let name = message.topic, let topic = Topic(String(cString: name)) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: message.payload, count: max(0, Int(message.payloadlen)))
        var result = MQTTMessage(
            topic, payload: Array(bytes), quality: QualityOfService(rawValue: message.qos) ?? .atMostOnce,
            isRetained: message.retain)
        result.expiry = number(properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL).map { .seconds(Int64($0)) }
        var text: UnsafeMutablePointer<CChar>?
        if mosquitto_property_read_string(properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false) != nil,
            let text
        {
            result.responseTopic = Topic(String(cString: text))
            free(text)
        }
        var data: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        let identifier = Int32(MQTT_PROP_CORRELATION_DATA.rawValue)
        if mosquitto_property_read_binary(properties, identifier, &data, &count, false) != nil, let data {
            result.correlation = Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
            free(data)
        }
        return result
    }

    /// What the broker's answer says of itself.
    static func limits(_ properties: OpaquePointer?) -> Mosquitto.Limits {
        var limits = Mosquitto.Limits()
        limits.largestPacket = number(properties, MQTT_PROP_MAXIMUM_PACKET_SIZE)
        var short: UInt16 = 0
        let keepAlive = Int32(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue)
        if mosquitto_property_read_int16(properties, keepAlive, &short, false) != nil, short > 0 {
            limits.keepAlive = .seconds(Int64(short))
        }
        var byte: UInt8 = 1
        if mosquitto_property_read_byte(properties, Int32(MQTT_PROP_RETAIN_AVAILABLE.rawValue), &byte, false) != nil {
            limits.canRetain = byte != 0
        }
        return limits
    }

    private static func number(_ properties: OpaquePointer?, _ identifier: mqtt5_property) -> UInt32? {
        var number: UInt32 = 0
        guard mosquitto_property_read_int32(properties, Int32(identifier.rawValue), &number, false) != nil else {
            return nil
        }
        return number
    }
}
