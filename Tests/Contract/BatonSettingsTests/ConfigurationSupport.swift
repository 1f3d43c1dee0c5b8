// SPDX-License-Identifier: Apache-2.0

@testable import BatonSettings

/// Reads a text as `baton.conf`.
func loadConfiguration(_ text: String, set overrides: [String] = []) throws -> LoadedConfiguration {
    try Configuration.read(Array(text.utf8), source: "baton.conf", overrides: overrides)
}

/// All diagnostics of a text, warnings and errors.
func configurationProblems(_ text: String, set overrides: [String] = []) -> [String] {
    configurationProblems(Array(text.utf8), set: overrides).map(\.description)
}

/// All diagnostics of bytes, warnings and errors.
func configurationProblems(_ bytes: [UInt8], set overrides: [String] = []) -> [ConfigurationDiagnostic] {
    Configuration.problems(in: bytes, source: "baton.conf", overrides: overrides)
}
