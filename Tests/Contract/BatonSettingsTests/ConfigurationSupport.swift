// SPDX-License-Identifier: Apache-2.0

import BatonInput

@testable import BatonSettings

extension KeyNames {
    /// The names that the agent knows.
    static let kernel = KeyNames(code: { KeyName.code($0) }, name: { KeyName.text($0) })
}

/// Reads a text as `baton.conf`.
func loadConfiguration(_ text: String, set overrides: [String] = []) throws -> LoadedConfiguration {
    try Configuration.read(Array(text.utf8), source: "baton.conf", overrides: overrides, keys: .kernel)
}

/// All diagnostics of a text, warnings and errors.
func configurationProblems(_ text: String, set overrides: [String] = []) -> [String] {
    configurationProblems(Array(text.utf8), set: overrides).map(\.description)
}

/// All diagnostics of bytes, warnings and errors.
func configurationProblems(_ bytes: [UInt8], set overrides: [String] = []) -> [ConfigurationDiagnostic] {
    Configuration.problems(in: bytes, source: "baton.conf", overrides: overrides, keys: .kernel)
}
