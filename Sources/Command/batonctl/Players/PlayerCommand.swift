// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonTemplate

/// A command for a player, without finding the player or calling it.
enum PlayerCommand: Sendable {
    case transport(RemoteControlSubtype)
    case seek(Adjustment)
    case setVolume(Adjustment)
    case mute(MuteWord)
    case setLoop(LoopStatus)
    case setShuffle(ShuffleChange)
    case setRate(Adjustment)
    case open(uri: String)
    case raise
    case query(PlayerQuery)

    /// Whether it only asks.
    var isQuery: Bool { if case .query = self { true } else { false } }

    /// The action for `player`.
    ///
    /// - Throws: ``CommandError`` when the command would fail with every other player too.
    func action(for player: PlayerSnapshot) throws(CommandError) -> PlayerAction {
        switch self {
        case .transport(let command): Self.transport(command, player)
        case .seek(let adjustment): Self.seek(adjustment, player)
        case .setVolume(let adjustment): Self.setVolume(adjustment, player)
        case .mute: .pass("it can only be muted while Baton is running")
        case .setLoop(let status):
            player.can(.canControl) ? .set(.loopStatus, .string(status.rawValue)) : .pass("it cannot be controlled")
        case .setShuffle(let change):
            player.can(.canControl)
                ? .set(.shuffle, .boolean(change.value(from: player.shuffle ?? false)))
                : .pass("it cannot be controlled")
        case .setRate(let adjustment): Self.setRate(adjustment, player)
        case .raise: .call(.raise, [])
        case .open(let uri):
            player.can(.canControl) ? .call(.openUri, [.string(uri)]) : .pass("it cannot be controlled")
        case .query(let query): try query.action(for: player)
        }
    }

    private static func transport(_ command: RemoteControlSubtype, _ player: PlayerSnapshot) -> PlayerAction {
        guard let method = command.method else { return .pass("players have no method for \(command.word)") }
        let gate = PlayerGate(
            capabilities: player.capabilities, status: player.status.flatMap(PlaybackStatus.init(tolerant:)),
            decidesItself: player.isFollowedHost)
        return switch gate.decide(method) {
        case .send(let method): .call(method, [])
        case .done: .done("nothing to do: it is \(player.status ?? "") already")
        case .pass: .pass("it cannot \(command.word) now")
        case .refuse: .refuse("it cannot \(command.word) now")
        }
    }

    private static func seek(_ adjustment: Adjustment, _ player: PlayerSnapshot) -> PlayerAction {
        guard player.can(.canSeek) else { return .pass("it cannot seek") }
        switch adjustment {
        case .change(let seconds): return .call(.seek, [.int64(Int64(microsecondsIn: seconds))])
        case .set(let seconds):
            let target = MediaTime(microseconds: Int64(microsecondsIn: seconds))
            if let track = player.trackID { return .call(.setPosition, [.objectPath(track), target.value]) }
            // SetPosition cannot carry the identifier of this track (rule MPRIS58).
            guard !player.metadata.isEmpty, let position = player.position else {
                return .pass("it has no track to seek in")
            }
            if let length = player.metadata(MetadataKey.length.rawValue).flatMap({ MediaTime($0) }), length > 0,
                target > length
            {
                return .done("nothing to do: the track ends before that")
            }
            return .call(.seek, [(target - MediaTime(microseconds: position)).value])
        }
    }

    /// The action that does the same at a player which does not have the first one: Seek for SetPosition, and the reverse (rule
    /// MPRIS99).
    func otherAction(than action: PlayerAction, for player: PlayerSnapshot) -> PlayerAction? {
        guard case .seek = self, let position = player.position else { return nil }
        let now = MediaTime(microseconds: position)
        switch action {
        case .call(.setPosition, let arguments):
            guard arguments.count == 2, let target = MediaTime(arguments[1]) else { return nil }
            return .call(.seek, [(target - now).value])
        case .call(.seek, let arguments):
            guard let offset = arguments.first.flatMap({ MediaTime($0) }), let track = player.trackID else {
                return nil
            }
            return .call(.setPosition, [.objectPath(track), max(0, now + offset).value])
        default: return nil
        }
    }

    private static func setVolume(_ adjustment: Adjustment, _ player: PlayerSnapshot) -> PlayerAction {
        guard player.can(.canControl) else { return .pass("it cannot be controlled") }
        switch adjustment {
        case .set(let level): return .set(.volume, .double(max(0, level)))
        case .change(let step):
            guard let volume = player.volume, volume.isFinite else { return .pass("it has no volume") }
            return .set(.volume, .double(max(0, volume + step)))
        }
    }
}

extension PlayerSnapshot {
    /// The current track's id as an object path. Some players send it as a string, which need not be one.
    fileprivate var trackID: ObjectPath? {
        let track: ObjectPath? =
            switch metadata(MetadataKey.trackID.rawValue) {
            case .objectPath(let path)?: path
            case .string(let text)?: try? ObjectPath(text)
            default: nil
            }
        return track == TrackID.noTrack ? nil : track
    }
}
