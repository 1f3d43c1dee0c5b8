// SPDX-License-Identifier: Apache-2.0

/// Why a configuration was not used: everything that is wrong with it, with the warnings, in the order of the text.
struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// Never empty; at least one is an error.
    let diagnostics: [ConfigurationDiagnostic]

    /// One line for each.
    var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
