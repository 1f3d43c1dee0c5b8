// SPDX-License-Identifier: Apache-2.0

/// A URL that names a file of this machine (RFC 8089).
///
/// For example:
/// ```swift
/// FileURL.path("file:///music/a%20cover.png")   // "/music/a cover.png"
/// ```
package enum FileURL {
    /// A longer one is not looked at: no path is longer than 4096 bytes, each written as `%XX`.
    private static let longest = 3 * 4096

    /// The absolute path that a URL names; nil if it has another scheme, names another machine, or has no path.
    package static func path(_ url: String) -> String? {
        guard begins(url, "file://"), url.utf8.count <= longest else { return nil }
        let text = url.utf8.dropFirst(7)
        let host = text.prefix { $0 != UInt8(ascii: "/") }
        guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
        guard let bytes = PercentEncoding.decoded(text.dropFirst(host.count)) else { return nil }
        guard bytes.first == UInt8(ascii: "/"), bytes.count < 4096, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether a URL has a scheme, which may be written in capitals (RFC 3986, 3.1).
    ///
    /// - Parameter scheme: in small letters, with what follows it.
    package static func begins(_ url: String, _ scheme: StaticString) -> Bool {
        scheme.withUTF8Buffer { scheme in
            url.utf8.prefix(scheme.count).elementsEqual(scheme) { own, wanted in
                ((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(own) ? own | 0x20 : own) == wanted
            }
        }
    }
}
