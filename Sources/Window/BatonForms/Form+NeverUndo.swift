// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonPages
import BatonSettings
import BatonTranslation
import BatonValues

extension Form {
    /// The apps in which a shake never undoes, and how to add one.
    static func neverUndo(_ state: WindowState) -> FormGroup {
        let apps = state.configuration.settings.apps
        let never = apps.filter { $0.value.undo == .never }.keys.sorted()
        var rows = never.prefix(mostApps).map { name in
            FormRow(
                "never-\(name)", name.shown(),
                .buttons([
                    FormButton(
                        translated("Remove \(name.shown())"), .set(section: "app \(name)", key: "undo", value: nil),
                        icon: "list-remove-symbolic")
                ]))
        }
        if never.count > mostApps {
            rows.append(FormRow("never-more", translated("and \(never.count - mostApps) more")))
        }
        let entry = FormEntry(
            translated("Add"), .section(kind: "app", key: "undo", value: AppUndo.never.rawValue))
        rows += known(state, besides: apps).compactMap { name in
            entry.action(for: name).map { action in
                FormRow(
                    "known-\(name)", name.shown(), translated("It is in use now."),
                    .buttons([
                        FormButton(translated("Never undo in \(name.shown())"), action, icon: "list-add-symbolic")
                    ]))
            }
        }
        rows.append(FormRow("never-add", translated("Another app"), .entry(entry)))
        return FormGroup(
            "never", translated("Apps in which a shake never undoes"),
            note: translated("The name of the app's desktop file, or its window class."), rows)
    }

    /// The most apps of each kind that are shown.
    static var mostApps: Int { 64 }
    /// The most apps that are offered.
    private static var mostOffered: Int { 8 }

    /// The apps of the chain that the configuration has no section for, by the names that they are known by.
    private static func known(_ state: WindowState, besides apps: [String: Configuration.AppRule]) -> [String] {
        var names: [String] = []
        for responder in state.agent[ApplicationInterface.responders] ?? [] where names.count < mostOffered {
            // A player of several instances has the number of one behind its name.
            let parts = ResponderName.shown(responder).split(separator: ".", omittingEmptySubsequences: false)
            let name = parts.prefix { !$0.hasPrefix("instance") }.joined(separator: ".")
            if !name.isEmpty, !name.hasPrefix(":"), apps[name] == nil, !names.contains(name) { names.append(name) }
        }
        return names
    }
}
