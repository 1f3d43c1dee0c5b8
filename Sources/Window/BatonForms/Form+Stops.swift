// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonPages
import BatonSettings
import BatonTranslation
import BatonValues

extension Form {
    /// What pauses players by itself: the causes with a choice each, what is never a cause, the sleep timer, and hooks.
    package static func stops(_ state: WindowState) -> Form {
        let settings = state.configuration.settings.interruptions
        var groups = [
            FormGroup(
                "stops", translated("Pauses by itself"),
                note: translated("What pauses your players without a key press, and whether they go on afterwards."),
                [
                    FormRow(
                        "enabled", translated("Pause by itself"),
                        translated("Off: only your own commands pause players, and Baton watches nothing."),
                        toggle("interruptions", "enabled", settings.isEnabled))
                ])
        ]
        var causes = FormGroup("causes", translated("What happens"), causeRows(settings))
        // A choice that does nothing now can still be made; it only says so.
        if !settings.isEnabled { causes.note = translated("These choices count when Baton pauses by itself again.") }
        groups.append(causes)
        groups.append(ignoredPrograms(settings, state.recorders))
        groups.append(sleepTimer(state))
        if let hooks = hooks(state) { groups.append(hooks) }
        return Form(groups, of: state)
    }

    private static func causeRows(_ settings: Configuration.Interruptions) -> [FormRow] {
        let section = "interruptions"
        return callRows(settings) + [
            FormRow(
                "route-lost", translated("Headphones are unplugged"), meaning(of: settings.routeLost),
                choice(
                    section, "route-lost",
                    [
                        (RouteLostChoice.pause, translated("Pause")),
                        (.pauseResume, translated("Pause, then go on")), (.nothing, translated("Nothing")),
                    ], settings.routeLost)),
            pauseRow(.lock, translated("The screen is locked"), settings),
            pauseRow(.suspend, translated("The computer sleeps"), settings),
            pauseRow(.speech, translated("Something is read aloud"), settings),
            FormRow(
                "exclusive", translated("Another player starts"), meaning(of: settings.exclusive),
                choice(
                    section, "exclusive",
                    [
                        (ExclusiveChoice.no, translated("Nothing")), (.pause, translated("Pause")),
                        (.pauseResume, translated("Pause, then go on")), (.lower, translated("Make quieter")),
                    ], settings.exclusive)),
        ]
    }

    private static func callRows(_ settings: Configuration.Interruptions) -> [FormRow] {
        let section = "interruptions"
        return [
            FormRow(
                "call", translated("A call"), meaning(of: settings.call),
                choice(
                    section, "call",
                    [
                        (CallSign.phone, translated("Phone calls")),
                        (.microphone, translated("Any microphone")), (.off, translated("Nothing")),
                    ], settings.call)),
            FormRow(
                "call-effect", translated("During a call"), meaning(of: settings.callEffect),
                choice(
                    section, "call-effect",
                    [
                        (CallEffect.pauseResume, translated("Pause, then go on")), (.pause, translated("Pause")),
                        (.lower, translated("Make quieter")),
                    ], settings.callEffect),
                isSensitive: settings.call != .off),
        ]
    }

    private static func pauseRow(
        _ cause: InterruptionCause, _ title: String, _ settings: Configuration.Interruptions
    ) -> FormRow {
        let held = settings.choice(of: cause)
        var words: [(PauseChoice, String)] = [
            (.nothing, translated("Nothing")), (.pause, translated("Pause")),
            (.pauseResume, translated("Pause, then go on")),
        ]
        // What sleeps is silent anyway.
        if cause != .suspend { words.append((.lower, translated("Make quieter"))) }
        return FormRow(
            cause.rawValue, title, meaning(of: held), choice("interruptions", cause.rawValue, words, held))
    }

    // MARK: What a choice means

    private static func meaning(of choice: PauseChoice) -> String {
        switch choice {
        case .nothing: translated("Players play on.")
        case .pause: translated("Players pause until you press play.")
        case .pauseResume: translated("Players pause, and go on when it is over.")
        case .lower: translated("Players are quieter until it is over.")
        }
    }

    private static func meaning(of sign: CallSign) -> String {
        switch sign {
        case .phone: translated("An audio stream that declares itself a call.")
        case .microphone: translated("Any program that listens to a microphone.")
        case .off: translated("No call pauses anything.")
        }
    }

    private static func meaning(of effect: CallEffect) -> String {
        switch effect {
        case .pause: meaning(of: PauseChoice.pause)
        case .pauseResume: meaning(of: PauseChoice.pauseResume)
        case .lower: meaning(of: PauseChoice.lower)
        }
    }

    private static func meaning(of choice: RouteLostChoice) -> String {
        switch choice {
        case .nothing: meaning(of: PauseChoice.nothing)
        case .pause: meaning(of: PauseChoice.pause)
        case .pauseResume: translated("Players pause, and go on if the same output is back within ten minutes.")
        }
    }

    private static func meaning(of choice: ExclusiveChoice) -> String {
        switch choice {
        case .no: translated("Several players may play at once.")
        case .pause: translated("The others pause until you press play.")
        case .pauseResume: translated("The others pause, and go on when it stops.")
        case .lower: translated("The others are quieter until it stops.")
        }
    }

    // MARK: Programs that are never a call

    private static func ignoredPrograms(_ settings: Configuration.Interruptions, _ recorders: [String]) -> FormGroup {
        var rows = settings.callIgnore.map { program in
            FormRow(
                "ignored-\(program)", program.shown(),
                .buttons([
                    FormButton(
                        translated("Remove \(program.shown())"),
                        .changeList(section: "interruptions", key: "call-ignore", adding: [], removing: [program]),
                        icon: "list-remove-symbolic")
                ]))
        }
        let entry = FormEntry(
            translated("Add"), .list(section: "interruptions", key: "call-ignore", values: settings.callIgnore))
        let ignored = settings.callIgnore.map { Glob($0) }
        for (place, program) in recorders.enumerated() where !ignored.contains(where: { $0.matches(program) }) {
            // A name that no line can have can still be written as a pattern.
            let buttons = entry.action(for: program).map {
                [FormButton(translated("Add \(program.shown())"), $0, icon: "list-add-symbolic")]
            }
            rows.append(
                FormRow(
                    "recorder-\(place)", program.shown(), translated("It listens to a microphone now."),
                    .buttons(buttons ?? [])))
        }
        rows.append(FormRow("ignore", translated("Another program"), .entry(entry)))
        return FormGroup(
            "ignored", translated("Programs that are never a call"),
            note: translated("A name, or a pattern with * for any text."), rows)
    }

    // MARK: The sleep timer

    private static func sleepTimer(_ state: WindowState) -> FormGroup {
        let isSensitive = state.isPresent
        var rows: [FormRow] = []
        if let text = SleepSentence.text(state.agent) {
            rows.append(
                FormRow(
                    "sleep-now", translated("The sleep timer runs"), text, tone: .good,
                    .buttons([FormButton(translated("Stop it"), .sleep(nil))]), isSensitive: isSensitive))
        }
        let minutes = [15, 30, 45, 60].map { FormButton(translated("\($0) min"), .sleep($0 * 60)) }
        rows.append(
            FormRow(
                "sleep", translated("Stop playback after"), .buttons(minutes), isSensitive: isSensitive))
        rows.append(
            FormRow(
                "sleep-track", translated("Stop after this track"),
                .buttons([FormButton(translated("Stop then"), .sleepAtEndOfTrack)]), isSensitive: isSensitive))
        return FormGroup("sleep", translated("Sleep timer"), rows)
    }
}
