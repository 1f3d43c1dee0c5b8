// SPDX-License-Identifier: Apache-2.0

/// A format template as in `--format '{{ playerName }}: {{ artist }} – {{ title }}'`.
///
/// The language is playerctl's, with these additions: every integer type can be used in arithmetic, numbers print in
/// their shortest exact form, the length is not limited, and an invalid template is refused before any player is asked.
package struct Template: Sendable {
    private let parts: [TemplateExpression]

    /// The variables that the template names.
    package let variables: Set<String>

    /// Parses `text`.
    ///
    /// - Throws: ``TemplateError`` with the byte position of the error.
    package init(_ text: String) throws(TemplateError) {
        var parser = TemplateParser(text)
        parts = try parser.parse()
        var names: Set<String> = []
        for part in parts { part.forEachVariable { names.insert($0) } }
        variables = names
    }

    /// The text with each expression replaced by its value; a variable that `lookup` does not know is replaced by
    /// nothing.
    ///
    /// - Throws: ``TemplateError`` for operands and arguments of a wrong kind, overflow and division by zero.
    package func expand(_ lookup: (String) -> TemplateValue?) throws(TemplateError) -> String {
        var result = ""
        for part in parts {
            if let value = try part.value(lookup) { result += value.text }
        }
        return result
    }
}
