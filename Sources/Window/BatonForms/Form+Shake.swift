// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonMotion
import BatonSettings
import BatonTranslation
import BatonValues

extension Form {
    /// Shake to undo: whether, how gentle a shake may be, when, what it does, and a field to try it in.
    package static func shake(_ state: WindowState) -> Form {
        let parts = [
            shakeState(state), signal(state), forgetting(state), hasSensor(state) ? calibration(state) : nil,
            recognition(state), curve(state), effect(state.configuration.settings), neverUndo(state), trial(state),
        ]
        return Form(parts.compactMap(\.self), of: state)
    }

    private static func shakeState(_ state: WindowState) -> FormGroup {
        let isOn = state.agent[ApplicationInterface.shakeToUndo]
        var rows: [FormRow] = []
        if let isOn {
            rows.append(
                FormRow(
                    "shake", translated("Shake to undo"),
                    translated("Shake the laptop or tablet, and Baton offers to undo in the app in front."),
                    .toggle(isOn: isOn, on: .shake(true), off: .shake(false)), isSensitive: state.isPresent))
        }
        if let sensor = state.agent[ApplicationInterface.sensor, details: ApplicationInterface.sensorDetails] {
            let isRead = sensor.code.rawValue == "reading"
            rows.append(
                FormRow(
                    "sensor", translated("Motion sensor"), "\(sensor)".shown(), tone: isRead ? .good : .faint))
        }
        if let point = state.agent[ApplicationInterface.shakePoint, details: ApplicationInterface.shakePointDetails] {
            rows.append(FormRow("point", translated("In use"), "\(point)".shown()))
        }
        return FormGroup("shake", "", rows)
    }

    /// Whether there is a sensor to be read.
    private static func hasSensor(_ state: WindowState) -> Bool {
        guard let sensor = state.agent[ApplicationInterface.sensor, details: ApplicationInterface.sensorDetails] else {
            return false
        }
        return sensor.code.rawValue == "reading"
    }

    private static func signal(_ state: WindowState) -> FormGroup? {
        guard hasSensor(state) else { return nil }
        return FormGroup(
            "signal", translated("The signal"),
            note: translated("How much the device moves now. Shake it, and see whether it comes up to a shake."),
            [
                FormRow("score", translated("Score"), .score),
                FormRow("plot", translated("The movement of the last seconds"), .plot),
            ])
    }

    /// What batonctl says while it forgets; a calibration is a picture of its own.
    private static func forgetting(_ state: WindowState) -> FormGroup? {
        state.conversation?.calibration == nil || !hasSensor(state) ? conversation(state, on: .shake) : nil
    }

    private static func recognition(_ state: WindowState) -> FormGroup {
        let shake = state.configuration.settings.shake
        let figures = ShakeFigures(state)
        // What Baton has chosen is where the slider stands, too.
        let held = shake.sensitivity.level ?? state.agent.shakePoint?.level ?? .medium
        let numbers = shake.sensitivity.level.map { figures?.words(of: $0) } ?? figures?.words
        let steps: [(SensitivityChoice, String)] = [
            (.low, translated("low")), (.medium, translated("medium")), (.high, translated("high")),
        ]
        let chosen = steps.firstIndex { $0.0.level == held } ?? 1
        let tablet: [(TabletModeChoice, String)] = [
            (.any, translated("In every mode")), (.only, translated("Only as a tablet")),
            (.never, translated("Never as a tablet")),
        ]
        return FormGroup(
            "recognition", translated("What counts as a shake"),
            [
                FormRow(
                    "sensitivity-auto", translated("Choose the sensitivity for me"),
                    translated("By your calibration, else by the kind of device."),
                    .toggle(
                        isOn: shake.sensitivity == .auto,
                        on: .set(section: "shake", key: "sensitivity", value: nil),
                        off: .set(section: "shake", key: "sensitivity", value: SensitivityChoice.medium.rawValue))),
                FormRow(
                    "sensitivity", translated("Sensitivity"),
                    [meaning(of: shake.sensitivity), numbers].compactMap(\.self).joined(separator: " "),
                    .slider(
                        steps.map {
                            FormChoice($0.1, .set(section: "shake", key: "sensitivity", value: $0.0.rawValue))
                        }, chosen: chosen), isSensitive: shake.sensitivity != .auto),
                FormRow(
                    "tablet-mode", translated("On a convertible"),
                    choice("shake", "tablet-mode", tablet, shake.tabletMode)),
                FormRow(
                    "with-lid-closed", translated("Also with the lid closed"),
                    toggle("shake", "with-lid-closed", shake.withLidClosed)),
            ])
    }

    /// Found shakes against false questions, with the point in use.
    private static func curve(_ state: WindowState) -> FormGroup? {
        guard let figures = ShakeFigures(state) else { return nil }
        let axes = [
            translated(
                "From left to right: false questions, up to ten a day, with lines at one in a year, a month, a week and a day."
            ),
            translated("From below to above: 70 to 100 of 100 shakes found."),
        ]
        return FormGroup(
            "curve", translated("Shakes found, and false questions"), note: figures.source,
            [
                FormRow(
                    "curve", translated("Shakes found against false questions"),
                    ([translated("In use: \(figures.words)")] + axes).joined(separator: " "), .curve(figures.picture))
            ])
    }

    private static func meaning(of choice: SensitivityChoice) -> String {
        switch choice {
        case .auto: translated("Baton has chosen it.")
        case .low: translated("Only a strong shake counts.")
        case .medium: translated("A clear shake counts.")
        case .high: translated("A gentle shake counts, and a rough movement may count too.")
        }
    }

    private static func effect(_ settings: Configuration) -> FormGroup {
        let modes: [(UndoMode, String)] = [
            (.confirm, translated("Ask first")), (.immediate, translated("Undo at once, and offer Redo")),
            (.off, translated("Nothing")),
        ]
        var rows = [
            FormRow("mode", translated("A shake"), choice("undo", "mode", modes, settings.undo.mode))
        ]
        for (name, rule) in settings.apps.sorted(by: { $0.key < $1.key }).filter({ $0.value.undo != .never }).prefix(
            mostApps)
        {
            let words: [(AppUndo, String)] = [
                (.usual, translated("As usual")), (.confirm, translated("Ask first")),
                (.immediate, translated("Undo at once")), (.never, translated("Never")),
            ]
            rows.append(
                FormRow("app-\(name)", name.shown(), choice("app \(name)", "undo", words, rule.undo)))
        }
        return FormGroup("effect", translated("What it does"), rows)
    }

    private static func trial(_ state: WindowState) -> FormGroup {
        FormGroup(
            "trial", translated("Try it"), note: translated("Write something below, then undo it."),
            [
                FormRow("field", translated("Write here"), .field("")),
                FormRow(
                    "undo", translated("Undo in the app in front"),
                    .buttons([FormButton(translated("Undo"), .undo), FormButton(translated("Redo"), .redo)]),
                    isSensitive: state.isPresent),
            ])
    }
}
