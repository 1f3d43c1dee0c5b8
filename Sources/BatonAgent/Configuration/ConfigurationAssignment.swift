// SPDX-License-Identifier: Apache-2.0

/// One `key = value` as it was written, not yet understood.
struct ConfigurationAssignment: Sendable, Equatable {
    /// What stood between the brackets: `mpris`, `App geany`; empty before the first section.
    let section: String
    /// The line of that section's header, if it is in a file.
    let sectionPlace: ConfigurationPlace
    /// The key.
    let name: String
    /// The value without surrounding blanks; empty puts the default back.
    let value: String
    /// Where the key is.
    let place: ConfigurationPlace
    /// Where the value is.
    let valuePlace: ConfigurationPlace
}
