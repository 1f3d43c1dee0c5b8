// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
package import BatonPages
import BatonTranslation
import BatonValues

extension Form {
    /// Which promises are kept on this machine, what is to be repaired, and all that the doctor has found.
    package static func health(_ page: HealthPage, _ state: WindowState) -> Form {
        var groups = [promises(page, state), conversation(state, on: .health), repairs(page, state)].compactMap(\.self)
        groups += page.sections.enumerated().map { place, section in
            FormGroup(
                "section-\(place)", DoctorSection(rawValue: section.name)?.title ?? section.name,
                section.rows.enumerated().map { row($0.element, "row-\(place)-\($0.offset)", state) })
        }
        if page.rest > 0 {
            groups.append(
                FormGroup("rest", "", [FormRow("rest", translated("and \(page.rest) more"), tone: .faint)]))
        }
        // What is looked for first where Baton does not run.
        groups.insert(login(state), at: page.isAbsent ? 0 : groups.count)
        groups.append(report(page))
        var form = Form(groups, notice: notice(page.condition, isOld: page.isOld))
        form.isOld = page.isOld
        return form
    }

    private static func promises(_ page: HealthPage, _ state: WindowState) -> FormGroup? {
        guard !page.promises.isEmpty else { return nil }
        let rows = page.promises.map { promise in
            let finding = promise.finding
            let tone: FormRow.Tone =
                switch finding.state {
                case .ready: .good
                case .partly: .warning
                case .broken: .fault
                case .off, .notHere: .faint
                }
            let text = [finding.text, advice(finding.advice, promise.cure)].filter { !$0.isEmpty }
            return FormRow(
                "promise-\(finding.promise.rawValue)", "\(finding.promise.title): \(finding.state.title)",
                text.joined(separator: "\n"), tone: tone, cure(promise.cure), isSensitive: mayMend(state))
        }
        return FormGroup("promises", translated("What works here"), rows)
    }

    private static func repairs(_ page: HealthPage, _ state: WindowState) -> FormGroup? {
        guard !page.repairs.isEmpty else { return nil }
        return FormGroup(
            "repairs", translated("Also to repair"),
            page.repairs.enumerated().map { row($0.element, "repair-\($0.offset)", state) })
    }

    private static func row(_ row: HealthRow, _ id: String, _ state: WindowState) -> FormRow {
        let line = row.line
        let tone: FormRow.Tone =
            switch row.level {
            case .fault: .fault
            case .warning: .warning
            case .fine: line.isWorking ? .good : .faint
            }
        let text = [line.reason.isEmpty ? line.state : line.reason, advice(line.advice, row.cure)]
        return FormRow(
            id, line.name, text.filter { !$0.isEmpty }.joined(separator: "\n"), tone: tone, cure(row.cure),
            isSensitive: mayMend(state))
    }

    private static func mayMend(_ state: WindowState) -> Bool { state.conversation?.isRunning != true }

    /// What a button mends needs no command to be typed.
    private static func advice(_ advice: String, _ cure: HealthCure) -> String {
        if case .setup = cure { return "" }
        return advice
    }

    private static func cure(_ cure: HealthCure) -> FormControl {
        switch cure {
        case .none, .user(nil): .none
        case .setup(let words): .buttons([FormButton(translated("Set up"), .converse(.mend(words)))])
        case .user(let command?):
            .buttons([FormButton(translated("Copy the command"), .copy(command), icon: "edit-copy-symbolic")])
        }
    }

    private static func report(_ page: HealthPage) -> FormGroup {
        FormGroup(
            "report", translated("If something is wrong"),
            [
                FormRow(
                    "examine", translated("Examine again"),
                    .buttons([FormButton(translated("Examine"), .examine)]), isSensitive: !page.isExamining),
                FormRow(
                    "report", translated("A report for a bug"),
                    translated("No names and no titles are in it."),
                    .buttons([FormButton(translated("Copy a report"), .copyReport)])),
                FormRow(
                    "take-back", translated("Take back what was set up"),
                    .buttons([FormButton(translated("Take back"), .converse(.takeBack))])),
            ])
    }
}

extension HealthPage {
    /// Whether Baton does not run.
    fileprivate var isAbsent: Bool { if case .absent = condition { true } else { false } }
}
