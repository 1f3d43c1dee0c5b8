// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// A match rule as parsed by the bus: which signals a connection receives.
struct BusRule: Equatable {
    private var fields: [String: String] = [:]
    let text: String

    /// Parses `key='value',…`; an apostrophe within a value is written as `'\''`.
    init(_ text: String) {
        self.text = text
        for part in text.split(separator: ",") {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let value = part[part.index(after: equals)...].split(separator: "'").joined()
            fields[String(part[..<equals])] = value
        }
    }

    func matches(_ signal: SimulatedSignal) -> Bool {
        fields.allSatisfy { key, value in
            switch key {
            case "sender": signal.isFrom(value)
            case "path": signal.path == value
            case "interface": signal.interface == value
            case "member": signal.member == value
            case "arg0": signal.first == value
            case "arg0namespace": signal.first.map { $0 == value || $0.hasPrefix(value + ".") } ?? false
            default: true
            }
        }
    }
}

/// The fields of a signal that rules compare, read once for all rules.
struct SimulatedSignal {
    let message: Message
    let path: String?
    let interface: String?
    let member: String?
    let first: String?
    /// Whether the sender owns this name, unique or well-known.
    let isFrom: (String) -> Bool

    init(_ message: Message, isFrom: @escaping (String) -> Bool) {
        self.message = message
        self.isFrom = isFrom
        path = message.path?.rawValue
        interface = message.interface?.rawValue
        member = message.member?.rawValue
        // A text of a megabyte is not a name.
        let isName = message.signature.rawValue.hasPrefix("s")
        first = isName ? (try? message.arguments())?.first?.asString : nil
    }
}
