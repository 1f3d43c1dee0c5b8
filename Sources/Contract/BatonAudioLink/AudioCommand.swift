// SPDX-License-Identifier: Apache-2.0

package import BatonProcesses
import BatonReactor

/// A message from batond to `baton-audio`.
package enum AudioCommand: LinkMessage, Equatable {
    /// The version of the messages in both directions.
    package static var version: UInt8 { 5 }

    /// Connect to the sound server, and tell what happens there.
    case watch

    /// Writes the message.
    package func encode(into writer: inout LinkWriter) {
        writer.write(UInt8(1))
    }

    /// Reads a message.
    package init(decoding reader: inout LinkReader) throws(LinkError) {
        guard try reader.read(UInt8.self) == 1 else { throw .malformed }
        self = .watch
    }
}
