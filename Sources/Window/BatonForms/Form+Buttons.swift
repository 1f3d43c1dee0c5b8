// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonSettings
import BatonTranslation
import BatonValues

extension Form {
    /// The most inputs that are shown.
    static let mostInputs = 100
    /// The most headsets.
    private static let mostHeadsets = 16

    /// Headsets and keys: what each of them is, its last press, and what their clicks do.
    package static func buttons(_ state: WindowState) -> Form {
        let settings = state.configuration.settings
        let parts = [
            conversation(state, on: .buttons), press(state), inputs(state), help(state), clicks(settings),
            bluetooth(settings),
        ]
        return Form(parts.compactMap(\.self), of: state)
    }

    private static func inputs(_ state: WindowState) -> FormGroup {
        let reports = state.inputs ?? []
        let headsets = state.headsets.prefix(mostHeadsets).enumerated().map { place, name in
            conversing(
                "headset-\(place)", name.shown(), translated("A Bluetooth headset."),
                [(translated("Learn"), .learnHeadset(name))], state)
        }
        var rows =
            headsets
            + reports.prefix(mostInputs).enumerated().map { place, input in
                FormRow(
                    "input-\(place)", input.title, description(of: input, at: state.instant),
                    tone: input.reason == nil ? .good : .faint)
            }
        if reports.count > mostInputs {
            rows.append(
                FormRow("more", translated("And \(reports.count - mostInputs) more."), tone: .faint))
        }
        if rows.isEmpty {
            let text =
                state.inputs == nil
                ? translated("Baton has not told yet where presses come from.")
                : translated("No headset and no key source was found.")
            rows = [FormRow("none", text, tone: .faint)]
        }
        return FormGroup(
            "inputs", translated("Headsets and keys"),
            note: translated("Press a button now: the row of what it came from tells of it."), rows)
    }

    private static func help(_ state: WindowState) -> FormGroup {
        FormGroup(
            "help", translated("When a button does the wrong thing"),
            [
                conversing(
                    "learn", translated("Press a button, and see what it is"), "",
                    [(translated("Begin"), .learnButton)],
                    state),
                keys(state),
            ])
    }

    /// Whether the media keys of the desktop reach Baton, and the way there or back. What would change is shown before it is made.
    private static func keys(_ state: WindowState) -> FormRow {
        let now = state.mediaKeys.map { "\($0.state.title): \($0.text)".shown() } ?? ""
        let help =
            state.keysAreBound
            ? translated("Disconnecting takes back what connecting has changed, and nothing else.")
            : translated("Show what would change first; every change can be taken back.")
        let button: (String, Conversation.Kind) =
            state.keysAreBound ? (translated("Disconnect"), .returnKeys) : (translated("Show"), .showKeyChanges)
        return conversing(
            "keys", translated("The media keys of the desktop"),
            [now, help].filter { !$0.isEmpty }.joined(separator: "\n"), [button], state)
    }

    /// The state, and the last press.
    private static func description(of input: InputReport, at instant: UInt64) -> String {
        let state = input.stateTitle
        guard input.time > 0, !input.command.isEmpty else { return state }
        let seconds = (max(instant, input.time) - input.time) / 1_000_000
        let press =
            seconds < 60
            ? translated("\(input.command.shown()), \(Int(clamping: seconds)) s ago")
            : translated("\(input.command.shown()), \(Int(clamping: seconds / 60)) min ago")
        return "\(state) · \(press)"
    }

    private static func clicks(_ settings: Configuration) -> FormGroup {
        let headset = settings.headset
        return FormGroup(
            "clicks", translated("The button of a headset"),
            [
                FormRow(
                    "headset-enabled", translated("Read headset buttons"),
                    translated("Off: Baton reads no buttons or keys from the kernel."),
                    toggle("headset", "enabled", headset.isEnabled)),
                FormRow(
                    "while-locked", translated("Also while the screen is locked"),
                    toggle("headset", "while-locked", headset.worksWhileLocked)),
                FormRow(
                    "phone-button", translated("Count clicks of the phone button too"),
                    toggle("headset", "phone-button", headset.phoneButton)),
            ])
    }

    private static func bluetooth(_ settings: Configuration) -> FormGroup {
        FormGroup(
            "bluetooth", translated("Bluetooth"),
            [
                FormRow(
                    "bluetooth-enabled", translated("Bluetooth headsets and phones"),
                    translated("Their buttons reach Baton, and headsets show what plays."),
                    toggle("bluetooth", "enabled", settings.bluetooth.isEnabled)),
                FormRow(
                    "play-on-connect", translated("A Play right after connecting counts"),
                    translated("Cars and some headsets send one by themselves."),
                    toggle("bluetooth", "play-on-connect", settings.bluetooth.playsOnConnect)),
            ])
    }
}
