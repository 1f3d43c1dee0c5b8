// SPDX-License-Identifier: Apache-2.0

/// What the user can do on the page *Now*. A player is named by its ``PagePlayer/id``.
package enum PageCommand: Hashable, Sendable {
    /// Pins a player.
    case pin(String)
    /// Removes the pin.
    case unpin
    /// Sends a player no more commands.
    case ignore(String)
    /// Sends it commands again.
    case unignore(String)
    /// Skips to the next track.
    case next(String)
    /// Pauses a player that plays, and else plays it.
    case playPause(String)
    /// Pauses all that plays, until it is resumed.
    case hold
    /// Resumes what was held, whatever plays.
    case goOn
    /// Pauses all that plays; if nothing does, resumes what was held.
    case holdOrGoOn
}
