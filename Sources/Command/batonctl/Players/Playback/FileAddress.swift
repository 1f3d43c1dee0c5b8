// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Addresses for `open`: an existing file becomes a `file:` address, an address stays as it is.
enum FileAddress {
    /// The address for an argument; nil for what is neither. Players that are sent it stop what they play, and some end.
    static func address(for text: String) -> String? {
        if !text.isEmpty, access(text, F_OK) == 0 { return address(path: text, in: workingDirectory) }
        return hasScheme(text) ? text : nil
    }

    /// Whether a text begins with a scheme and a colon (RFC 3986, 3.1).
    private static func hasScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text[..<colon].unicodeScalars
        return scheme.first?.properties.isAlphabetic == true
            && scheme.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789+-.".unicodeScalars.contains($0))
            }
    }

    /// The `file:` address of a path, relative to `directory`; resolves `.` and `..`, but not links.
    static func address(path: String, in directory: String) -> String {
        let whole = path.hasPrefix("/") ? path : directory + "/" + path
        var parts: [Substring] = []
        for part in whole.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "file:///" + parts.map { escaped($0) }.joined(separator: "/")
    }

    private static var workingDirectory: String {
        guard let buffer = getcwd(nil, 0) else { return "/" }
        defer { free(buffer) }
        return String(cString: buffer)
    }

    private static func escaped(_ part: Substring) -> String {
        var result = ""
        for byte in part.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            case _ where "-._~!$&'()*+,;=:@".utf8.contains(byte): result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
