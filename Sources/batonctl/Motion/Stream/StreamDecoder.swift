// SPDX-License-Identifier: Apache-2.0
import BatonMotion

/// Cuts the bytes of a stream into records, however they arrive.
struct StreamDecoder: Sendable {
    private var rest: [UInt8] = []

    /// Whether a record has begun that is not whole.
    var isInRecord: Bool { !rest.isEmpty }

    /// Takes bytes, and hands on each record that is whole.
    ///
    /// Records of kinds that this program does not know are passed over.
    /// - Throws: ``CommandError`` at a record of another version.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, receive: (StreamRecord) -> Void
    ) throws(CommandError) {
        rest.append(contentsOf: bytes)
        var offset = 0
        var strange: UInt8?
        rest.withUnsafeBytes { raw in
            while raw.count - offset >= StreamRecord.size {
                if raw[offset] != StreamRecord.version {
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

    /// The sentence for a stream that this program cannot read.
    static func otherVersion(_ version: Int64) -> CommandError {
        CommandError(
            "The agent's stream has version \(version), and this batonctl reads \(StreamRecord.version). "
                + "Install the two from the same release.")
    }
}
