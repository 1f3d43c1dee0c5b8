// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonEvents
import BatonMotion

/// The type of a key's value: its name in the documentation, its parser and its renderer.
struct ConfigurationKind<Value: Sendable & Equatable>: Sendable {
    /// The type's name: `duration`.
    let name: String
    /// The allowed values, for the documentation: `50ms … 1min`.
    let range: String
    /// Parses a text, which is not empty.
    let parse: @Sendable (String) throws(ConfigurationValueError) -> Value
    /// The text of a value, from which ``parse`` returns the same value.
    let render: @Sendable (Value) -> String
    /// All texts that it takes, where they are a few words; empty otherwise.
    var words: [String] = []
}

extension ConfigurationKind where Value == Duration {
    /// A time span within `range`.
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        let shown = "\(DurationText.render(range.lowerBound)) … \(DurationText.render(range.upperBound))"
        return Self(
            name: "duration", range: shown,
            parse: { text throws(ConfigurationValueError) in
                guard let value = DurationText.parse(text) else {
                    throw .wants("a duration such as '500ms' or '2min'", not: text)
                }
                guard range.contains(value) else { throw .wants("a duration within \(shown)", not: text) }
                return value
            },
            render: DurationText.render)
    }
}

extension ConfigurationKind where Value == Int {
    /// A whole number within `range`.
    static func integer(_ range: ClosedRange<Int>) -> Self {
        let shown = "\(range.lowerBound) … \(range.upperBound)"
        return Self(
            name: "number", range: shown,
            parse: { text throws(ConfigurationValueError) in
                guard let value = Int(text), range.contains(value) else {
                    throw .wants("a whole number within \(shown)", not: text)
                }
                return value
            },
            render: { String($0) })
    }
}

extension ConfigurationKind where Value == Double? {
    /// An angle in degrees, or nothing.
    static var angle: Self {
        Self(
            name: "number", range: "-180 … 180, or empty",
            parse: { text throws(ConfigurationValueError) in
                if text.isEmpty { return nil }
                guard let value = Double(text), (-180.0...180).contains(value) else {
                    throw .wants("a number within -180 … 180", not: text)
                }
                return value
            },
            render: { $0.map { "\($0)" } ?? "" })
    }
}

extension ConfigurationKind where Value == Bool {
    /// `yes` or `no`, and systemd's other words for them.
    static var boolean: Self {
        Self(
            name: "boolean", range: "yes, no",
            parse: { text throws(ConfigurationValueError) in
                switch ConfigurationText.folded(text) {
                case "yes", "true", "on", "1", "y", "t": return true
                case "no", "false", "off", "0", "n", "f": return false
                default: throw .wants("'yes' or 'no'", not: text, among: ["yes", "no", "true", "false"])
                }
            },
            render: { $0 ? "yes" : "no" }, words: ["yes", "no"])
    }
}

extension ConfigurationKind {
    /// One of a few words.
    static func choice(_ values: [Value], named word: @escaping @Sendable (Value) -> String) -> Self {
        let words = values.map(word)
        return Self(
            name: "word", range: words.joined(separator: ", "),
            parse: { text throws(ConfigurationValueError) in
                let folded = ConfigurationText.folded(text)
                guard let index = words.firstIndex(of: folded) else {
                    throw .wants("one of \(words.joined(separator: ", "))", not: text, among: words)
                }
                return values[index]
            },
            render: word, words: words)
    }
}

extension ConfigurationKind where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the enumeration's raw values.
    static var word: Self { choice(Array(Value.allCases), named: \.rawValue) }
}

extension ConfigurationKind where Value == String {
    /// How a sensor lies in the device, or nothing.
    static var mountMatrix: Self {
        Self(
            name: "text", range: "nine numbers, or empty",
            parse: { text throws(ConfigurationValueError) in
                guard text.isEmpty || text.utf8.count <= 255 && MountMatrix(text) != nil else {
                    throw .wants("nine numbers such as '0, 1, 0; -1, 0, 0; 0, 0, 1'", not: text)
                }
                return text
            },
            render: { $0 })
    }

    /// Any text of at most `most` bytes.
    static func text(most: Int) -> Self {
        Self(
            name: "text", range: "at most \(most) bytes",
            parse: { text throws(ConfigurationValueError) in
                guard text.utf8.count <= most else {
                    throw ConfigurationValueError(predicate: "has over \(most) bytes")
                }
                return text
            },
            render: { $0 })
    }
}

extension ConfigurationKind where Value == String {
    /// An absolute path, or nothing.
    static var path: Self {
        Self(
            name: "path", range: "an absolute path, or empty",
            parse: { text throws(ConfigurationValueError) in
                guard text.utf8.count <= 1000 else { throw ConfigurationValueError(predicate: "has over 1000 bytes") }
                guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else {
                    throw .wants("an absolute path", not: text)
                }
                return text
            },
            render: { $0 })
    }
}

extension ConfigurationKind where Value == RemoteControlSubtype {
    /// The name of a remote-control command.
    static var remoteControl: Self { choice(Array(RemoteControlSubtype.allCases), named: \.configurationName) }
}

extension ConfigurationKind where Value == PlayerPattern {
    /// A player's name, or a glob.
    static var player: Self {
        Self(
            name: "player", range: "a name or glob",
            parse: { text throws(ConfigurationValueError) in
                guard let pattern = PlayerPattern(text) else {
                    throw .wants("one player such as 'spotify' or 'chrom*' (repeat the key for more)", not: text)
                }
                return pattern
            },
            render: \.description)
    }
}

extension ConfigurationKind where Value == SeekStep {
    /// `4s after 2s`.
    static var seekStep: Self {
        Self(
            name: "step", range: "100ms … 10min, after 0s … 10min",
            parse: { text throws(ConfigurationValueError) in
                let words = text.split(whereSeparator: { $0 == " " || $0 == "\t" })
                let limits = Duration.milliseconds(100)...Duration.seconds(600)
                let isPlain = words.count == 1
                let isDelayed = words.count == 3 && words[1] == "after"
                guard isPlain || isDelayed, let step = DurationText.parse(String(words[0])), limits.contains(step),
                    let after = isPlain ? .zero : DurationText.parse(String(words[2])), after <= limits.upperBound
                else { throw .wants("a step such as '2s' or '4s after 2s'", not: text) }
                return SeekStep(step, after: after)
            },
            render: {
                let step = DurationText.render($0.step)
                return $0.after == .zero ? step : "\(step) after \(DurationText.render($0.after))"
            })
    }
}
