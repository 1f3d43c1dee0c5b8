// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// Converts track identifiers to object paths.
///
/// Some players send a string that is not an object path (`spotify:track:…`; rule MPRIS12). Such an identifier is
/// encoded in a path of Baton's, so that it can be passed on with the type in the specification, and be recognized when
/// a client sends it back.
///
/// For example:
/// ```swift
/// let path = TrackID.path(for: "spotify:track:42")  // /org/baton/Track/spotify_3atrack_3a42
/// let identifier = path.flatMap(TrackID.original)  // spotify:track:42
/// ```
public enum TrackID {
    /// The identifier that means "no track" (MPRIS 2.2, TrackList).
    public static let noTrack: ObjectPath = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

    private static let prefix = "/org/baton/Track/"
    /// The longest identifier that is encoded, in bytes.
    private static let maximumLength = 1024

    /// The object path for an identifier; nil for one that is empty or longer than 1 KiB.
    public static func path(for raw: String) -> ObjectPath? {
        guard !raw.isEmpty, raw.utf8.count <= maximumLength else { return nil }
        if raw.utf8.first == UInt8(ascii: "/"), let path = try? ObjectPath(raw) { return path }
        var text = prefix
        for byte in raw.utf8 {
            if isAlphanumeric(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte < 16 ? "_0" : "_"
                text += String(byte, radix: 16)
            }
        }
        return try? ObjectPath(text)
    }

    /// The identifier that ``path(for:)`` has encoded; nil for a path of a player's own.
    public static func original(of path: ObjectPath) -> String? {
        guard path.rawValue.hasPrefix(prefix) else { return nil }
        var bytes: [UInt8] = []
        var rest = path.rawValue.utf8.dropFirst(prefix.utf8.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let digits = String(rest.prefix(2)), let value = UInt8(digits, radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
