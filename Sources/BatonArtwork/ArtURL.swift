// SPDX-License-Identifier: Apache-2.0

/// What the URL of a player's picture names (RFC 3986, RFC 8089).
enum ArtURL: Equatable {
    /// A picture of a server, which is asked over an encrypted connection.
    case https
    /// A picture of a server.
    case http
    /// A picture in the URL itself.
    case data
    /// A file of this machine, by its absolute path.
    case file(String)
    /// Something else, which programs may open in ways of their own.
    case other

    /// A longer URL of a file is not looked at: no path is longer than 4096 bytes, each written as `%XX`.
    private static let longestFile = 3 * 4096

    init(_ url: String) {
        if url.hasPrefix("https://") {
            self = .https
        } else if url.hasPrefix("data:") {
            self = .data
        } else if url.hasPrefix("http://") {
            self = .http
        } else if url.hasPrefix("file://"), url.utf8.count <= Self.longestFile,
            let path = Self.path(url.utf8.dropFirst(7))
        {
            self = .file(path)
        } else {
            self = .other
        }
    }

    /// The path of a file's URL without `file://`; nil if it names another machine or is no absolute path.
    private static func path(_ text: Substring.UTF8View) -> String? {
        let host = text.prefix { $0 != UInt8(ascii: "/") }
        guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
        var bytes: [UInt8] = []
        var rest = text.dropFirst(host.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        guard bytes.first == UInt8(ascii: "/"), bytes.count < 4096, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
