// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonFiles
import BatonHousehold
import BatonMQTT
import BatonSettings

extension HouseholdSettings {
    /// The settings of a configuration.
    init(_ configuration: Configuration, _ identity: MachineIdentity) {
        let mqtt = configuration.mqtt
        self.init(
            id: identity.id, name: HostName(making: mqtt.name.isEmpty ? identity.machine : mqtt.name),
            title: mqtt.name.isEmpty ? identity.machine : mqtt.name, version: BatonBus.version, base: mqtt.base,
            followed: Set(mqtt.follow.compactMap { HostName($0) }),
            allowed: Set(mqtt.allow.compactMap { HouseholdCommand.Permission(rawValue: $0.rawValue) }),
            sharing: Sharing(rawValue: mqtt.interruptions.rawValue) ?? .off, tellsTitles: mqtt.titles,
            tellsPictures: mqtt.pictures,
            resumeLimit: configuration.interruptions.resumeLimit)
    }
}

extension MQTTBroker {
    /// The broker of a configuration; nil if there is none.
    ///
    /// - Parameters:
    ///   - household: who this host is. A user may have two hosts of different names on a machine, as in a test: their clients differ.
    ///   - credentials: systemd's folder of credentials; nil for none.
    init?(_ mqtt: Configuration.MQTT, _ household: HouseholdSettings, credentials: String?) {
        let digest = KeyedDigest.sha256(key: Array(household.id.text.utf8), of: Array(household.name.text.utf8))
        guard let address = mqtt.broker else { return nil }
        func file(_ path: String) -> String? { path.isEmpty ? nil : path }
        let security = MQTTSecurity(
            authority: file(mqtt.authority), certificate: file(mqtt.certificate),
            key: file(mqtt.key) ?? file(mqtt.certificate))
        let password = file(mqtt.passwordFile) ?? credentials.map { "\($0)/mqtt-password" }
        self.init(
            // The beginning of the digest: brokers of MQTT 3.1.1 may take 23 characters only.
            host: address.host, port: address.port, client: "baton-\(HostID(digest: digest).text.prefix(16))",
            user: mqtt.user.isEmpty ? nil : mqtt.user, password: password.flatMap { SmallFile.firstLine($0) },
            security: address.isSecure ? security : nil)
    }
}
