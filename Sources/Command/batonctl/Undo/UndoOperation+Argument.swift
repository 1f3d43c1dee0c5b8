// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonAPI
import BatonDBus

/// The choices for the last edit, on the command line.
extension UndoOperation: ExpressibleByArgument {
    /// The agent's method.
    var method: MemberName {
        switch self {
        case .undo: ApplicationMember.undo
        case .redo: ApplicationMember.redo
        }
    }
}
