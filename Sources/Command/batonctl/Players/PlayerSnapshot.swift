// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonTemplate

/// The properties of a player's `org.mpris.MediaPlayer2.Player` at one moment.
struct PlayerSnapshot: Sendable {
    let name: PlayerName

    /// The properties by name, without their variants.
    var properties: [String: Value]

    /// The metadata in the player's own order.
    var metadata: [(key: String, value: Value)] {
        guard case .dictionary(let dictionary)? = properties["Metadata"]?.unwrapped else { return [] }
        return dictionary.entries.compactMap { pair in pair.key.asString.map { ($0, pair.value.unwrapped) } }
    }

    var status: String? { properties["PlaybackStatus"]?.asString }
    var volume: Double? { properties["Volume"]?.asDouble }
    var loop: String? { properties["LoopStatus"]?.asString }
    var shuffle: Bool? { properties["Shuffle"]?.asBool }

    /// The position in microseconds.
    var position: Int64? { properties["Position"]?.asInt64 }

    /// Whether the player can do what `capability` (such as `CanPlay`) stands for.
    ///
    /// A player without the property counts as able; one whose `CanControl` is false is not able to do anything.
    func can(_ capability: String) -> Bool {
        let isControlled = properties["CanControl"]?.asBool ?? true
        return isControlled && (properties[capability]?.asBool ?? true)
    }

    /// What the player can do now.
    var capabilities: Capabilities {
        let all: [(String, Capabilities)] = [
            ("CanControl", .control), ("CanPlay", .play), ("CanPause", .pause), ("CanGoNext", .goNext),
            ("CanGoPrevious", .goPrevious), ("CanSeek", .seek),
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
        case "status": return .string(status ?? "Stopped")
        case "loop": return .string(loop ?? "None")
        case "shuffle": return .boolean(shuffle ?? false)
        case "volume": return .double(volume ?? 0)
        case "position": return .signed(position ?? 0)
        default: return nil
        }
    }
}
