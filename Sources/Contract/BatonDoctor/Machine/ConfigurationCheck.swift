// SPDX-License-Identifier: Apache-2.0

import BatonFiles
package import BatonSettings
import BatonTranslation
import Glibc

/// The configuration file as it is on the disk now.
///
/// batond may not have it: with an error in it batond does not start, and at a reload it keeps what it had read before.
package struct ConfigurationCheck {
    /// The path of the file; nil if the user has none.
    package let file: String?
    /// What is wrong in it.
    package let problems: [ConfigurationDiagnostic]

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - file: the file that batond has read; nil, or one that is gone, for that which it would read at its start.
    ///   - environment: the variables that say where files are.
    package init(file: String?, environment: [String: String] = Paths.processEnvironment()) {
        let paths = Paths(environment: environment)
        let present = file.flatMap { access($0, F_OK) == 0 ? $0 : nil }
        do throws(ConfigurationError) {
            let loaded = try Configuration.load(file: present, paths: paths, keys: .unchecked)
            self.file = loaded.file
            problems = loaded.warnings
        } catch {
            self.file = error.diagnostics.first?.place.source ?? present
            problems = error.diagnostics
        }
    }

    /// What is wrong in a file that batond refuses; nil for any other.
    package var refused: ConfigurationDiagnostic? { problems.first { $0.severity == .error } }

    /// The sentence of a file with which batond does not start; nil for any other.
    package var refusal: String? {
        refused.map { translated("Baton does not start with this file: \($0.place): \($0.message)") }
    }
}
