// SPDX-License-Identifier: Apache-2.0

import BatonDBus

extension PlayerProperty {
    /// The value in a new player; nil for optional properties.
    var initialValue: Value? {
        switch self {
        case .canGoNext, .canGoPrevious, .canPlay, .canPause, .canSeek, .canControl: .boolean(true)
        case .canQuit, .canRaise, .hasTrackList, .canEditTracks: .boolean(false)
        case .playbackStatus: .string(PlaybackStatus.stopped.rawValue)
        case .rate, .minimumRate, .maximumRate, .volume: .double(1)
        case .position: .int64(0)
        case .metadata: Metadata().value
        case .identity: .string("")
        case .supportedUriSchemes, .supportedMimeTypes, .orderings: .strings([])
        case .tracks: .array(DBusArray("o", []))
        case .playlistCount: .uint32(0)
        case .activePlaylist: .structure([.boolean(false), Playlist(id: "/", name: "").value])
        case .fullscreen, .canSetFullscreen, .desktopEntry, .loopStatus, .shuffle: nil
        }
    }
}
