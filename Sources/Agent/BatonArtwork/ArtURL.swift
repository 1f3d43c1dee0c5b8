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
        if Self.begins(url, "https://") {
            self = .https
        } else if Self.begins(url, "data:") {
            self = .data
        } else if Self.begins(url, "http://") {
            self = .http
        } else if Self.begins(url, "file://"), url.utf8.count <= Self.longestFile,
            let path = Self.path(url.utf8.dropFirst(7))
        {
            self = .file(path)
        } else {
            self = .other
        }
    }

    /// Whether the URL has a scheme, which may be written in capitals (RFC 3986, 3.1).
    ///
    /// - Parameter scheme: in small letters, with what follows it.
    static func begins(_ url: String, _ scheme: StaticString) -> Bool {
        scheme.withUTF8Buffer { scheme in
            url.utf8.prefix(scheme.count).elementsEqual(scheme) { own, wanted in
                ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(own) ? own | 0x20 : own) == wanted
            }
        }
    }

    /// The path of a file's URL without `file://`; nil if it names another machine or is no absolute path.
    private static func path(_ text: Substring.UTF8View) -> String? {
        let host = text.prefix { $0 != UInt8(ascii: "/") }
        guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
        guard let bytes = PercentEncoding.decoded(text.dropFirst(host.count)) else { return nil }
        guard bytes.first == UInt8(ascii: "/"), bytes.count < 4096, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
