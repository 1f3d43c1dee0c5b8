// SPDX-License-Identifier: Apache-2.0

/// A message of the link between batond and `baton-sensor`.
public protocol LinkMessage: Sendable {
    /// Writes it.
    func encode(into writer: inout LinkWriter)

    /// Reads it.
    ///
    /// - Throws: when the bytes are not such a message: another version of the program is at the other end.
    init(decoding reader: inout LinkReader) throws(LinkError)
}
