// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonMachinesLink
import BatonSettings
import BatonTranslation
import BatonValues

extension Form {
    /// The most machines that are shown.
    static let mostMachines = 64

    /// The other machines of the household: whether they are there, what they play, and whether they are followed; and what this one
    /// tells them.
    package static func machines(_ state: WindowState) -> Form {
        guard state.configuration.hasBroker else {
            return Form(
                [],
                notice: FormNotice(
                    translated(
                        "This machine is not connected with others. A terminal connects it: batonctl setup --mqtt")))
        }
        return Form([hosts(state), told(state.configuration.settings.mqtt)], of: state)
    }

    private static func hosts(_ state: WindowState) -> FormGroup {
        let followed = state.configuration.settings.mqtt.follow
        let hosts = (state.hosts ?? []).filter { !$0.isThisOne }
        var rows = hosts.prefix(mostMachines).map { host in
            let without = followed.filter { $0 != host.name }
            return FormRow(
                "host-\(host.name)", (host.title.isEmpty ? host.name : host.title).shown(), playing(host),
                tone: host.isOnline ? .good : .faint,
                .toggle(
                    isOn: followed.contains(host.name),
                    on: .setList(section: "mqtt", key: "follow", values: without + [host.name]),
                    off: .setList(section: "mqtt", key: "follow", values: without)))
        }
        if let problem = state.broker?.problem {
            rows.insert(
                FormRow("broker", problem.reason.shown(), problem.advice.shown(), tone: .fault), at: 0)
        } else if rows.isEmpty {
            rows = [FormRow("none", translated("No other machine has told of itself at the broker."), tone: .faint)]
        }
        return FormGroup(
            "hosts", translated("Other machines"),
            note: translated("A machine that is on here is a player on this one: keys and headset reach it."), rows)
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

    private static func told(_ settings: Configuration.MQTT) -> FormGroup {
        let sharing: [(MQTTSharing, String)] = [
            (.off, translated("Nothing")), (.tell, translated("Tell the others")),
            (.follow, translated("Pause for the others")), (.both, translated("Both")),
        ]
        return FormGroup(
            "told", translated("What this machine tells"),
            note: translated("Everybody who may read at the broker sees it."),
            [
                FormRow(
                    "titles", translated("Titles, artists and albums"), toggle("mqtt", "titles", settings.titles)),
                FormRow("pictures", translated("Cover pictures"), toggle("mqtt", "pictures", settings.pictures)),
                FormRow(
                    "interruptions", translated("Calls and other interruptions"),
                    choice("mqtt", "interruptions", sharing, settings.interruptions)),
                FormRow(
                    "home-assistant", translated("Home Assistant"),
                    translated("It shows what plays here, and has buttons for it."),
                    toggle("mqtt", "home-assistant", settings.homeAssistant)),
            ])
    }
}
