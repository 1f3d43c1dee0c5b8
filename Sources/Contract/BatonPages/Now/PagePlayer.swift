// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonMPRIS
import BatonTranslation

/// A player or app of the chain, as a page shows it.
package struct PagePlayer: Equatable, Sendable {
    /// What commands name it by: a player's bus name, or the unique name and the object path of an app. Not for people.
    package let id: String
    /// What people call it.
    package let name: String
    /// The word of its playback status; empty of an app that tells none.
    package let status: String
    /// What it plays.
    package let track: PlayedTrack
    /// Why it has its place, in words.
    package let reason: String
    /// Whether the reason is that it plays, which its state says too.
    package let isHereByPlaying: Bool
    /// Whether it gets the next press.
    package let isFirst: Bool
    /// Whether the pin is for it.
    package let isPinned: Bool
    /// Whether it did not answer its last call.
    package let isSuspect: Bool
    /// Whether it is a player, which can be pinned and ignored. An app that has registered cannot.
    package let isPlayer: Bool

    /// Whether it plays.
    package var isPlaying: Bool { status == PlaybackStatus.playing.rawValue }

    /// Its playback status in words; what it tells instead if that is no word of MPRIS.
    package var state: String {
        switch PlaybackStatus(rawValue: status) {
        case .playing: translated("playing")
        case .paused: translated("paused")
        case .stopped: translated("stopped")
        case nil: status
        }
    }
}

extension PagePlayer {
    init(_ place: ChainPlace, track: PlayedTrack?) {
        self.init(
            id: place.responder.id, name: BoundedText.shown(place.name),
            status: BoundedText.shown(place.responder.status), track: track ?? .unknown,
            reason: BoundedText.shown(place.remark), isHereByPlaying: place.word == RoutingReason.playing.rawValue,
            isFirst: place.isFirst, isPinned: place.isPinned,
            isSuspect: place.responder.isSuspect, isPlayer: PlayerName(busName: place.responder.id) != nil)
    }
}
