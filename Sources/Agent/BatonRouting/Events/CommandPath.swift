// SPDX-License-Identifier: Apache-2.0

/// The path by which a command came into the agent: only the path that began seeking ends it (rule C3).
///
/// Callers are not told apart, because a key binding runs one program when the key goes down and another when it goes up.
package enum CommandPath: Hashable, Sendable {
    /// A call on one of the MPRIS faces.
    case face
    /// A call on org.baton.Baton1.
    case control
    /// A press of a device or service, with the number of its input.
    case input(Int)
}
