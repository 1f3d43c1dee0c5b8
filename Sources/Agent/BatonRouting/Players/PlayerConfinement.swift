// SPDX-License-Identifier: Apache-2.0

/// Whether a player's process is in a sandbox (rule MPRIS50).
package enum PlayerConfinement: Equatable {
    /// The bus has not answered yet which process it is.
    case unknown
    /// It is in no sandbox, so it may read what the user may read.
    case free
    /// This process is in a sandbox, or cannot be looked at.
    case sandboxed(UInt32)
}
