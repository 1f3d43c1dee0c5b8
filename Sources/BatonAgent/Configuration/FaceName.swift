// SPDX-License-Identifier: Apache-2.0

/// The MPRIS names Baton takes on the bus (design §4, "Faces").
enum FaceName: String, Sendable, CaseIterable {
    /// `org.mpris.MediaPlayer2.playerctld` when it is free or becomes free, else none.
    case auto
    /// `org.mpris.MediaPlayer2.baton`.
    case baton
    /// `org.mpris.MediaPlayer2.playerctld`.
    case playerctld
    /// Both names.
    case both
    /// No name: only `org.baton.Baton1`.
    case none
}
