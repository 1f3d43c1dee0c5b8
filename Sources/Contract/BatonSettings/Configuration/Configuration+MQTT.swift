// SPDX-License-Identifier: Apache-2.0

extension Configuration {
    /// `[mqtt]`: other machines and the home, through an MQTT broker (docs/machines.md). The program `baton-mqtt` reads it.
    package struct MQTT: Sendable, Equatable {
        /// Where the broker is; nil: nothing is told, and nothing is taken.
        package var broker: BrokerAddress?
        /// The user's name at the broker; empty for none.
        package var user = ""
        /// The file with the password in its first line; empty for none.
        package var passwordFile = ""
        /// The file of the authorities that may have signed the broker's certificate; empty for the system's.
        package var authority = ""
        /// The file of this machine's certificate; empty for none.
        package var certificate = ""
        /// The file of that certificate's key; empty if it is in the same file.
        package var key = ""
        /// What this machine is called in topics; empty for its own name.
        package var name = ""
        /// The topic above all machines.
        package var base = "baton"
        /// The machines that are players here.
        package var follow: [String] = []
        /// What others may ask for.
        package var allow: [MQTTPermission] = [.playback, .volume]
        /// Whether interruptions are told to others, and those of others count here.
        package var interruptions = MQTTSharing.off
        /// Whether title, artist and album are told.
        package var titles = false
        /// Whether the picture of what plays is told.
        package var pictures = false
        /// Whether Home Assistant is told what there is.
        package var homeAssistant = false

        package init() {}
    }

    /// The keys of `[mqtt]`.
    static var mqttSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "mqtt", summary: "Other machines and the home, through an MQTT broker.",
            keys: mqttConnectionKeys + [
                .scalar(
                    "name", .at(\.mqtt.name), .hostName,
                    "What this machine is called in topics; empty: its own name. Another machine must not have it."),
                .scalar("base", .at(\.mqtt.base), .topic, "The topic above those of all machines."),
                .list(
                    "follow", .at(\.mqtt.follow), of: .hostName, most: 64, separator: ",",
                    """
                    Another machine that becomes a player here, so that keys and headset buttons reach what plays \
                    there; for more, separate them by commas, or repeat. While it plays it comes before players here that \
                    do not.
                    """
                ),
                .list(
                    "allow", .at(\.mqtt.allow), of: .word,
                    """
                    What others may ask of this machine; repeat for more. `pause-all` includes `resume`, `settings` \
                    are the switches of shake and interruptions, and the policy. Whoever may write to this machine's topics at the \
                    broker can ask.
                    """),
                .scalar(
                    "interruptions", .at(\.mqtt.interruptions), .word,
                    """
                    `tell`: others learn when a call or another interruption begins and ends here. `follow`: those \
                    of others pause what plays here. `both`: both.
                    """
                ),
                .scalar(
                    "titles", .at(\.mqtt.titles), .boolean,
                    "With `yes`, title, artist and album are told too. Everybody who may read at the broker sees them."),
                .scalar(
                    "pictures", .at(\.mqtt.pictures), .boolean,
                    """
                    With `yes`, the picture of what plays is told too, if a player names a file of at most 256 KiB. \
                    Everybody who may read at the broker sees it.
                    """),
                .scalar(
                    "home-assistant", .at(\.mqtt.homeAssistant), .boolean,
                    "With `yes`, this machine appears in Home Assistant, with its buttons and sensors."
                ),
            ])
    }

    private static var mqttConnectionKeys: [ConfigurationKey<Configuration>] {
        [
            .scalar(
                "broker", .at(\.mqtt.broker), .broker,
                """
                Where the broker is. `mqtts:` is by TLS. Empty: nothing is told and nothing is taken.
                """
            ),
            .scalar("user", .at(\.mqtt.user), .text(most: 255), "The user's name at the broker; empty for none."),
            .scalar(
                "password-file", .at(\.mqtt.passwordFile), .path,
                """
                The file whose first line is the password; only you may be able to read it. Empty: the systemd \
                credential `mqtt-password`, or none.
                """),
            .scalar(
                "authority", .at(\.mqtt.authority), .path,
                """
                The file of the authorities that may have signed the broker's certificate. Empty: those of the system.
                """),
            .scalar(
                "certificate", .at(\.mqtt.certificate), .path,
                "The file of this machine's certificate, for a broker that asks for one. Empty: none."),
            .scalar(
                "key", .at(\.mqtt.key), .path,
                "The file of the certificate's key. Empty: it is in the file of `certificate`."),
        ]
    }
}

extension ConfigurationKind where Value == BrokerAddress? {
    /// The address of a broker, or nothing.
    static var broker: Self {
        Self(
            name: "address", range: "mqtt://HOST:PORT, mqtts://HOST:PORT, or empty",
            parse: { text throws(ConfigurationValueError) in
                if text.isEmpty { return nil }
                guard let address = BrokerAddress(text) else {
                    throw .wants("an address such as 'mqtt://localhost' or 'mqtts://broker.home:8883'", not: text)
                }
                return address
            },
            render: { $0?.description ?? "" })
    }
}

extension ConfigurationKind where Value == String {
    /// The name of a machine in topics, or nothing.
    static var hostName: Self {
        Self(
            name: "name", range: "1 to 63 letters, digits, - _ ., or empty",
            parse: { text throws(ConfigurationValueError) in
                guard text.utf8.count <= 63, text.utf8.allSatisfy(BrokerAddress.isOfName) else {
                    throw .wants("a name of letters, digits, '-', '_' and '.'", not: text)
                }
                return text
            },
            render: { $0 })
    }

    /// A topic without wildcards.
    static var topic: Self {
        Self(
            name: "topic", range: "at most 200 bytes, without + and #",
            parse: { text throws(ConfigurationValueError) in
                let isWrong =
                    text.isEmpty || text.utf8.count > 200 || text.hasPrefix("/") || text.hasSuffix("/")
                    || text.hasPrefix("$") || text.utf8.contains { $0 < 0x20 || $0 == 0x7f || $0 == 0x2b || $0 == 0x23 }
                guard !isWrong else { throw .wants("a topic such as 'baton' or 'home/baton'", not: text) }
                return text
            },
            render: { $0 })
    }
}

/// What others may ask for through the broker. The raw value is the word in baton.conf.
package enum MQTTPermission: String, Sendable, CaseIterable {
    case playback, volume, pin, sleep, undo, quit, settings
    case pauseAll = "pause-all"
    case openURI = "open-uri"
}

/// Which interruptions go through the broker. The raw value is the word in baton.conf.
package enum MQTTSharing: String, Sendable, CaseIterable {
    case off, tell, follow, both
}
