// SPDX-License-Identifier: Apache-2.0

/// One key of the configuration: its documentation, and how to set it in a `Root`.
///
/// The default is the value in a new `Root`, so it is written once, where the setting is declared.
struct ConfigurationKey<Root: Sendable>: Sendable {
    /// The name, in lower case with hyphens.
    let name: String
    /// The type, for the documentation: `duration`, `player list`.
    let type: String
    /// The default as it would be in the file; empty for an empty list.
    let defaultText: String
    /// The allowed values, for the documentation.
    let range: String
    /// One sentence for the documentation.
    let summary: String
    /// Whether repeating the key adds to it.
    let isList: Bool
    /// Restores the default of a scalar, or empties a list.
    ///
    /// The second argument is the section's argument; empty if the section has none.
    let reset: @Sendable (inout Root, String) -> Void
    /// Sets a scalar or adds to a list.
    let assign: @Sendable (inout Root, String, String) throws(ConfigurationValueError) -> Void
    /// Checks a list as a whole, after all its values were added.
    let review: @Sendable (Root, String) -> ConfigurationValueError?
    /// What is said, after the key's name, when the key has another value than its default; nil for nothing.
    var warning: String?
    /// What the key was called in earlier versions; it is still read by this name, with a warning.
    var formerName: String?
    /// What stands between the values of one line; nil if a line has one value.
    var separator: Character?
    /// Whether it is one of the few keys that people set, which come first in the documentation.
    var isUsual = false
    /// The values that hold, as they would be in the file: one of a scalar, any number of a list.
    var texts: @Sendable (Root, String) -> [String] = { _, _ in [] }
    /// All values that it takes, where they are a few words; empty otherwise.
    var words: [String] = []

    /// Whether a scalar has its default, however that is written.
    func isDefault(_ root: Root, _ argument: String) -> Bool { !isList && texts(root, argument) == [defaultText] }

    /// The key as one of those that people set.
    func usual() -> Self {
        var key = self
        key.isUsual = true
        return key
    }

    /// The key, which earlier versions called `name`.
    func formerly(_ name: String) -> Self {
        var key = self
        key.formerName = name
        return key
    }

    /// The key with a warning to those who use it.
    func deprecated(_ warning: String) -> Self {
        var key = self
        key.warning = warning
        return key
    }
}

/// Access to a key's value in a `Root`: directly, or in the part that belongs to a section's argument.
struct ConfigurationField<Root: Sendable, Value: Sendable & Equatable>: Sendable {
    let get: @Sendable (Root, String) -> Value?
    let set: @Sendable (inout Root, String, Value) -> Void
    let initial: Value

    /// A value of a section without an argument.
    static func at(_ path: any WritableKeyPath<Root, Value> & Sendable, of root: Root) -> Self {
        Self(
            get: { root, _ in root[keyPath: path] },
            set: { root, _, value in root[keyPath: path] = value },
            initial: root[keyPath: path])
    }

    /// A value of a section with an argument. Each argument has its own `Part`, which is created when it is first set.
    static func at<Part: Sendable>(
        _ path: any WritableKeyPath<Part, Value> & Sendable,
        in parts: any WritableKeyPath<Root, [String: Part]> & Sendable,
        new part: Part
    ) -> Self {
        Self(
            get: { root, argument in root[keyPath: parts][argument]?[keyPath: path] },
            set: { root, argument, value in root[keyPath: parts][argument, default: part][keyPath: path] = value },
            initial: part[keyPath: path])
    }
}

extension ConfigurationKey {
    /// A key with one value. If it is set several times, the last value counts.
    static func scalar<Value: Sendable & Equatable>(
        _ name: String, _ field: ConfigurationField<Root, Value>, _ kind: ConfigurationKind<Value>, _ summary: String
    ) -> Self {
        Self(
            name: name, type: kind.name, defaultText: kind.render(field.initial), range: kind.range, summary: summary,
            isList: false,
            reset: { root, argument in field.set(&root, argument, field.initial) },
            assign: { root, argument, text throws(ConfigurationValueError) in
                field.set(&root, argument, try kind.parse(text))
            },
            review: { _, _ in nil },
            texts: { root, argument in [kind.render(field.get(root, argument) ?? field.initial)] }, words: kind.words)
    }

    /// A key that is repeated for more values, at most `most` of them. With a separator a line may have several.
    ///
    /// `review` checks the whole list.
    static func list<Value: Sendable & Equatable>(
        _ name: String, _ field: ConfigurationField<Root, [Value]>, of kind: ConfigurationKind<Value>, most: Int = 256,
        separator: Character? = nil, _ summary: String,
        review: @escaping @Sendable ([Value]) -> ConfigurationValueError? = { _ in nil }
    ) -> Self {
        Self(
            name: name, type: "\(kind.name) list",
            defaultText: field.initial.map(kind.render).joined(separator: "; "), range: kind.range, summary: summary,
            isList: true,
            reset: { root, argument in field.set(&root, argument, []) },
            assign: { root, argument, text throws(ConfigurationValueError) in
                var values = field.get(root, argument) ?? []
                for part in separator.map({ ConfigurationText.parts(of: text, separatedBy: $0) }) ?? [text] {
                    let value = try kind.parse(part)
                    guard !values.contains(value) else { continue }
                    guard values.count < most else {
                        throw ConfigurationValueError(predicate: "may be repeated at most \(most) times; remove some")
                    }
                    values.append(value)
                }
                field.set(&root, argument, values)
            },
            review: { root, argument in review(field.get(root, argument) ?? []) },
            separator: separator,
            texts: { root, argument in (field.get(root, argument) ?? []).map(kind.render) }, words: kind.words)
    }

    /// A command line, started without a shell; repeating the key adds words.
    static func command(_ name: String, _ field: ConfigurationField<Root, [String]>, _ summary: String) -> Self {
        Self(
            name: name, type: "command", defaultText: CommandWords.join(field.initial), range: "at most 64 words",
            summary: summary, isList: true,
            reset: { root, argument in field.set(&root, argument, []) },
            assign: { root, argument, text throws(ConfigurationValueError) in
                guard let words = CommandWords.split(text) else {
                    throw .wants("each quote closed and nothing after a backslash missing", not: text)
                }
                let all = (field.get(root, argument) ?? []) + words
                guard all.count <= 64 else { throw ConfigurationValueError(predicate: "has over 64 words") }
                guard let program = all.first, !program.isEmpty else {
                    throw .wants("a program first, such as 'mpv --idle'", not: text)
                }
                field.set(&root, argument, all)
            },
            review: { _, _ in nil })
    }
}
