// SPDX-License-Identifier: Apache-2.0

/// The formats of pictures that programs show, told by how a file begins.
///
/// For example:
/// ```swift
/// PictureFormat.isPicture(Array("GIF89a".utf8))   // true
/// ```
package enum PictureFormat {
    /// Whether the bytes begin as a JPEG, PNG, GIF or WebP file does.
    package static func isPicture(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return true }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return true }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return true }
        return bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    }
}
