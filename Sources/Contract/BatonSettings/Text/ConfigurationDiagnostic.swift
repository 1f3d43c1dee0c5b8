// SPDX-License-Identifier: Apache-2.0

/// A problem of a configuration: what is wrong, where, and what to do.
package struct ConfigurationDiagnostic: Sendable, Equatable, CustomStringConvertible {
    /// How severe the problem is.
    package enum Severity: String, Sendable {
        /// The configuration is used, but the line is ignored or may not do what was meant.
        case warning
        /// Nothing of the configuration is used.
        case error
    }

    /// How severe the problem is.
    package let severity: Severity
    /// Where the text is.
    package let place: ConfigurationPlace
    /// One sentence: what is wrong, with what, and what to do.
    package let message: String

    /// An error.
    package static func error(_ place: ConfigurationPlace, _ message: String) -> Self {
        Self(severity: .error, place: place, message: message)
    }

    /// A warning.
    package static func warning(_ place: ConfigurationPlace, _ message: String) -> Self {
        Self(severity: .warning, place: place, message: message)
    }

    /// The diagnostic in the form of compilers: `baton.conf:12:9: error: …`.
    package var description: String { "\(place): \(severity.rawValue): \(message)" }
}

/// The place of a section, a key or a value.
package struct ConfigurationPlace: Sendable, Equatable, CustomStringConvertible {
    /// The file's path, or the option: `--set`.
    package let source: String
    /// The line, counted from 1; nil for an option or a whole file.
    package var line: Int?
    /// The character in the line, counted from 1; nil for the whole line.
    package var column: Int?

    /// A place in `source`.
    package init(_ source: String, line: Int? = nil, column: Int? = nil) {
        self.source = source
        self.line = line
        self.column = column
    }

    /// `source:line:column`; unknown parts are left out.
    package var description: String {
        switch (line, column) {
        case (let line?, let column?): "\(source):\(line):\(column)"
        case (let line?, nil): "\(source):\(line)"
        default: source
        }
    }
}

/// The problems for which a configuration was refused, with its warnings, in the order of the text.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// Never empty; at least one is an error.
    package let diagnostics: [ConfigurationDiagnostic]

    /// One line for each diagnostic.
    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
