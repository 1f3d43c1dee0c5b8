// SPDX-License-Identifier: Apache-2.0

internal import BatonMPRIS

/// What a player does with a remote-control event, decided from what is known before anything is sent.
enum Disposition: Equatable, Sendable {
    /// Send this MPRIS method.
    case send(PlayerMethod)
    /// Start or end seeking in this direction.
    case seek(SeekDirection, begins: Bool)
    /// Not mine; the next responder may have it.
    case pass
    /// Nobody may have it: it would start a second player, or skip past the one that is heard.
    case refuse(Refusal)
}
