// SPDX-License-Identifier: Apache-2.0

/// A key that means something on the pages.
package enum PageKey: Equatable, Sendable {
    case up, down, pin, ignore, unignore, next, playPause, hold, otherPage, now, health, examine, help, quit

    /// The key of a letter; nil for one that means nothing.
    package init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "k"): self = .up
        case UInt8(ascii: "j"): self = .down
        case UInt8(ascii: "p"): self = .pin
        case UInt8(ascii: "i"): self = .ignore
        case UInt8(ascii: "u"): self = .unignore
        case UInt8(ascii: "s"), UInt8(ascii: "n"): self = .next
        case UInt8(ascii: " "): self = .playPause
        case UInt8(ascii: "h"): self = .hold
        case UInt8(ascii: "\t"): self = .otherPage
        case UInt8(ascii: "1"): self = .now
        case UInt8(ascii: "2"): self = .health
        case UInt8(ascii: "r"): self = .examine
        case UInt8(ascii: "?"): self = .help
        // Ctrl-C and Ctrl-D come as bytes where the terminal makes no signal of them. A Ctrl-D that came before the
        // terminal was taken is a zero.
        case UInt8(ascii: "q"), 0x03, 0x04, 0x00: self = .quit
        default: return nil
        }
    }
}

/// Reads keys out of what a terminal sends. The sequence of a key may come in parts.
package struct PageKeyReader: Sendable {
    private enum State { case text, escape, sequence, single }
    private var state = State.text

    /// A reader at the beginning of a key.
    package init() {}

    /// The keys in some bytes; sequences that mean nothing here are left out.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [PageKey] { bytes.compactMap { key($0) } }

    private mutating func key(_ byte: UInt8) -> PageKey? {
        if byte == 0x1B {
            state = .escape
            return nil
        }
        switch state {
        case .text: return PageKey(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .sequence
            case UInt8(ascii: "O"): state = .single
            // Alt and a letter, or the letter after a lone Escape.
            default:
                state = .text
                return PageKey(byte)
            }
            return nil
        case .single:
            state = .text
            return Self.arrow(byte)
        case .sequence:
            // Parameters and intermediate bytes go before the final one.
            guard (0x40...0x7E).contains(byte) else { return nil }
            state = .text
            return Self.arrow(byte)
        }
    }

    private static func arrow(_ byte: UInt8) -> PageKey? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        default: nil
        }
    }
}
