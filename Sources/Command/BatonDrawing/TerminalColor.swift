// SPDX-License-Identifier: Apache-2.0

/// A color or style of the terminal, as SGR parameters; only those that are readable with every theme.
package enum TerminalColor: String, Hashable, Sendable {
    case plain = "0"
    case strong = "0;1"
    case dim = "0;2"
    case red = "0;31"
    case green = "0;32"
    case yellow = "0;33"
    case blue = "0;94"
    case magenta = "0;35"
    case cyan = "0;36"

    /// The sequence that switches to it.
    package var sequence: String { "\u{1b}[\(rawValue)m" }
}
