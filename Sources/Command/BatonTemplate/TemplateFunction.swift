// SPDX-License-Identifier: Apache-2.0

import BatonValues

/// The functions of the template language, with playerctl's names and meanings. ``choose`` and ``equal`` are Baton's own.
package enum TemplateFunction: String, CaseIterable, Sendable {
    case lc
    case uc
    case duration
    case markupEscape = "markup_escape"
    case `default`
    case emoji
    case trunc
    /// `if(condition, then, else)`.
    case choose = "if"
    /// `is(value, "text")`: whether a value prints as a text.
    case equal = "is"

    /// How many arguments a call takes.
    var arity: Int {
        switch self {
        case .lc, .uc, .duration, .markupEscape, .emoji: 1
        case .default, .trunc, .equal: 2
        case .choose: 3
        }
    }

    /// Refuses a call with the wrong number or kind of arguments, before any player is asked.
    func check(_ arguments: [TemplateExpression]) throws(TemplateError) {
        if arguments.count != arity {
            throw .argumentCount(function: rawValue, wanted: arity, got: arguments.count)
        }
        if self == .emoji {
            guard case .variable = arguments[0] else { throw .emojiWantsVariable }
        }
    }

    /// The result for evaluated arguments; an unknown first argument gives an empty text, except for `default`.
    func apply(
        to values: [TemplateValue?], of expressions: [TemplateExpression]
    ) throws(TemplateError) -> TemplateValue? {
        switch self {
        case .choose: return values[0]?.isTrue ?? false ? values[1] : values[2]
        case .equal: return .boolean((values[0]?.text ?? "") == (values[1]?.text ?? ""))
        default: break
        }
        guard let first = values[0] else { return self == .default ? values[1] : .string("") }
        switch self {
        case .lc: return .string(first.text.lowercased())
        case .uc: return .string(first.text.uppercased())
        case .duration: return .string(try Self.duration(first))
        case .markupEscape: return .string(Self.escaped(first.text))
        case .default: return first.isBlank ? values[1] : first
        case .emoji:
            guard case .variable(let name) = expressions[0] else { throw .emojiWantsVariable }
            return Self.emoji(name, first)
        case .trunc:
            guard let length = values[1] else { return .string("") }
            return .string(try Self.truncated(first.text, to: length))
        case .choose, .equal: return nil
        }
    }

    /// `h:mm:ss`, or `m:ss` below an hour, from microseconds; a negative time has a sign in front.
    package static func duration(_ value: TemplateValue) throws(TemplateError) -> String {
        guard let number = value.number, abs(number) < 9.2e18 else { throw .durationWantsTime }
        let microseconds: Int64
        if case .signed(let integer) = value { microseconds = integer } else { microseconds = Int64(clamping: number) }
        let total = (microseconds / 1_000_000).magnitude
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
        let sign = microseconds <= -1_000_000 ? "-" : ""
        func padded(_ part: UInt64) -> String { part < 10 ? "0\(part)" : "\(part)" }
        if hours == 0 { return "\(sign)\(minutes):\(padded(seconds))" }
        return "\(sign)\(hours):\(padded(minutes)):\(padded(seconds))"
    }

    /// The text with the five reserved characters of XML and Pango markup escaped, and control characters as numeric
    /// references.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "'": result += "&apos;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{1}"..."\u{1f}", "\u{7f}"..."\u{84}", "\u{86}"..."\u{9f}":
                result += "&#x\(String(scalar.value, radix: 16));"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func emoji(_ variable: String, _ value: TemplateValue) -> TemplateValue {
        switch (variable, value) {
        case ("status", .string("Playing")): .string("▶️")
        case ("status", .string("Paused")): .string("⏸️")
        case ("status", .string("Stopped")): .string("⏹️")
        case ("volume", .double(let level)): .string(level < 0.3333 ? "🔈" : level < 0.6666 ? "🔉" : "🔊")
        default: value
        }
    }

    /// At most `length` characters as a reader sees them, then an ellipsis; a negative length keeps everything.
    private static func truncated(_ text: String, to length: TemplateValue) throws(TemplateError) -> String {
        guard let number = length.number else { throw .truncWantsNumber }
        guard number >= 0, number < 1e9, text.count > Int(clamping: number) else { return text }
        return String(text.prefix(Int(clamping: number))) + "…"
    }
}
