// SPDX-License-Identifier: Apache-2.0

import BatonHomeAssistant
import BatonHousehold
import BatonJSON
import Testing

/// What Home Assistant is told of a host (docs/machines.md).
@Suite struct HomeAssistantDeviceTests {
    private let id: HostID

    init() throws { id = try #require(HostID("0123456789abcdef0123456789abcdef")) }

    private func device(
        _ name: String = "laptop", allowed: [HouseholdCommand.Permission] = [.playback, .volume], titles: Bool = false
    ) -> HomeAssistantDevice {
        var settings = HouseholdSettings(id: id, name: HostName(making: name), title: "Anna's Laptop")
        settings.allowed = Set(allowed)
        settings.tellsTitles = titles
        settings.tellsPictures = titles
        return HomeAssistantDevice(settings, name: settings.name)
    }

    private func identifiers(_ device: HomeAssistantDevice, _ pins: [String] = []) -> [String] {
        device.announcements(pins: pins).compactMap { $0.content?["unique_id"]?.asString }
    }

    @Test("an entity's identifier is the same for another name of the host and other players, and no other's")
    func stable() {
        let all = HouseholdCommand.Permission.allCases
        let mine = identifiers(device(allowed: all, titles: true), ["mpv"])
        #expect(mine == identifiers(device("desk", allowed: all, titles: true), ["vlc", "firefox"]))
        #expect(Set(mine).count == mine.count)
        #expect(mine.allSatisfy { $0.hasPrefix("baton-\(id.text)-") }, "\(mine)")
    }

    @Test("only what the host allows has a button, and titles are told with consent only")
    func consent() {
        let plain = identifiers(device()).map { String($0.dropFirst("baton-".count + 33)) }
        #expect(plain.contains("pause") && plain.contains("volume"))
        #expect(!plain.contains("pause-all") && !plain.contains("pin") && !plain.contains("shake"))
        #expect(!plain.contains("title") && !plain.contains("artist"))
        #expect(
            Set(identifiers(device(allowed: [])).map { String($0.dropFirst("baton-".count + 33)) })
                == ["state", "player", "interruption", "shaken", "media-player"])
        #expect(identifiers(device(titles: true)).contains { $0.hasSuffix("-title") })
    }

    @Test("what is taken back is all that any configuration announces")
    func farewells() {
        let most = device(allowed: HouseholdCommand.Permission.allCases, titles: true)
        var topics = most.announcements(pins: ["mpv"], hasOrientation: true, hasLid: true).map(\.topic)
        topics +=
            most.values(NowPlaying()).map(\.topic) + [most.orientation("normal").topic, most.lid(isClosed: true).topic]
        let farewells = device(allowed: []).farewells
        #expect(Set(farewells.map(\.topic)) == Set(topics))
        #expect(farewells.allSatisfy { $0.payload.isEmpty })
    }

    @Test("a player's name is data, never a part of a template or a topic")
    func hostileNames() throws {
        let name = #"{{ states }}/+/#"]}"#
        let pin = try #require(
            device(allowed: [.pin]).announcements(pins: [name]).first { $0.topic.hasSuffix("/pin/config") })
        #expect(pin.topic.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "#") })
        let content = try #require(pin.content)
        #expect(content["options"]?.elements.last?.asString == name)
        for member in ["command_template", "value_template", "state_topic", "name"] {
            #expect(content[member]?.asString?.contains("states") == false)
        }
        _ = try JSONReader.read(pin.payload)
    }

    @Test("each value of the player has a topic of its own, and one that is not known is empty")
    func values() {
        var now = NowPlaying(status: .playing, player: "mpv")
        now.title = "Song"
        now.length = .milliseconds(180_900)
        now.position = .milliseconds(12_500)
        now.volume = 1.25
        let told = device().values(now).map { ($0.topic, String(decoding: $0.payload, as: UTF8.self)) }
        let values = Dictionary(uniqueKeysWithValues: told)
        #expect(
            values == [
                "baton/laptop/player/state": "playing", "baton/laptop/player/title": "Song",
                "baton/laptop/player/artist": "", "baton/laptop/player/album": "",
                "baton/laptop/player/duration": "180", "baton/laptop/player/position": "12",
                "baton/laptop/player/volume": "1.0",
            ])
        #expect(device().values(NowPlaying()).first?.payload == Array("idle".utf8))
    }

    @Test("the player takes what the host allows, by words at the command's topic and a number at the volume's")
    func player() throws {
        func player(_ allowed: [HouseholdCommand.Permission]) throws -> JSONValue {
            let all = device(allowed: allowed).announcements(pins: [])
            return try #require(all.first { $0.topic == "homeassistant/media_player/baton-\(id.text)/config" }?.content)
        }
        let most = try player([.playback, .volume])
        #expect(most["command_playpause_topic"]?.asString == "baton/laptop/command")
        for word in ["play", "pause", "playpause", "next", "previous"] {
            let payload = try #require(most["command_\(word)_payload"]?.asString)
            _ = try HouseholdCommand(payload: Array(payload.utf8))
        }
        #expect(most["command_volume_topic"]?.asString == "baton/laptop/command/volume")
        let least = try player([])
        #expect(least["command_play_topic"] == nil && least["command_volume_topic"] == nil)
    }

    @Test("a shake is told at a topic of its own, with a type that is announced")
    func shake() throws {
        let (topic, payload) = device().shakeEvent
        let entity = try #require(device().announcements(pins: []).first { $0.topic.contains("/event/") }?.content)
        #expect(entity["state_topic"]?.asString == topic)
        #expect(entity["event_types"]?.elements.map(\.asString) == [try JSONReader.read(payload)["event"]?.asString])
    }
}
