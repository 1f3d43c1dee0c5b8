// SPDX-License-Identifier: Apache-2.0

package import BatonJSON
import BatonValues

/// What `baton-mqtt --check` found at the broker, one line of JSON.
///
/// For example:
/// ```swift
/// let report = BrokerReport(JSONReader.read(line))
/// if report?.state == .connected { print("the broker answers") }
/// ```
package struct BrokerReport: Equatable, Sendable {
    /// How it went. The words are for scripts.
    package enum State: String, CaseIterable, Sendable {
        /// `[mqtt] broker` is empty.
        case none
        /// The broker has let this machine in, and has answered.
        case connected
        /// It has not; ``BrokerReport/code`` says why.
        case failed
    }

    /// Why there is no connection. The words are for scripts.
    package enum Code: String, CaseIterable, Sendable {
        case unknownHost = "unknown-host"
        case unreachable
        case silent
        case untrusted
        case wrongHost = "wrong-host"
        case file
        case security
        case credentials
        case notAllowed = "not-allowed"
        case version
        case unavailable
        case lost
        case protocolError = "protocol-error"
    }

    /// How it went.
    package var state: State
    /// The broker's address, such as `mqtts://broker.home:8883`; empty without one.
    package var broker: String
    /// Why there is no connection; nil with one.
    package var code: Code?
    /// The system's, OpenSSL's or a file's words for it; empty if there are none.
    package var detail = ""
    /// Whether it speaks MQTT 5; else commands have no expiry and get no answers.
    package var speaksVersion5 = true
    /// How long a message at quality 1 takes to the broker and back, in the middle of some; nil if none came back.
    package var latency: Duration?
    /// Whether some messages were held back for the 40 ms of a delayed acknowledgement: `set_tcp_nodelay` is missing at the broker.
    package var holdsBack = false
    /// The topics that the broker refuses, as its list of rights says; at most 16.
    package var refused: [String] = []
    /// This machine's name in topics.
    package var name = ""
    /// The file of the password, if others can read it; else empty.
    package var openPassword = ""
    /// Whether baton-mqtt runs here: others are told that this machine is there.
    package var isTold = false

    /// Makes a report of a connection that went well so far.
    package init(_ state: State, broker: String) {
        self.state = state
        self.broker = broker
    }

    /// Reads a report; nil if it is none.
    package init?(_ value: JSONValue) {
        guard let state = value["state"]?.asString.flatMap({ State(rawValue: $0) }) else { return nil }
        self.init(state, broker: value["broker"]?.asString ?? "")
        code = value["code"]?.asString.flatMap { Code(rawValue: $0) }
        detail = value["detail"]?.asString ?? ""
        speaksVersion5 = value["mqtt5"]?.asBool ?? true
        latency = value["latency"]?.asInteger.flatMap { $0 >= 0 ? .microseconds($0) : nil }
        holdsBack = value["holds-back"]?.asBool ?? false
        refused = value["refused"]?.elements.compactMap(\.asString) ?? []
        name = value["name"]?.asString ?? ""
        isTold = value["told"]?.asBool ?? false
        openPassword = value["open-password"]?.asString ?? ""
    }

    /// As it is printed.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["state": .string(state.rawValue), "broker": .string(broker)]
        members["name"] = .string(name)
        if let code { members["code"] = .string(code.rawValue) }
        if !detail.isEmpty { members["detail"] = .string(detail) }
        guard state == .connected else { return .object(members) }
        members["mqtt5"] = .bool(speaksVersion5)
        if let latency { members["latency"] = .integer(Int64(clamping: Int(latency / .microseconds(1)))) }
        members["holds-back"] = .bool(holdsBack)
        members["refused"] = .array(refused.map { .string($0) })
        members["told"] = .bool(isTold)
        if !openPassword.isEmpty { members["open-password"] = .string(openPassword) }
        return .object(members)
    }
}
