// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import Glibc

/// A picture that a player names: a file of any place. It is told to others only if it is a picture of a usual format, so that no
/// player has another file of the user's published.
enum PictureFile {
    /// The bytes of a picture; nil if the file is none, or too large.
    static func read(_ path: String) -> [UInt8]? {
        // A pipe without a writer would wait.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0,
            facts.st_size <= Household.largestPicture
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count == bytes.count, isPicture(bytes) else { return nil }
        return bytes
    }

    /// Whether the bytes begin as a JPEG, PNG, GIF or WebP file does.
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        let beginnings: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("GIF87a".utf8),
            Array("GIF89a".utf8),
        ]
        if beginnings.contains(where: { bytes.starts(with: $0) }) { return true }
        return bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }

    /// The path of a file's URL; nil for any other URL.
    static func path(ofURL url: String) -> String? {
        let scheme = "file://"
        guard url.utf8.count <= 4096, url.hasPrefix(scheme) else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(url.utf8.dropFirst(scheme.utf8.count))[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), value != 0
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        let path = String(decoding: bytes, as: UTF8.self)
        return path.hasPrefix("/") ? path : nil
    }
}
