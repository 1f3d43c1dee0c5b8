// SPDX-License-Identifier: Apache-2.0

/// A message of a link between batond and one of its child processes.
///
/// For example:
/// ```swift
/// struct Level: LinkMessage {
///     static let version: UInt8 = 1
///     var percent: UInt8
///
///     init(percent: UInt8) { self.percent = percent }
///     init(decoding reader: inout LinkReader) throws(LinkError) { percent = try reader.read() }
///     func encode(into writer: inout LinkWriter) { writer.write(percent) }
/// }
/// ```
public protocol LinkMessage: Sendable {
    /// The version of the messages. It is increased with each change of their format, and both ends must have the same.
    static var version: UInt8 { get }

    /// Encodes the message.
    func encode(into writer: inout LinkWriter)

    /// Decodes a message.
    ///
    /// - Throws: when the bytes are not such a message: the other program is of another version.
    init(decoding reader: inout LinkReader) throws(LinkError)
}
