// SPDX-License-Identifier: Apache-2.0

/// A sentence for people with values in it, which is looked up in the catalogue as a whole: `"In \(app)"` is `In {1}`
/// there.
package struct Phrase: ExpressibleByStringInterpolation, Sendable {
    /// The sentence as the catalogue has it.
    package let key: String
    let values: [String]

    package struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var key = ""
        var values: [String] = []

        package init(literalCapacity: Int, interpolationCount: Int) { key.reserveCapacity(literalCapacity) }

        package mutating func appendLiteral(_ literal: String) { key += literal }

        package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            values.append(value.description)
            key += "{\(values.count)}"
        }
    }

    package init(stringLiteral: String) {
        key = stringLiteral
        values = []
    }

    package init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        values = stringInterpolation.values
    }

    /// The sentence with its values, in the words of a template: `{1}` is the first value.
    ///
    /// A value may itself contain what looks like a place: it is not replaced.
    func text(_ template: String) -> String {
        guard !values.isEmpty else { return template }
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "}"), let number = Int(rest[rest.index(after: open)..<close]),
                number >= 1, number <= values.count
            else {
                text += "{"
                rest = rest.dropFirst()
                continue
            }
            text += values[number - 1]
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}

/// A sentence in the user's language where the program speaks to people only (`batonctl`); else in English, as in the
/// log.
package func translated(_ phrase: Phrase) -> String {
    phrase.text(Catalogue.isForAll ? Catalogue.template(phrase.key) : phrase.key)
}

/// A sentence on the screen, in the user's language.
package func onScreen(_ phrase: Phrase) -> String { phrase.text(Catalogue.template(phrase.key)) }
