// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMPRIS
import BatonTemplate

/// The properties of a player's `org.mpris.MediaPlayer2.Player` at one moment.
struct PlayerSnapshot: Sendable {
    let name: PlayerName

    var properties: PlayerProperties = [:]

    /// The connection that has answered; several names may be its own.
    var owner: BusName?

    /// The metadata in the player's own order.
    var metadata: [(key: String, value: Value)] {
        guard case .dictionary(let dictionary)? = properties[.metadata]?.unwrapped else { return [] }
        return dictionary.entries.compactMap { pair in pair.key.asString.map { ($0, pair.value.unwrapped) } }
    }

    /// Whether it is another machine, by baton-mqtt.
    var isFollowedHost: Bool { name.instance.utf8.starts(with: BatonBus.machines.utf8) }

    /// The status in the player's own word.
    var status: String? { properties[.playbackStatus]?.asString }

    /// Whether it plays.
    var isPlaying: Bool { status == PlaybackStatus.playing.rawValue }

    var volume: Double? { properties[.volume]?.asDouble }
    var rate: Double? { properties[.rate]?.asDouble }
    var loop: String? { properties[.loopStatus]?.asString }
    var shuffle: Bool? { properties[.shuffle]?.asBool }

    /// The position in microseconds.
    var position: Int64? { properties[.position]?.asInt64 }

    /// Whether the player can do what `capability` (such as ``PlayerProperty/canPlay``) stands for.
    ///
    /// A player without the property counts as able; one whose `CanControl` is false is not able to do anything.
    func can(_ capability: PlayerProperty) -> Bool {
        let isControlled = properties[.canControl]?.asBool ?? true
        return isControlled && (properties[capability]?.asBool ?? true)
    }

    /// What the player can do now.
    var capabilities: Capabilities {
        let all: [(PlayerProperty, Capabilities)] = [
            (.canControl, .control), (.canPlay, .play), (.canPause, .pause), (.canGoNext, .goNext),
            (.canGoPrevious, .goPrevious), (.canSeek, .seek),
        ]
        return all.reduce(into: []) { if can($1.0) { $0.formUnion($1.1) } }
    }

    /// The metadata for `key`; `artist`, `album` and `title` may be given without `xesam:`.
    func metadata(_ key: String) -> Value? {
        let metadata = metadata
        if let exact = metadata.first(where: { $0.key == key }) { return exact.value }
        guard ["artist", "album", "title"].contains(key) else { return nil }
        return metadata.first { $0.key == "xesam:" + key }?.value
    }

    /// The variable `name` of a template.
    func variable(_ name: String) -> TemplateValue? {
        if let value = metadata(name) { return ValueText.templateValue(value) }
        switch name {
        case "playerName": return .string(self.name.name)
        case "playerInstance": return .string(self.name.instance)
        case "status": return .string(status ?? PlaybackStatus.stopped.rawValue)
        case "loop": return .string(loop ?? LoopStatus.none.rawValue)
        case "shuffle": return .boolean(shuffle ?? false)
        case "volume": return .double(volume ?? 0)
        case "rate": return .double(rate ?? 1)
        case "position": return .signed(position ?? 0)
        default: return nil
        }
    }
}
