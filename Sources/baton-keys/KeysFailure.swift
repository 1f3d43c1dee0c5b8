// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink

/// Why a command was not done.
enum KeysFailure: Error {
    /// A guard said no, before any key was pressed.
    case refused(KeysRefusal)
    /// It could not be done, in words.
    case failed(String)
    /// Something is missing that the user can do something about; also in words.
    case missing(KeysObstacle, String)

    /// The words; empty for a refusal.
    var text: String {
        switch self {
        case .refused: ""
        case .failed(let text), .missing(_, let text): text
        }
    }
}
