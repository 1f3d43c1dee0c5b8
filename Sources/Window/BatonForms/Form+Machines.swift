// SPDX-License-Identifier: Apache-2.0

import BatonMachinesLink
import BatonSettings
import BatonTranslation
import BatonValues

extension Form {
    /// The other machines of the household: whether they are there, what they play, and whether they are followed.
    package static func machines(_ state: WindowState) -> Form {
        let followed = state.configuration.settings.mqtt.follow
        let hosts = (state.hosts ?? []).filter { !$0.isThisOne }
        var rows = hosts.prefix(64).map { host in
            let isFollowed = followed.contains(host.name)
            let without = followed.filter { $0 != host.name }
            return FormRow(
                "host-\(host.name)", (host.title.isEmpty ? host.name : host.title).shown(), playing(host),
                tone: host.isOnline ? .good : .faint,
                .toggle(
                    isOn: isFollowed,
                    on: .setList(section: "mqtt", key: "follow", values: without + [host.name]),
                    off: .setList(section: "mqtt", key: "follow", values: without)))
        }
        if rows.isEmpty {
            rows = [FormRow("none", translated("No other machine has told of itself at the broker."), tone: .faint)]
        }
        return Form(
            [
                FormGroup(
                    "hosts", translated("Other machines"),
                    note: translated("A machine that is on here is a player on this one: keys and headset reach it."),
                    rows)
            ], of: state)
    }

    private static func playing(_ host: HostReport) -> String {
        guard host.isOnline else { return translated("away") }
        let track = [host.track, host.artist].filter { !$0.isEmpty }.joined(separator: " – ").shown()
        let state =
            switch host.status {
            case "playing": translated("plays")
            case "paused": translated("is paused")
            default: translated("plays nothing")
            }
        return track.isEmpty ? state : "\(state): \(track)"
    }
}
