// SPDX-License-Identifier: Apache-2.0

import BatonTranslation

extension Reason {
    /// The sentence about a helper that needs the libraries of the details.
    package static func librariesMissing(_ program: String, _ details: Details) -> String {
        let names = details.text(.libraries)
        return names.isEmpty
            ? translated("\(program) needs a library that is not installed")
            : translated("\(program) needs a library that is not installed: \(names)")
    }
}

extension ReasonDetails {
    /// The files of shared libraries that are missing; no details without any.
    package static func libraries(_ names: [String]) -> ReasonDetails {
        names.isEmpty ? [:] : [.libraries: .text(names.joined(separator: ", "))]
    }
}
