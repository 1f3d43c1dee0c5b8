// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

/// The rows, and the verdict made from them.
struct DoctorReport {
    /// The agent's version; nil without an agent.
    let agent: String?
    let rows: [DoctorLine]

    /// Whether there is a way to undo now.
    var canUndo: Bool { agent != nil && !isSwitchedOff && !routes(DoctorLine.works).isEmpty && knowsFocus }

    /// The configuration file that batond has read; nil for none.
    var configurationFile: String? {
        let path = rows.first { $0.name == DoctorName.configuration }?.details.text(.path) ?? ""
        return path.isEmpty ? nil : path
    }

    /// Routes in the given state, in the order in which they are tried.
    func routes(_ state: String) -> [String] {
        rows.filter { $0.section == DoctorSection.route.rawValue && $0.state == state }.map(\.name)
    }

    private var isSwitchedOff: Bool {
        rows.contains {
            $0.section == DoctorSection.service.rawValue && $0.name == DoctorName.undo && $0.state == DoctorLine.off
        }
    }

    /// The verdict in a few sentences.
    var verdict: [String] {
        guard agent != nil else { return [] }
        guard !isSwitchedOff else { return [translated("Undo is turned off: [undo] mode in baton.conf.")] }
        return [undoSentence] + [focusSentence, askSentence, sensorSentence].compactMap(\.self)
    }

    private var undoSentence: String {
        let ready = routes(DoctorLine.works)
        let asking = routes(DoctorLine.needsConsent)
        if ready.isEmpty {
            return asking.isEmpty
                ? translated("There is no way to undo in this session.")
                : translated("There is no way to undo yet: run 'batonctl setup'.")
        }
        let ways = translated("Undo works by \(ready.joined(separator: ", ")).")
        // Every other route reaches every app; an app's own action reaches only apps that export one.
        guard ready == ["gtk-actions"] else { return ways }
        let others = asking.isEmpty ? "" : translated(" For the other apps: batonctl setup")
        return translated("Undo works only in apps that export it (gtk-actions).\(others)")
    }

    private var knowsFocus: Bool { rows.contains { $0.section == DoctorSection.focus.rawValue && $0.isWorking } }

    private var focusSentence: String? {
        knowsFocus ? nil : translated("But it is not known which app is in front, so nothing is undone.")
    }

    private var askSentence: String? {
        let daemons = rows.filter { $0.section == DoctorSection.notifications.rawValue }
        guard !daemons.isEmpty, !daemons.contains(where: \.isWorking) else { return nil }
        return translated("No notification daemon can show the question that a shake asks.")
    }

    private var sensorSentence: String? {
        guard
            let sensor = rows.first(where: {
                $0.section == DoctorSection.sensor.rawValue && $0.name == DoctorName.accelerometer
            }),
            !sensor.isWorking
        else { return nil }
        return translated("No shake is recognized: \(sensor.reason).")
    }

    /// The report as scripts see it.
    var json: JSON {
        .object([
            ("agent", agent.map(JSON.string) ?? .null), ("undo", .boolean(canUndo)),
            ("rows", .array(rows.map(\.json))),
        ])
    }
}
