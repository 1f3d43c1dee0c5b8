// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a value of its key.
///
/// The key's name and the place are added by ``ConfigurationSchema``.
struct ConfigurationValueError: Error, Equatable {
    /// The rest of a sentence that begins with the key's name.
    let predicate: String

    /// `wants …, not '…'`.
    static func wants(_ wish: String, not text: String) -> Self {
        Self(predicate: "wants \(wish), not \(ConfigurationText.quoted(text))")
    }
}
