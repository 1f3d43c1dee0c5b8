// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDrawing
import BatonTranslation

/// What the set-up found, in a line for each thing, before it asks anything.
struct SetupSummary {
    /// `$XDG_CURRENT_DESKTOP`; empty if it is not set.
    let desktop: String
    /// The names of the players that run.
    let players: [String]
    let report: DoctorReport

    /// - Parameter columns: the terminal's width; nil: lines are not wrapped.
    func lines(columns: Int? = nil) -> [String] {
        let facts = self.facts
        let width = facts.map(\.label.count).max() ?? 0
        return facts.flatMap { fact in
            let head = "  " + fact.label + String(repeating: " ", count: width - fact.label.count + 2)
            let text = WrappedText.lines(fact.text, columns: columns, indentedBy: head.count)
            let blank = String(repeating: " ", count: head.count)
            return text.enumerated().map { ($0.offset == 0 ? head : blank) + $0.element }
        }
    }

    private var facts: [(label: String, text: String)] {
        let rows = [
            (translated("desktop"), desktop.isEmpty ? translated("unknown") : desktop),
            (translated("players"), players.isEmpty ? translated("none runs") : players.joined(separator: ", ")),
            (translated("keys from"), working(DoctorSection.input) ?? translated("no input yet")),
            (translated("accelerometer"), text(DoctorSection.sensor, DoctorName.accelerometer)),
            (
                translated("notifications"),
                daemon ?? translated("no daemon: no question can be asked")
            ),
        ]
        return rows.compactMap { label, text in text.map { (label, $0) } }
    }

    /// Whether a sensor is read, so that its sensitivity can be calibrated.
    var hasSensor: Bool {
        rows(DoctorSection.sensor).contains { $0.name == DoctorName.accelerometer && $0.isWorking }
    }

    private func rows(_ section: DoctorSection) -> [DoctorLine] {
        report.rows.filter { $0.section == section.rawValue }
    }

    /// The names of the rows that work; nil if there are none.
    private func working(_ section: DoctorSection) -> String? {
        let names = rows(section).filter(\.isWorking).map(\.name)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// What the doctor says of the notification daemon that works; nil if none does.
    private var daemon: String? {
        rows(DoctorSection.notifications).first(where: \.isWorking).map { $0.reason.isEmpty ? $0.name : $0.reason }
    }

    private func text(_ section: DoctorSection, _ name: String) -> String? {
        rows(section).first { $0.name == name }.map { $0.reason.isEmpty ? $0.state : $0.reason }
    }
}
