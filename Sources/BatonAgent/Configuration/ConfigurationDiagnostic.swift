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
    static func error(_ place: ConfigurationPlace, _ message: String) -> Self {
        Self(severity: .error, place: place, message: message)
    }

    /// A warning.
    static func warning(_ place: ConfigurationPlace, _ message: String) -> Self {
        Self(severity: .warning, place: place, message: message)
    }

    /// As compilers write it: `baton.conf:12:9: error: …`.
    package var description: String { "\(place): \(severity.rawValue): \(message)" }
}
