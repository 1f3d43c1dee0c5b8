// SPDX-License-Identifier: Apache-2.0

import BatonPages
import BatonSettings
import BatonTranslation
import BatonValues

extension Form {
    /// A page of the configuration's keys, with what is wrong with the file, or with Baton, above it.
    init(_ groups: [FormGroup], of state: WindowState) {
        self.init(groups, notice: Self.configurationNotice(state.configuration) ?? Self.agentNotice(state.condition))
        guard !state.configuration.isWritable else { return }
        for (group, place) in self.groups.indices.flatMap({ group in
            self.groups[group].rows.indices.map { (group, $0) }
        }) where self.groups[group].rows[place].writes {
            self.groups[group].rows[place].isSensitive = false
        }
    }

    /// A file with errors is shown with its lines, and not written until it is right.
    static func configurationNotice(_ view: ConfigurationView) -> FormNotice? {
        let errors = view.problems.filter { $0.severity == .error }
        guard let first = errors.first else { return view.obstacle.map { FormNotice($0) } }
        let place = first.place.line.map { translated("line \($0)") } ?? first.place.source.shown()
        let more = errors.count > 1 ? " " + translated("There are \(errors.count) errors.") : ""
        let path = (view.path ?? "baton.conf").shown()
        let message = first.message.shown()
        return FormNotice(
            translated("\(path) has an error, so nothing is written to it until it is right: \(place): \(message)")
                + more)
    }

    /// What is said where Baton does not answer. That it is being asked is over in a moment, and the file can be written all the while.
    private static func agentNotice(_ condition: AgentCondition) -> FormNotice? {
        switch condition {
        case .unknown, .answering: nil
        case .silent: notice(condition, isOld: true)
        case .noBus, .absent, .refusing: notice(condition, isOld: false)
        }
    }
}

extension FormRow {
    /// Whether its control writes the configuration.
    var writes: Bool {
        if case .entry = control { return true }
        return control.actions.contains(where: \.writes)
    }
}

extension FormAction {
    /// Whether it writes the configuration.
    package var writes: Bool {
        switch self {
        case .set, .changeList: true
        default: false
        }
    }
}

extension Form {
    /// A list of words of a key, in the order of the key's own list.
    static func choice<Word: RawRepresentable & Equatable>(
        _ section: String, _ key: String, _ words: [(Word, String)], _ held: Word
    ) -> FormControl where Word.RawValue == String {
        .choice(
            words.map { FormChoice($0.1, .set(section: section, key: key, value: $0.0.rawValue)) },
            chosen: words.firstIndex { $0.0 == held })
    }

    /// A switch of a key that is yes or no.
    static func toggle(_ section: String, _ key: String, _ isOn: Bool) -> FormControl {
        .toggle(
            isOn: isOn, on: .set(section: section, key: key, value: "yes"),
            off: .set(section: section, key: key, value: "no"))
    }
}
