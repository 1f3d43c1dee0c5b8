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
        let all = state.hosts ?? []
        let here =
            all.filter { followed.contains($0.name) } + all.filter { !followed.contains($0.name) && !$0.isThisOne }
        let missing = followed.filter { name in !all.contains { $0.name == name } }
        var rows = here.prefix(mostMachines).map { host in
            FormRow(
                "host-\(host.name)", title(host, among: all), told(host, state), tone: tone(host, state),
                following(host.name, followed))
        }
        rows += missing.map { name in
            FormRow(
                "host-\(name)", name.shown(),
                !state.hostsAreOld
                    ? translated("The broker knows no machine of this name.") : translated("not known now"),
                tone: .faint, following(name, followed))
        }
        if here.count > mostMachines {
            rows.append(
                FormRow("more-hosts", translated("And \(here.count - mostMachines) more."), tone: .faint))
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

    private static func following(_ name: String, _ followed: [String]) -> FormControl {
        .toggle(
            isOn: followed.contains(name),
            on: .changeList(section: "mqtt", key: "follow", adding: [name], removing: []),
            off: .changeList(section: "mqtt", key: "follow", adding: [], removing: [name]))
    }

    /// What people call it. Its name in topics, which no other one has, is behind it where another one is called the same.
    private static func title(_ host: HostReport, among all: [HostReport]) -> String {
        let title = (host.title.isEmpty ? host.name : host.title).shown()
        let isTaken = all.contains { $0.name != host.name && ($0.title.shown() == title || $0.name.shown() == title) }
        return isTaken ? "\(title) (\(host.name.shown()))" : title
    }

    private static func told(_ host: HostReport, _ state: WindowState) -> String {
        if host.isThisOne { return translated("this machine itself, which is not followed") }
        return state.hostsAreOld ? translated("not known now") : playing(host)
    }

    private static func tone(_ host: HostReport, _ state: WindowState) -> FormRow.Tone {
        host.isOnline && !host.isThisOne && !state.hostsAreOld ? .good : .faint
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
