// SPDX-License-Identifier: Apache-2.0

/// Something to say about a configuration: what, where, and what to do.
package struct ConfigurationDiagnostic: Sendable, Equatable, CustomStringConvertible {
    /// Whether the configuration can be used.
    package enum Severity: String, Sendable {
        /// It is used; the line is not, or not as meant.
        case warning
        /// None of it is used.
        case error
    }

    /// Whether the configuration can be used.
    package let severity: Severity
    /// Where the text is.
    package let place: ConfigurationPlace
    /// One sentence: what is wrong, on what, and what to do.
    package let message: String

    /// An error.
    package static func error(_ place: ConfigurationPlace, _ message: String) -> Self {
        Self(severity: .error, place: place, message: message)
    }

    /// A warning.
    package static func warning(_ place: ConfigurationPlace, _ message: String) -> Self {
        Self(severity: .warning, place: place, message: message)
    }

    /// As compilers write it: `baton.conf:12:9: error: …`.
    package var description: String { "\(place): \(severity.rawValue): \(message)" }
}

/// Where a piece of configuration was written.
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

    /// `source:line:column` as far as known.
    package var description: String {
        switch (line, column) {
        case (let line?, let column?): "\(source):\(line):\(column)"
        case (let line?, nil): "\(source):\(line)"
        default: source
        }
    }
}

/// Why a configuration was not used: everything that is wrong with it, with the warnings, in the order of the text.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// Never empty; at least one is an error.
    package let diagnostics: [ConfigurationDiagnostic]

    /// One line for each.
    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
