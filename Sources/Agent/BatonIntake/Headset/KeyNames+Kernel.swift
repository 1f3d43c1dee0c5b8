// SPDX-License-Identifier: Apache-2.0

import BatonInput
package import BatonSettings

extension KeyNames {
    /// The names that libevdev knows.
    package static let kernel = KeyNames(code: { KeyName.code($0) }, name: { KeyName.text($0) })
}
