// SPDX-License-Identifier: Apache-2.0

import BatonTranslation
package import SystemPackage

/// A failure of a part of the set-up, with the sentence for the user.
package struct SetupError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// A saved record that cannot be read or written.
    package static func record(_ error: Errno, _ path: String) -> SetupError {
        if error == .invalidArgument {
            return SetupError(translated("The settings saved in \(path) cannot be read: the file is damaged."))
        }
        return SetupError(translated("The present settings cannot be saved in \(path): \(error)."))
    }
}
