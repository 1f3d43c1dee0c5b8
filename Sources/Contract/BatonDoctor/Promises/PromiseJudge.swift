// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

/// Judges by the doctor's rows which promises are kept here. It compares codes and states, never sentences.
package struct PromiseJudge {
    let rows: [DoctorLine]
    /// What this program sees of the machine itself.
    let local: LocalChecks

    /// Makes a judge of some rows.
    package init(rows: [DoctorLine], local: LocalChecks) {
        self.rows = rows
        self.local = local
    }

    /// One for each promise, in their order.
    package var findings: [PromiseFinding] { Promise.allCases.map(finding) }

    private func finding(_ promise: Promise) -> PromiseFinding {
        // A machine without a sensor has none whether Baton runs or not.
        if promise == .shake, let row = row(.sensor(.noAccelerometer)) { return notHere(row) }
        if let row = rows.first(where: isAbsence) {
            return PromiseFinding(promise, .broken, row.reason, row.advice, row: row)
        }
        return switch promise {
        case .mediaKeys: mediaKeys
        case .headset: headset
        case .pauses: pauses
        case .shake: shake
        }
    }

    /// Whether a row says that Baton could not be asked.
    private func isAbsence(_ row: DoctorLine) -> Bool {
        row.section == DoctorSection.service.rawValue && row.name == DoctorName.agent && !row.isWorking
    }

    func rows(_ section: DoctorSection) -> [DoctorLine] { rows.filter { $0.section == section.rawValue } }

    func row(_ section: DoctorSection, _ name: String) -> DoctorLine? {
        rows.first { $0.section == section.rawValue && $0.name == name }
    }

    /// The first row with a code.
    func row(_ code: ReasonCode) -> DoctorLine? { rows.first { $0.code == code.rawValue } }

    /// The inputs of some kinds.
    func inputs(_ kinds: InputKind...) -> [DoctorLine] {
        rows(.input).filter { row in kinds.contains { $0.rawValue == row.details.text(.kind) } }
    }

    // MARK: Media keys

    var mediaKeys: PromiseFinding {
        func finding(_ state: PromiseState, _ row: DoctorLine, _ text: String? = nil, _ advice: String? = nil)
            -> PromiseFinding
        {
            PromiseFinding(.mediaKeys, state, text ?? row.reason, advice ?? row.advice, row: row)
        }
        let setup = "batonctl setup --media-keys"
        if let row = row(.doctor(.shortcutsGone)) { return finding(.partly, row) }
        if let row = rows.first(where: { $0.code == LocalCode.keysBoundOtherwise.rawValue }) {
            return finding(.partly, row)
        }
        if let row = row(.doctor(.compositorKeepsKeys)) {
            return finding(
                .partly, row, translated("\(row.details.text(.desktop)) does not send them to Baton yet"), setup)
        }
        if let row = row(.input(.keysUnclaimed)) {
            return finding(
                .partly, row, translated("\(Self.desktop(row)) sends them to a player that it picks itself"), setup)
        }
        let inputs = inputs(.mediaKeys, .kde, .portal)
        if let row = row(.doctor(.shortcutsBound)) ?? inputs.first(where: \.isWorking) {
            if row.code == InputCode.keysTaken.rawValue {
                return finding(.partly, row, nil, translated("give them to Baton in System Settings, Shortcuts"))
            }
            if let taken = self.row(.doctor(.faceTaken)) { return finding(.partly, taken) }
            return finding(.ready, row, translated("\(Self.desktop(row)) sends them to Baton"), "")
        }
        if let row = row(.doctor(.desktopKeepsKeys)) { return finding(.partly, row) }
        if let row = inputs.first(where: { $0.state == DoctorLine.unavailable }) ?? inputs.first {
            let isFault = row.state == DoctorLine.unavailable
            return finding(
                isFault ? .broken : .partly, row, nil,
                row.advice.isEmpty && !isFault ? translated("try again in a moment") : nil)
        }
        if local.hasDisplay, let row = row(.session, DoctorName.display), !row.isWorking {
            return finding(.broken, row, translated("Baton does not know of your desktop"))
        }
        return PromiseFinding(
            .mediaKeys, .notHere, translated("there is no desktop in this session"),
            row: row(.session, DoctorName.display))
    }

    /// The name of the desktop that a row is about.
    private static func desktop(_ row: DoctorLine) -> String {
        let name = row.details.text(.desktop)
        switch MediaKeysDesktop(rawValue: name.lowercased()) {
        case .gnome: return "GNOME"
        case .kde: return "KDE"
        case nil: return name.isEmpty ? (row.details.text(.kind) == InputKind.kde.rawValue ? "KDE" : row.name) : name
        }
    }
}
