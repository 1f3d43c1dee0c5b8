// SPDX-License-Identifier: Apache-2.0

/// How far a jump in a track goes: `+30s`, `-10s`.
package enum JumpText {
    /// The jump; nil if the text is none. Without a sign it goes forward.
    static func parse(_ text: String) -> Duration? {
        let isBack = text.utf8.first == UInt8(ascii: "-")
        let hasSign = isBack || text.utf8.first == UInt8(ascii: "+")
        guard let length = DurationText.parse(String(text.dropFirst(hasSign ? 1 : 0))) else { return nil }
        return isBack ? .zero - length : length
    }

    /// A jump as it is in the file.
    package static func render(_ jump: Duration) -> String {
        jump < .zero ? "-" + DurationText.render(.zero - jump) : "+" + DurationText.render(jump)
    }

    /// The length of a track as it is in the file: `20min`.
    package static func renderLength(_ length: Duration) -> String { DurationText.render(length) }
}
