// SPDX-License-Identifier: Apache-2.0

@testable import BatonSettings

/// Reads a text as `baton.conf`.
func loadConfiguration(_ text: String, set overrides: [String] = []) throws -> LoadedConfiguration {
    try Configuration.read(Array(text.utf8), source: "baton.conf", overrides: overrides)
}

/// Everything there is to say about a text, warnings and errors alike.
func configurationProblems(_ text: String, set overrides: [String] = []) -> [String] {
    configurationProblems(Array(text.utf8), set: overrides).map(\.description)
}

/// Everything there is to say about bytes, warnings and errors alike.
func configurationProblems(_ bytes: [UInt8], set overrides: [String] = []) -> [ConfigurationDiagnostic] {
    Configuration.problems(in: bytes, source: "baton.conf", overrides: overrides)
}
