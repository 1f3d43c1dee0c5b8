// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink

/// Why a command was not done.
enum KeysFailure: Error {
    /// A guard said no, before any key was pressed.
    case refused(KeysRefusal)
    /// It could not be done, in words.
    case failed(String)
}
