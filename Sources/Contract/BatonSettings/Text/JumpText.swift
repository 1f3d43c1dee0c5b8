// SPDX-License-Identifier: Apache-2.0

/// How far a jump in a track goes: `+30s`, `-10s`.
package enum JumpText {
    /// The jump; nil if the text is none. Without a sign it is none: whether it goes forward or back would be a guess.
    static func parse(_ text: String) -> Duration? {
        guard let sign = text.first, "+-".contains(sign), let length = DurationText.parse(String(text.dropFirst()))
        else {
            return nil
        }
        return sign == "-" ? .zero - length : length
    }

    /// A jump as it is in the file.
    package static func render(_ jump: Duration) -> String {
        jump < .zero ? "-" + DurationText.render(.zero - jump) : "+" + DurationText.render(jump)
    }

    /// The length of a track as it is in the file: `20min`.
    package static func renderLength(_ length: Duration) -> String { DurationText.render(length) }
}
