// SPDX-License-Identifier: Apache-2.0

import BatonShortcuts
import BatonValues

/// How a file writes its bindings.
enum BindingForm {
    /// A line each: sway, i3, Hyprland.
    case lines
    /// Nodes of the section `binds`, in KDL: niri.
    case nodes
    /// Entries of a map, in RON: COSMIC.
    case map
}

/// A binding in a configuration file: what it binds to what, and where it stands.
///
/// A program that writes the file anew changes spaces, order and comments, but not this.
struct BindingEntry {
    /// What it says, the same for each way to write it.
    let meaning: [String]
    /// The name of the key, in lower case; nil for a key with modifiers, and for lines that bind no key.
    let key: String?
    /// Its bytes, with the sign behind it that separates it from the next one.
    let place: Range<Int>

    /// All of a text, in its order. What is not closed is none.
    static func all(in text: String, _ form: BindingForm) -> [BindingEntry] {
        switch form {
        case .lines: lines(of: text)
        case .map: map(NodeTokens.all(of: text, isKDL: false))
        case .nodes:
            sections(of: text).flatMap {
                parts($0.inner).map { BindingEntry($0, node(of: $0), key: nodeKey(of: $0)) }
            }
        }
    }

    /// Niri's sections `binds` that have nothing in them.
    static func emptySections(in text: String) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        return sections(of: text).filter { section in
            bytes[section.within].allSatisfy { " \t\r\n".utf8.contains($0) }
        }.map(\.place)
    }

    /// Whether it runs `batonctl send`.
    var sends: Bool { meaning.contains { $0.contains(bytesOf: " send ") } }

    private init(meaning: [String], key: String? = nil, place: Range<Int>) {
        (self.meaning, self.key, self.place) = (meaning, key, place)
    }

    private init(_ tokens: ArraySlice<NodeToken>, _ meaning: [String], key: String? = nil) {
        let start = tokens.first?.place.lowerBound ?? 0
        // A line's end stays.
        let end = tokens.last { $0.kind != .separator || $0.value != "\n" }?.place.upperBound ?? start
        self.init(meaning: meaning, key: key, place: start..<end)
    }

    // MARK: Lines

    private static func lines(of text: String) -> [BindingEntry] {
        var entries: [BindingEntry] = []
        var start = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let words = AddedLines.trimmed(String(decoding: line, as: UTF8.self))
            let isComment = ["#", "--", "//"].contains(where: words.hasPrefix)
            if !words.isEmpty, !isComment {
                entries.append(BindingEntry(meaning: [words], place: start..<start + line.count))
            }
            start += line.count + 1
        }
        return entries
    }

    // MARK: Nodes and maps

    /// The tokens between separators, each with the one behind it, up to the sign that closes what they stand in.
    private static func parts(_ tokens: ArraySlice<NodeToken>) -> [ArraySlice<NodeToken>] {
        var parts: [ArraySlice<NodeToken>] = []
        var (start, depth) = (tokens.startIndex, 0)
        for (index, token) in zip(tokens.indices, tokens) {
            switch token.kind {
            case .opening: depth += 1
            case .closing where depth == 0: return start < index ? parts + [tokens[start..<index]] : parts
            case .closing: depth -= 1
            case .separator where depth == 0:
                if start < index { parts.append(tokens[start...index]) }
                start = index + 1
            case .separator, .word, .text: break
            }
        }
        return depth == 0 && start < tokens.endIndex ? parts + [tokens[start...]] : parts
    }

    private static func map(_ tokens: [NodeToken]) -> [BindingEntry] {
        // Before the brace may be attributes.
        guard let brace = tokens.firstIndex(where: { $0.value == "{" && $0.kind == .opening }) else { return [] }
        return parts(tokens[(brace + 1)...]).map { BindingEntry($0, pair(of: $0), key: pairKey(of: $0)) }
    }

    /// `(modifiers: …, key: …): action`: the fields in any order. A name that COSMIC's settings have for it is no part of what it does.
    private static func pair(of tokens: ArraySlice<NodeToken>) -> [String] {
        guard tokens.first?.value == "(" else { return words(of: tokens) }
        let fields = parts(tokens.dropFirst())
        let names = fields.filter { $0.first?.value != "description" }.map { words(of: $0).joined(separator: " ") }
        let rest = tokens[(fields.last?.endIndex ?? tokens.startIndex + 1)...]
        return names.sorted() + words(of: rest)
    }

    /// The name of the key of `(modifiers: [], key: …)`; the name of a type may stand before it. The field `modifiers` may be missing.
    private static func pairKey(of tokens: ArraySlice<NodeToken>) -> String? {
        let isNamed = tokens.first?.kind == .word && tokens.dropFirst().first?.value == "("
        let fields = parts(tokens.dropFirst(isNamed ? 2 : 1))
        func field(_ name: String) -> ArraySlice<NodeToken>? {
            fields.first { $0.first?.value == name }.map { $0.dropFirst(2) }
        }
        let modifiers = field("modifiers") ?? []
        guard !modifiers.contains(where: { $0.kind == .word || $0.kind == .text }) else { return nil }
        return field("key")?.first { $0.kind == .text }?.value.lowercased()
    }

    /// The name of niri's key: one with modifiers has them before a plus sign, and is no other's name.
    private static func nodeKey(of tokens: ArraySlice<NodeToken>) -> String? { tokens.first?.value.lowercased() }

    /// A key in any case, its properties in any order, and what it does.
    private static func node(of tokens: ArraySlice<NodeToken>) -> [String] {
        let head = tokens.prefix { $0.kind != .opening }
        var properties: [String] = []
        for word in words(of: head.dropFirst()) {
            let isValue = properties.last?.hasSuffix("=") == true
            if isValue { properties[properties.count - 1] += word } else { properties.append(word) }
        }
        return [head.first?.value.lowercased() ?? ""] + properties.sorted() + words(of: tokens[head.endIndex...])
    }

    /// What tokens say, without separators: whether one stands behind the last thing in braces is nothing.
    private static func words(of tokens: ArraySlice<NodeToken>) -> [String] {
        tokens.filter { $0.kind != .separator }.map { $0.kind == .text ? "\"\($0.value)\"" : $0.value }
    }

    /// The sections `binds` of niri's file: where each is, what is between its braces, and the tokens from there on.
    private static func sections(
        of text: String
    ) -> [(place: Range<Int>, within: Range<Int>, inner: ArraySlice<NodeToken>)] {
        parts(NodeTokens.all(of: text, isKDL: true)[...]).compactMap { node in
            guard node.first?.value == "binds", let brace = node.firstIndex(where: { $0.kind == .opening }),
                let closing = node.last(where: { $0.kind == .closing })
            else { return nil }
            let within = node[brace].place.upperBound..<closing.place.lowerBound
            return (BindingEntry(node, []).place, within, node[(brace + 1)...])
        }
    }
}
