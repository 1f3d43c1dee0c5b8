// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

/// Why a file in RON (COSMIC) is no single map, or a file in KDL (niri) has signs that are not closed.
///
/// The desktop reads nothing of such a file, so lines in it would bind no key.
struct NodeFault: Equatable {
    enum Kind { case unclosed, unexpected, missing }

    let kind: Kind
    /// The sign that is not closed, that is not expected, or that is missing.
    let sign: String
    /// From 1.
    let line: Int

    /// The first fault; nil for a whole file, and for a blank one.
    static func first(in text: String, _ form: BindingForm) -> NodeFault? {
        guard form != .lines, !isBlank(text) else { return nil }
        let (tokens, unclosed) = NodeTokens.read(text, isKDL: form == .nodes)
        var levels = NodeLevels(isMap: form == .map)
        if let token = tokens.first(where: { !levels.take($0) }) {
            return NodeFault(.unexpected, token, text)
        }
        if let unclosed {
            let token = tokens.last { $0.place.lowerBound == unclosed }
            return NodeFault(kind: .unclosed, sign: token == nil ? "/*" : "\"", line: line(of: unclosed, text))
        }
        if let opening = levels.open { return NodeFault(.unclosed, opening, text) }
        return form == .map && tokens.isEmpty ? NodeFault(kind: .missing, sign: "{", line: 1) : nil
    }

    /// Whether there is nothing in a file.
    static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

    /// The sentence for the user.
    func error(in path: String) -> SetupError {
        switch kind {
        case .unclosed:
            SetupError(
                translated(
                    """
                    \(path) has another form than Baton knows, line \(line): '\(sign)' is not closed. \
                    See 'batonctl setup --print'.
                    """))
        case .unexpected:
            SetupError(
                translated(
                    """
                    \(path) has another form than Baton knows, line \(line): '\(sign)' is not expected there. \
                    See 'batonctl setup --print'.
                    """))
        case .missing:
            SetupError(
                translated(
                    """
                    \(path) has another form than Baton knows, line \(line): '\(sign)' is missing. \
                    See 'batonctl setup --print'.
                    """))
        }
    }

    private init(kind: Kind, sign: String, line: Int) {
        (self.kind, self.sign, self.line) = (kind, sign, line)
    }

    private init(_ kind: Kind, _ token: NodeToken, _ text: String) {
        let sign = token.kind == .text ? "\"" : token.value.unicodeScalars.prefix(40).map(Self.visible).joined()
        self.init(kind: kind, sign: sign, line: Self.line(of: token.place.lowerBound, text))
    }

    /// A byte order mark is not to be seen, and its number is.
    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            "U+\(String(scalar.value, radix: 16, uppercase: true))"
        default: String(scalar)
        }
    }

    private static func line(of place: Int, _ text: String) -> Int {
        text.utf8.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1
    }
}

/// Follows the signs that open and close something in a file, and for RON also what stands between them.
private struct NodeLevels {
    /// What was read since the last comma, or since what opened.
    private enum State { case nothing, value, colon, pair }

    let isMap: Bool
    private var levels: [(opening: NodeToken, state: State)] = []
    private var isDone = false
    /// The last piece was a name, which may have fields in parentheses.
    private var isName = false

    init(isMap: Bool) { self.isMap = isMap }

    /// What was opened last and is not closed.
    var open: NodeToken? { levels.last?.opening }

    /// Takes the next piece.
    ///
    /// - Returns: whether it may stand there.
    mutating func take(_ token: NodeToken) -> Bool {
        guard isMap else { return takeSign(token) }
        let isFields = isName && token.kind == .opening && token.value == "("
        isName = false
        guard let (opening, state) = levels.last else {
            return !isDone && token.kind == .opening && token.value == "{" && takeSign(token)
        }
        // All of a map is pairs, and fields may have names.
        let isComplete = state == .pair || state == .value && opening.value != "{"
        let isValue = state == .nothing || state == .colon
        switch token.kind {
        case .opening:
            guard isFields || isValue && addValue() else { return false }
            return takeSign(token)
        case .closing: return (isComplete || state == .nothing) && takeSign(token)
        case .separator: return isComplete && set(.nothing)
        case .text: return isValue && addValue()
        case .word where token.value == ":": return state == .value && opening.value != "[" && set(.colon)
        case .word:
            isName = true
            return isValue && addValue()
        }
    }

    private mutating func takeSign(_ token: NodeToken) -> Bool {
        switch token.kind {
        case .opening: levels.append((token, .nothing))
        case .closing:
            guard let (opening, _) = levels.popLast() else { return false }
            isDone = levels.isEmpty
            return ["{": "}", "[": "]", "(": ")"][opening.value] == token.value
        case .separator, .word, .text: break
        }
        return true
    }

    private mutating func addValue() -> Bool { set(levels.last?.state == .colon ? .pair : .value) }

    private mutating func set(_ state: State) -> Bool {
        levels[levels.count - 1].state = state
        return true
    }
}
