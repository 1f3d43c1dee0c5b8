// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink

/// Why a command was not executed.
enum KeysFailure: Error {
    /// A guard refused, before any key was pressed.
    case refused(KeysRefusal)
    /// It failed; the text says why.
    case failed(String)
    /// Something is missing that the user can do something about, with words as well.
    case missing(KeysObstacle, String)

    /// The words; empty for a refusal.
    var text: String {
        switch self {
        case .refused: ""
        case .failed(let text), .missing(_, let text): text
        }
    }
}
