// SPDX-License-Identifier: Apache-2.0

/// Where a broker is: `mqtts://broker.home:8883`.
package struct BrokerAddress: Sendable, Equatable, CustomStringConvertible {
    /// Whether it is reached by TLS.
    package let isSecure: Bool
    /// A name, or an address without brackets.
    package let host: String
    package let port: UInt16

    /// Reads an address; nil if it is none. Without a scheme it is `mqtt:`, and without a port the usual one of its scheme.
    package init?(_ text: String) {
        var rest = Substring(text)
        var isSecure = false
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
            switch rest[..<colon].lowercased() {
            case "mqtt", "tcp": break
            case "mqtts", "ssl", "tls": isSecure = true
            default: return nil
            }
            rest = rest[colon...].dropFirst(3)
        }
        var port = Substring(isSecure ? "8883" : "1883")
        var host = rest
        if rest.first == "[" {
            guard let close = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<close]
            let tail = rest[rest.index(after: close)...]
            guard tail.isEmpty || tail.first == ":" else { return nil }
            if !tail.isEmpty { port = tail.dropFirst() }
        } else if let colon = rest.firstIndex(of: ":"), rest.lastIndex(of: ":") == colon {
            (host, port) = (rest[..<colon], rest[rest.index(after: colon)...])
        }
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy(Self.isOfHost), let number = UInt16(port),
            number > 0
        else { return nil }
        (self.isSecure, self.host, self.port) = (isSecure, String(host), number)
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        isOfName(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "%")
    }

    /// Whether the byte may be in the name of a machine.
    package static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    package var description: String {
        "\(isSecure ? "mqtts" : "mqtt")://\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)"
    }
}
