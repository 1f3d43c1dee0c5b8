// SPDX-License-Identifier: Apache-2.0

/// A message of a link between batond and one of its child processes.
public protocol LinkMessage: Sendable {
    /// The version of the messages; goes up with each change of their format, and both ends must have the same.
    static var version: UInt8 { get }

    /// Writes it.
    func encode(into writer: inout LinkWriter)

    /// Reads it.
    ///
    /// - Throws: when the bytes are not such a message: another version of the program is at the other end.
    init(decoding reader: inout LinkReader) throws(LinkError)
}
