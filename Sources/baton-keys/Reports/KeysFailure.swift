// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink

/// Why a command was not executed.
enum KeysFailure: Error {
    /// A guard refused, before any key was pressed.
    case refused(KeysRefusal)
    /// It failed; the text says why.
    case failed(String)
}
