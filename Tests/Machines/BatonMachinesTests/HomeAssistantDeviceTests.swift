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
        #expect(identifiers(device(allowed: [])).count == 3, "state, player and interruption")
        #expect(identifiers(device(titles: true)).contains { $0.hasSuffix("-title") })
    }

    @Test("what is taken back is all that any configuration announces")
    func farewells() {
        let most = device(allowed: HouseholdCommand.Permission.allCases, titles: true).announcements(pins: ["mpv"])
        let farewells = device(allowed: []).farewells
        #expect(Set(farewells.map(\.topic)) == Set(most.map(\.topic)))
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
}
