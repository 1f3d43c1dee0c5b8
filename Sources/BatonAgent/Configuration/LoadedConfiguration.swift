// SPDX-License-Identifier: Apache-2.0

/// A configuration that can be used, and where it came from.
struct LoadedConfiguration: Sendable, Equatable {
    /// The settings.
    let configuration: Configuration
    /// What was passed over, for the log.
    let warnings: [ConfigurationDiagnostic]
    /// The file's path; nil when there is none and the defaults count.
    let file: String?
}
