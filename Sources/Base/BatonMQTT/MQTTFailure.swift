// SPDX-License-Identifier: Apache-2.0

/// Why there is no connection to the broker.
///
/// For example:
/// ```swift
/// if case .waiting(.security(.wrongHost)) = connection.state { print("its certificate is of another host") }
/// ```
package enum MQTTFailure: Error, Equatable, Sendable {
    /// The host's name has no address, or none came in time.
    case unknownHost
    /// Nobody listens there, or the network does not lead there; the kernel's number.
    case unreachable(Int32)
    /// No answer within the time that a connection may take.
    case silent
    /// TLS: the broker's certificate is not trusted or not of its host, or a file cannot be read.
    case security(MQTTSecurity.Problem)
    /// User or password are wrong.
    case credentials
    /// The broker lets this client not in: banned, or its identifier is not allowed.
    case notAllowed
    /// The broker does not speak this version of MQTT.
    case version
    /// Another client came with the same identifier.
    case takenOver
    /// The broker is going or busy.
    case unavailable
    /// The connection broke.
    case lost
    /// The broker broke the rules of MQTT, or the library refused what was set; its code.
    case refused(Int32)
}

extension MQTTFailure {
    /// What a reason code of MQTT 5, or a return code of 3.1.1, means.
    init(ofReason reason: Int32) {
        self =
            switch reason {
            case 1, 0x84: .version
            case 4, 0x86: .credentials
            case 2, 5, 0x85, 0x87, 0x8A: .notAllowed
            case 0x8E: .takenOver
            case 3, 0x88, 0x89, 0x8B, 0x97: .unavailable
            default: .refused(reason)
            }
    }
}

/// Why a message was not published.
///
/// For example:
/// ```swift
/// do throws(PublishError) { try connection.publish(message) } catch where error == .full { wait() }
/// ```
package enum PublishError: Error, Equatable, Sendable {
    /// There is no connection at this moment. Nothing is kept for the next one.
    case notConnected
    /// The broker acknowledges too slowly: as many messages wait as may.
    case full
    /// The broker takes no message of this size.
    case tooLarge
    /// The library refused it; its code (`mosq_err_t`).
    case refused(Int32)
}
