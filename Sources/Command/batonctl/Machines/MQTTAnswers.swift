// SPDX-License-Identifier: Apache-2.0

import BatonSettings

/// What `batonctl setup --mqtt` was told, and the lines of `[mqtt]` that say so.
struct MQTTAnswers: Equatable {
    var broker: BrokerAddress
    /// The user at the broker; empty for none.
    var user = ""
    /// The file of the password; empty for none.
    var passwordFile = ""
    /// The machines that become players here.
    var follow: [String] = []
    var interruptions = MQTTSharing.off
    var titles = false
    var homeAssistant = false

    init(broker: BrokerAddress) { self.broker = broker }

    /// What the configuration says already; nil without a broker in it.
    init?(_ mqtt: Configuration.MQTT) {
        guard let broker = mqtt.broker else { return nil }
        self.init(broker: broker)
        (user, passwordFile, follow) = (mqtt.user, mqtt.passwordFile, mqtt.follow)
        (interruptions, titles, homeAssistant) = (mqtt.interruptions, mqtt.titles, mqtt.homeAssistant)
    }

    /// The lines that the file needs; those that it has already are left out.
    ///
    /// - Parameter present: what the file says.
    func settings(beside present: Configuration.MQTT) -> [(key: String, value: String)] {
        var result: [(key: String, value: String)] = []
        func set(_ key: String, _ value: String, _ isThere: Bool) {
            if !isThere { result.append((key, value)) }
        }
        set("broker", "\(broker)", present.broker == broker)
        set("user", user, present.user == user)
        set("password-file", passwordFile, present.passwordFile == passwordFile)
        set("follow", follow.joined(separator: ", "), present.follow == follow)
        set("interruptions", interruptions.rawValue, present.interruptions == interruptions)
        set("titles", titles ? "yes" : "no", present.titles == titles)
        set("home-assistant", homeAssistant ? "yes" : "no", present.homeAssistant == homeAssistant)
        return result
    }

    /// Whether nobody in the network can read what is sent: by TLS, or because the broker is on this machine.
    var isPrivate: Bool {
        broker.isSecure || broker.host == "localhost" || broker.host.hasPrefix("127.") || broker.host == "::1"
    }

    /// The names in a line that somebody typed.
    ///
    /// - Returns: nil if one of them is no name of a machine.
    static func names(_ line: String) -> [String]? {
        var names: [String] = []
        for word in line.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" }) {
            let name = String(word)
            guard name.utf8.count <= 63, name.utf8.allSatisfy(BrokerAddress.isOfName) else { return nil }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
