// SPDX-License-Identifier: Apache-2.0

import CMosquitto

/// A digest that only who has the key can make (HMAC with SHA-256, RFC 2104), by the OpenSSL that libmosquitto brings.
///
/// For example:
/// ```swift
/// let digest = KeyedDigest.sha256(key: machine, of: Array("baton".utf8))   // 32 bytes that do not tell the machine's identifier
/// ```
package enum KeyedDigest {
    /// The digest of some bytes.
    ///
    /// - Returns: 32 bytes; none if OpenSSL refuses, as without memory.
    package static func sha256(key: [UInt8], of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        let made = HMAC(EVP_sha256(), key, Int32(clamping: key.count), bytes, bytes.count, &digest, &count)
        return made == nil ? [] : Array(digest.prefix(Int(count)))
    }
}
