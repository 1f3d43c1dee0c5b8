// SPDX-License-Identifier: Apache-2.0

import BatonFiles

/// The picture in a `data:` URL (RFC 2397), if it is one.
enum ArtData {
    /// The largest picture, in bytes.
    static let mostBytes = 1 << 20
    /// How many bytes tell the format.
    static let longestMark = 12

    /// The picture's bytes; nil if the URL is neither base64 nor percent-encoded, too large, or not a JPEG, PNG, GIF or
    /// WebP picture.
    static func picture(_ url: String) -> [UInt8]? {
        guard url.utf8.count <= 3 * mostBytes + 256, let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")),
            FileURL.begins(url, "data:"), let bytes = PercentEncoding.decoded(url.utf8[url.utf8.index(after: comma)...])
        else { return nil }
        let isBase64 = url[..<comma].lowercased().hasSuffix(";base64")
        let picture = isBase64 ? decoded(bytes) : bytes
        guard let picture, picture.count <= mostBytes, PictureFormat.isPicture(picture) else { return nil }
        return picture
    }

    /// Decodes base64; nil if another character than those of its alphabet occurs. What follows the padding is ignored.
    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            let value: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="): return bytes
            default: return nil
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return bytes
    }
}
