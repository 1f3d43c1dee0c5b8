// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonEvents

/// A command for a player, without finding the player or calling it.
enum PlayerCommand: Sendable {
    case transport(RemoteControlSubtype)
    case seek(Adjustment)
    case setVolume(Adjustment)
    case setLoop(String)
    case setShuffle(ShuffleChange)
    case open(uri: String)
    case query(PlayerQuery)

    /// The action for `player`.
    ///
    /// - Throws: ``CommandError`` when the command would fail with every other player too.
    func action(for player: PlayerSnapshot) throws(CommandError) -> PlayerAction {
        switch self {
        case .transport(let command): Self.transport(command, player)
        case .seek(let adjustment): Self.seek(adjustment, player)
        case .setVolume(let adjustment): Self.setVolume(adjustment, player)
        case .setLoop(let status):
            player.can("CanControl") ? .set("LoopStatus", .string(status)) : .pass("it cannot be controlled")
        case .setShuffle(let change):
            player.can("CanControl")
                ? .set("Shuffle", .boolean(change.value(from: player.shuffle ?? false)))
                : .pass("it cannot be controlled")
        case .open(let uri):
            player.can("CanControl") ? .call("OpenUri", [.string(uri)]) : .pass("it cannot be controlled")
        case .query(let query): try query.action(for: player)
        }
    }

    private static func transport(_ command: RemoteControlSubtype, _ player: PlayerSnapshot) -> PlayerAction {
        guard let method = command.method else { return .pass("players have no method for \(command.word)") }
        let able =
            switch command {
            case .togglePlayPause: player.can(player.status == "Playing" ? "CanPause" : "CanPlay")
            case .play: player.can("CanPlay")
            case .pause: player.can("CanPause")
            case .nextTrack: player.can("CanGoNext")
            case .previousTrack: player.can("CanGoPrevious")
            default: player.can("CanControl")
            }
        return able ? .call(method, []) : .pass("it cannot \(command.word) now")
    }

    private static func seek(_ adjustment: Adjustment, _ player: PlayerSnapshot) -> PlayerAction {
        guard player.can("CanSeek") else { return .pass("it cannot seek") }
        switch adjustment {
        case .change(let seconds): return .call("Seek", [.int64(Int64(microsecondsIn: seconds))])
        case .set(let seconds):
            guard let track = player.trackID else { return .pass("it has no track to seek in") }
            return .call("SetPosition", [.objectPath(track), .int64(Int64(microsecondsIn: seconds))])
        }
    }

    private static func setVolume(_ adjustment: Adjustment, _ player: PlayerSnapshot) -> PlayerAction {
        guard player.can("CanControl") else { return .pass("it cannot be controlled") }
        switch adjustment {
        case .set(let level): return .set("Volume", .double(max(0, level)))
        case .change(let step):
            guard let volume = player.volume else { return .pass("it has no volume") }
            return .set("Volume", .double(max(0, volume + step)))
        }
    }
}

extension PlayerSnapshot {
    /// The current track's id. Some players send it as a string instead of an object path.
    fileprivate var trackID: ObjectPath? {
        switch metadata("mpris:trackid") {
        case .objectPath(let path)?: path
        case .string(let text)?: try? ObjectPath(text)
        default: nil
        }
    }
}
