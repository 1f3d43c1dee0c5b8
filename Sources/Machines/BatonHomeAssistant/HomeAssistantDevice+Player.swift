// SPDX-License-Identifier: Apache-2.0

package import BatonHousehold
import BatonJSON

/// The host as a player of Home Assistant, which has none of its own for MQTT: `mqtt_media_player`, which people install, reads one
/// value at each topic, and no template. So each value has a topic of its own below `BASE/HOST/player/`.
extension HomeAssistantDevice {
    /// The values of what was told at a topic of this host; none of another topic than ``HostTopic/now``.
    package func values(published topic: String, _ payload: [UInt8]) -> [PlainValue] {
        guard topic == topics.text(of: .now, at: name), let value = try? JSONReader.read(payload),
            let now = NowPlaying(value)
        else { return [] }
        return values(now)
    }

    /// The values of the player, each at its topic; one that is not known is empty.
    package func values(_ now: NowPlaying) -> [PlainValue] {
        func seconds(_ duration: Duration?) -> String { duration.map { "\($0.components.seconds)" } ?? "" }
        let texts: [String] = [
            now.player.isEmpty ? "idle" : now.status.rawValue, now.title, now.artist, now.album, seconds(now.length),
            seconds(now.position), now.volume.map { "\(min($0, 1))" } ?? "",
        ]
        return zip(valueNames, texts).map { PlainValue(topic: topic($0), payload: Array($1.utf8)) }
    }

    /// How the machine is held; nil empties the topic.
    package func orientation(_ word: String?) -> PlainValue {
        PlainValue(topic: topics.text(of: .orientation, at: name), payload: Array((word ?? "").utf8))
    }

    /// What the lid does; nil empties the topic.
    package func lid(isClosed: Bool?) -> PlainValue {
        let word = isClosed.map { Self.lidWord($0) } ?? ""
        return PlainValue(topic: topics.text(of: .lid, at: name), payload: Array(word.utf8))
    }

    /// Where ``values(_:)``, ``orientation(_:)`` and ``lid(isClosed:)`` are.
    var valueTopics: [String] {
        valueNames.map { topic($0) } + [HostTopic.orientation, .lid].map { topics.text(of: $0, at: name) }
    }

    private var valueNames: [String] { ["state", "title", "artist", "album", "duration", "position", "volume"] }

    private func topic(_ value: String) -> String { "\(topics.base)/\(name)/player/\(value)" }

    /// What announces the player. It has only the commands that the host allows.
    var player: Announcement {
        var all: [String: JSONValue] = [
            "name": .string(title), "unique_id": .string("\(node)-media-player"), "device": device,
            "availability": .object([
                "topic": .string(topics.text(of: .available, at: name)), "payload_available": .string("online"),
                "payload_not_available": .string("offline"),
            ]),
        ]
        for value in valueNames { all["state_\(value)_topic"] = .string(topic(value)) }
        if allowed.contains(.playback) {
            for (word, action) in [
                ("play", "play"), ("pause", "pause"), ("playpause", "toggle"), ("next", "next"),
                ("previous", "previous"),
            ] {
                all["command_\(word)_topic"] = command
                all["command_\(word)_payload"] = .string(action)
            }
        }
        if allowed.contains(.volume) { all["command_volume_topic"] = .string(topics.text(of: .volume, at: name)) }
        return Announcement(topic: "homeassistant/media_player/\(node)/config", content: .object(all))
    }
}

/// A value that is told by itself, as text; an empty one is taken away.
///
/// For example:
/// ```swift
/// for value in device.values(now) { publish(value.topic, value.payload) }
/// ```
package struct PlainValue: Equatable, Sendable {
    /// Where it is.
    package let topic: String
    /// Its text.
    package let payload: [UInt8]
}
