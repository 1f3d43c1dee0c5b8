// SPDX-License-Identifier: Apache-2.0

internal import BatonMPRIS

/// What a player does with a remote-control event, decided from what is known before anything is sent.
enum Disposition: Equatable, Sendable {
    /// Send this MPRIS method.
    case send(PlayerMethod)
    /// Start seeking in this direction. An end goes where its beginning went, see ``SeekSessions``.
    case beginSeeking(SeekDirection)
    /// Not mine; the next responder may have it.
    case pass
    /// Nobody may have it: it would start a second player, or skip past the one that is heard.
    case refuse(Refusal)
}
