// SPDX-License-Identifier: Apache-2.0

import BatonSettings
import BatonTranslation
import BatonValues

/// What arrived last, and the lines of the configuration that would change it.
extension Form {
    static func press(_ state: WindowState) -> FormGroup? {
        guard let press = state.press else { return nil }
        let settings = state.configuration.settings
        let command = actionTitle(press.command)
        let device = press.device.shown()
        let end =
            press.player.isEmpty
            ? translated("\(press.time): nobody got it (\(press.outcome.shown()))")
            : translated("\(press.time): \(press.player.shown()) got it (\(press.outcome.shown()))")
        let arrived = FormRow(
            "press", translated("\(command), from \(device)"), end, tone: press.outcome == "handled" ? .good : .warning)
        let lines = press.keys.enumerated().compactMap { row("press-\($0.offset)", $0.element, press, settings) }
        return FormGroup(
            "press", translated("What arrived last"),
            note: translated("Below it is what would change it, with its line in baton.conf."), [arrived] + lines)
    }

    private static func row(
        _ id: String, _ key: ArrivedPress.Key, _ press: ArrivedPress, _ settings: Configuration
    ) -> FormRow? {
        guard let line = settings.line(key.section, key.name) else { return nil }
        if key == ArrivedPress.Key("remote-control", "disabled") { return delivery(id, line, press.command) }
        let title = title(of: key)
        guard !line.words.isEmpty, key.name != "key" else {
            let text = line.values.first { $0.hasSuffix(" \(press.command)") } ?? line.value
            return FormRow(id, title, line.text(text).shown())
        }
        let control: FormControl =
            line.words == ["yes", "no"]
            ? toggle(key.section, key.name, line.value == "yes")
            : .choice(
                line.words.map {
                    FormChoice(wordTitle($0, of: key), .set(section: key.section, key: key.name, value: $0))
                }, chosen: line.words.firstIndex(of: line.value))
        return FormRow(id, title, line.text.shown(), control)
    }

    /// Whether a command is delivered at all.
    private static func delivery(_ id: String, _ line: ConfigurationLine, _ command: String) -> FormRow {
        func change(adding added: [String], removing removed: [String]) -> FormAction {
            .changeList(section: line.section, key: line.key, adding: added, removing: removed)
        }
        return FormRow(
            id, translated("Deliver this command"), translated("Off: \(line.text(command))"),
            .toggle(
                isOn: !line.values.contains(command), on: change(adding: [], removing: [command]),
                off: change(adding: [command], removing: [])))
    }

    // MARK: Words

    private static func title(of key: ArrivedPress.Key) -> String {
        switch key.name {
        case "click": translated("One click")
        case "double-click": translated("Two clicks")
        case "triple-click": translated("Three clicks")
        case "hold": translated("Hold")
        case "click-hold": translated("A click, then hold")
        case "double-click-hold": translated("Two clicks, then hold")
        case "play-pause": translated("Play and Pause of \(key.section.dropFirst("device ".count).description.shown())")
        case "daemons": translated("Take the media keys from the settings daemon")
        case "portal": translated("Get the media keys through the desktop's portal")
        default: translated("A key of this device")
        }
    }

    private static func wordTitle(_ word: String, of key: ArrivedPress.Key) -> String {
        guard key.name == "play-pause" else { return actionTitle(word) }
        return switch word {
        case "sent": translated("As it sends them")
        case "corrected": translated("Toggle what would do nothing")
        case "toggle": translated("Always toggle")
        default: word
        }
    }

    /// What a button does, for people.
    static func actionTitle(_ word: String) -> String {
        switch word {
        case "nothing": translated("Nothing")
        case "play": translated("Play")
        case "pause": translated("Pause")
        case "stop": translated("Stop")
        case "toggle-play-pause": translated("Play or pause")
        case "next-track": translated("Next track")
        case "previous-track": translated("Previous track")
        case "begin-seeking-backward": translated("Rewind")
        case "begin-seeking-forward": translated("Fast forward")
        case "volume-up": translated("Louder")
        case "volume-down": translated("Quieter")
        case "toggle-mute": translated("Sound off or on")
        case "toggle-microphone": translated("Microphone off or on")
        case "pin-next-player": translated("Pin the next player")
        default: word.shown()
        }
    }
}
