// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// Splits the bytes of a stream into records, however the bytes arrive.
struct StreamDecoder: Sendable {
    private var rest: [UInt8] = []

    /// Takes bytes, and passes on each complete record.
    ///
    /// Records of unknown kinds are skipped.
    /// - Throws: ``CommandError`` at a record of another version.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, receive: (StreamRecord) -> Void
    ) throws(CommandError) {
        rest.append(contentsOf: bytes)
        var offset = 0
        var strange: UInt8?
        rest.withUnsafeBytes { raw in
            while raw.count - offset >= StreamRecord.size {
                if !StreamRecord.readableVersions.contains(raw[offset]) {
                    strange = raw[offset]
                    return
                }
                let record = UnsafeRawBufferPointer(rebasing: raw[offset..<offset + StreamRecord.size])
                if let record = StreamRecord(decoding: record) { receive(record) }
                offset += StreamRecord.size
            }
        }
        rest.removeFirst(offset)
        if let strange { throw Self.otherVersion(Int64(strange)) }
    }

    /// The message for a stream that this program cannot read.
    static func otherVersion(_ version: Int64) -> CommandError {
        CommandError(
            "Baton sends the sensor's data in version \(version), and this batonctl reads up to \(StreamRecord.version). "
                + "Install the two from the same release.")
    }
}
