// SPDX-License-Identifier: Apache-2.0

import BatonProcesses

/// A key that `baton-keys` pressed or remapped on a display. If it ends before it has undone that, the next
/// `baton-keys` must (rule UNDO5).
public struct HeldKey: Hashable, Sendable {
    /// What was done.
    public enum Kind: String, Hashable, Sendable {
        /// The key was pressed and has to be released.
        case pressed
        /// A key without a symbol was given one (X11 only; rule UNDO3), which has to be removed.
        case lent
    }

    /// The display of the key.
    public var display: KeyDisplay
    /// Its code: on X11 the server's keycode (8…255), elsewhere the kernel's (`KEY_*`, which is 8 less).
    public var code: UInt32
    /// What was done to it.
    public var kind: Kind

    /// Makes a description of a key.
    public init(_ kind: Kind = .pressed, _ code: UInt32, on display: KeyDisplay) {
        self.display = display
        self.code = code
        self.kind = kind
    }
}

extension HeldKey {
    /// Encodes the key.
    func encode(into writer: inout LinkWriter) {
        writer.write(kind.rawValue)
        writer.write(code)
        writer.write(display.rawValue)
    }

    /// Decodes a key.
    init(decoding reader: inout LinkReader) throws(LinkError) {
        self.init(try reader.readWord(), try reader.read(), on: try reader.readWord())
    }
}
