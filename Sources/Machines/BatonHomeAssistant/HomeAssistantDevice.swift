// SPDX-License-Identifier: Apache-2.0

package import BatonHousehold
import BatonJSON

/// This host as a device of Home Assistant: what it shows, and what it takes.
///
/// An entity's identifier is made of the host's, and never of a player's or of a version: it survives both. What is shown is read by
/// Home Assistant itself out of the topics that other hosts read; nothing is told twice. docs/machines.md has the list.
package struct HomeAssistantDevice: Sendable {
    let id: HostID
    let name: HostName
    let title: String
    private let version: String
    let topics: HouseholdTopics
    let allowed: Set<HouseholdCommand.Permission>
    let tellsTitles: Bool
    private let tellsPictures: Bool

    /// Makes the device of a host.
    ///
    /// - Parameters:
    ///   - settings: the host's.
    ///   - name: the name in use, which is in the topics.
    package init(_ settings: HouseholdSettings, name: HostName) {
        id = settings.id
        self.name = name
        title = settings.title.isEmpty ? name.text : settings.title
        version = settings.version
        topics = HouseholdTopics(base: settings.base)
        allowed = settings.allowed
        tellsTitles = settings.tellsTitles
        tellsPictures = settings.tellsPictures
    }

    /// All entities.
    ///
    /// - Parameters:
    ///   - pins: the players that can be pinned.
    ///   - hasOrientation: whether the machine can tell how it is held.
    ///   - hasLid: whether it can tell what its lid does.
    package func announcements(
        pins: [String], hasOrientation: Bool = false, hasLid: Bool = false
    ) -> [Announcement] {
        sensors + [shakes, player] + (tellsPictures ? [picture] : []) + (hasOrientation ? [orientation] : [])
            + (hasLid ? [lid] : [])
            + (allowed.contains(.playback) ? buttons : []) + (allowed.contains(.pauseAll) ? buttonsForAll : [])
            + (allowed.contains(.volume) ? [volume] : []) + (allowed.contains(.pin) ? [pin(pins)] : [])
            + (allowed.contains(.settings) ? [shake, interruptions, policy] : [])
    }

    /// Takes away every entity that this host may have announced, whatever its configuration was then.
    package var farewells: [Announcement] {
        let all = HomeAssistantDevice(self, allowing: Set(HouseholdCommand.Permission.allCases), tellsTitles: true)
        let topics = all.announcements(pins: [], hasOrientation: true, hasLid: true).map(\.topic)
        return (topics + valueTopics).map { Announcement(topic: $0, content: nil) }
    }

    /// The filters for every announcement of a host, whichever version made it.
    package static func filters(of host: HostID) -> [String] {
        ["homeassistant/+/\(node(of: host))/+/config", "homeassistant/+/\(node(of: host))/config"]
    }

    /// The topic of an announcement that no version makes, to see whether the broker lets this host announce something.
    package static func probe(of host: HostID) -> String { "homeassistant/sensor/\(node(of: host))/check/config" }

    /// Whether a topic that came by ``filters(of:)`` is an announcement.
    package static func isConfig(_ topic: String) -> Bool {
        topic.hasPrefix("homeassistant/") && topic.hasSuffix("/config")
    }

    private static func node(of host: HostID) -> String { "baton-\(host.text)" }

    private init(_ other: Self, allowing allowed: Set<HouseholdCommand.Permission>, tellsTitles: Bool) {
        (id, name, title, version, topics) = (other.id, other.name, other.title, other.version, other.topics)
        (self.allowed, self.tellsTitles, tellsPictures) = (allowed, tellsTitles, true)
    }

    // MARK: What it shows

    private var sensors: [Announcement] {
        var result = [
            sensor("state", "State", .now, "{{ value_json.status }}", icon: "mdi:play-pause"),
            sensor("player", "Player", .now, "{{ value_json.player | default('') }}", icon: "mdi:speaker"),
            sensor(
                "interruption", "Interruption", .interruptions,
                "{{ value_json[0].cause if value_json else 'none' }}", icon: "mdi:phone-in-talk"),
        ]
        guard tellsTitles else { return result }
        for (word, name) in [("title", "Title"), ("artist", "Artist"), ("album", "Album")] {
            // A state of Home Assistant has 255 characters at most.
            let template = "{{ (value_json.\(word) | default(''))[:255] }}"
            result.append(sensor(word, name, .now, template, icon: "mdi:music"))
        }
        return result
    }

    /// It happens, and has no state.
    private var shakes: Announcement {
        announce(
            "event", "shaken", "Shaken",
            [
                "state_topic": .string(topics.text(of: .event, at: name)), "event_types": .array([.string(Self.shake)]),
                "value_template": .string(#"{{ {"event_type": value_json.event} | tojson }}"#),
                "icon": .string("mdi:vibrate"),
            ])
    }

    private static let shake = "shake"

    /// What is published when this machine was shaken: a topic, at which nothing is kept, and its payload.
    package var shakeEvent: (topic: String, payload: [UInt8]) {
        (topics.text(of: .event, at: name), Array(JSONValue.object(["event": .string(Self.shake)]).text.utf8))
    }

    private var orientation: Announcement {
        announce(
            "sensor", "orientation", "Orientation",
            ["state_topic": .string(topics.text(of: .orientation, at: name)), "icon": .string("mdi:screen-rotation")])
    }

    private var lid: Announcement {
        announce(
            "binary_sensor", "lid", "Lid",
            [
                "state_topic": .string(topics.text(of: .lid, at: name)), "payload_on": .string(Self.lidWord(false)),
                "payload_off": .string(Self.lidWord(true)), "device_class": .string("opening"),
                "icon": .string("mdi:laptop"),
            ])
    }

    static func lidWord(_ isClosed: Bool) -> String { isClosed ? "closed" : "open" }

    private func sensor(
        _ object: String, _ title: String, _ topic: HostTopic, _ template: String, icon: String
    ) -> Announcement {
        announce(
            "sensor", object, title,
            [
                "state_topic": .string(topics.text(of: topic, at: name)), "value_template": .string(template),
                "icon": .string(icon),
            ])
    }

    private var picture: Announcement {
        announce("image", "picture", "Picture", ["image_topic": .string(topics.text(of: .picture, at: name))])
    }

    // MARK: What it takes

    private var buttons: [Announcement] {
        [
            button("play", "Play", "mdi:play"), button("pause", "Pause", "mdi:pause"),
            button("toggle", "Play or pause", "mdi:play-pause"), button("stop", "Stop", "mdi:stop"),
            button("next", "Next", "mdi:skip-next"), button("previous", "Previous", "mdi:skip-previous"),
        ]
    }

    private var buttonsForAll: [Announcement] {
        [button("pause-all", "Pause all", "mdi:pause-circle"), button("resume", "Resume", "mdi:play-circle")]
    }

    private func button(_ action: String, _ title: String, _ icon: String) -> Announcement {
        announce(
            "button", action, title,
            ["command_topic": command, "payload_press": .string(action), "icon": .string(icon)])
    }

    /// In percent, as people read it.
    private var volume: Announcement {
        announce(
            "number", "volume", "Volume",
            [
                "command_topic": command, "command_template": .string(#"{"do":"volume","value":{{ value / 100 }}}"#),
                "state_topic": .string(topics.text(of: .now, at: name)),
                "value_template": .string("{{ ((value_json.volume | default(0)) * 100) | round(0) }}"),
                "min": .integer(0), "max": .integer(100), "step": .integer(1), "unit_of_measurement": .string("%"),
                "icon": .string("mdi:volume-high"),
            ])
    }

    /// The word for no pin.
    private static let noPin = "-"

    private func pin(_ players: [String]) -> Announcement {
        announce(
            "select", "pin", "Pinned player",
            [
                "command_topic": command,
                "command_template": .string(
                    #"{% if value == '-' %}unpin{% else %}{"do":"pin","value":{{ value | tojson }}}{% endif %}"#),
                "state_topic": .string(topics.text(of: .settings, at: name)),
                "value_template": .string("{{ value_json.pin | default('-', true) }}"),
                "options": .array(([Self.noPin] + players).map { .string($0) }), "icon": .string("mdi:pin"),
            ])
    }

    private var shake: Announcement { choice("shake", "Shake to undo", "mdi:vibrate") }

    private var interruptions: Announcement { choice("interruptions", "Pause for calls", "mdi:phone-paused") }

    /// A switch of something that ``HostTopic/settings`` tells by the name of its command.
    private func choice(_ action: String, _ title: String, _ icon: String) -> Announcement {
        func payload(_ isOn: Bool) -> JSONValue { .string(#"{"do":"\#(action)","value":\#(isOn)}"#) }
        return announce(
            "switch", action, title,
            [
                "command_topic": command, "payload_on": payload(true), "payload_off": payload(false),
                "state_topic": .string(topics.text(of: .settings, at: name)),
                "value_template": .string("{{ 'on' if value_json.\(action) else 'off' }}"), "state_on": .string("on"),
                "state_off": .string("off"), "icon": .string(icon),
            ])
    }

    private var policy: Announcement {
        announce(
            "select", "policy", "First player",
            [
                "command_topic": command,
                "command_template": .string(#"{"do":"policy","value":{{ value | tojson }}}"#),
                "state_topic": .string(topics.text(of: .settings, at: name)),
                "value_template": .string("{{ value_json.policy | default('playing', true) }}"),
                "options": .array([.string("playing"), .string("recent")]), "icon": .string("mdi:sort"),
            ])
    }

    // MARK: All of them

    var command: JSONValue { .string(topics.text(of: .command, at: name)) }

    /// What all entities of this host have in common.
    var node: String { "baton-\(id.text)" }

    var device: JSONValue {
        .object([
            "identifiers": .array([.string(node)]), "name": .string(title), "model": .string("Baton"),
            "sw_version": .string(version),
        ])
    }

    private func announce(
        _ component: String, _ object: String, _ title: String, _ members: [String: JSONValue]
    ) -> Announcement {
        var all = members
        all["name"] = .string(title)
        all["unique_id"] = .string("\(node)-\(object)")
        all["object_id"] = .string("\(self.title) \(object)")
        all["availability_topic"] = .string(topics.text(of: .available, at: name))
        all["device"] = device
        all["origin"] = .object(["name": .string("baton-mqtt"), "sw_version": .string(version)])
        return Announcement(topic: "homeassistant/\(component)/\(node)/\(object)/config", content: .object(all))
    }
}
