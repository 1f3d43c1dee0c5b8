// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonReactor
import BatonSettings
import Glibc

/// The rows about batond itself: its unit, its settings, its helpers.
enum DoctorService {
    /// The unit from whose name portals derive the app's identifier (rule UNDO37).
    private static let unit = BatonBus.unit

    static func rows(_ loaded: LoadedConfiguration?) -> [DoctorRow] {
        var rows = [
            DoctorRow(
                section: .service, name: DoctorName.agent, state: .works,
                reason: "version \(BatonBus.version), process \(getpid())"),
            unitRow(groups: SmallFile.firstLine("/proc/self/cgroup") ?? ""),
        ]
        if let loaded { rows += [configurationRow(loaded), undoRow(loaded.configuration.undo.mode)] }
        return rows
            + [DoctorName.keysHelper, DoctorName.sensorHelper].map { helperRow($0, path: HelperProgram.path(of: $0)) }
    }

    /// - Parameter groups: the first line of /proc/self/cgroup, the only one if systemd 247 or later set it up.
    static func unitRow(groups: String) -> DoctorRow {
        if groups.hasSuffix("/\(unit)") {
            return DoctorRow(section: .service, name: DoctorName.unit, state: .works, reason: unit)
        }
        return DoctorRow(
            section: .service, name: DoctorName.unit, state: .off,
            reason: "batond was not started by systemd as \(unit)",
            advice: "to start it at each login, and for portals to remember it: systemctl --user enable --now \(unit)")
    }

    static func configurationRow(_ loaded: LoadedConfiguration) -> DoctorRow {
        let place = loaded.file ?? "no file, and none is needed"
        guard let first = loaded.warnings.first else {
            return DoctorRow(section: .service, name: DoctorName.configuration, state: .works, reason: place)
        }
        let count = loaded.warnings.count
        return DoctorRow(
            section: .service, name: DoctorName.configuration, state: .works,
            reason:
                "\(place), \(count) \(count == 1 ? "warning" : "warnings"), the first: \(first.place): \(first.message)",
            advice: "batonctl check")
    }

    static func undoRow(_ mode: UndoMode) -> DoctorRow {
        func row(_ state: DoctorState, _ reason: String, _ advice: String = "") -> DoctorRow {
            DoctorRow(section: .service, name: DoctorName.undo, state: state, reason: reason, advice: advice)
        }
        return switch mode {
        case .confirm: row(.works, "a shake asks with a notification")
        case .immediate: row(.works, "a shake undoes at once, and a notification offers to redo")
        case .off: row(.off, "[undo] mode = off in the configuration", "set it to confirm or immediate")
        }
    }

    static func helperRow(_ name: String, path: String?) -> DoctorRow {
        if let path { return DoctorRow(section: .service, name: name, state: .works, reason: path) }
        let loss = name == DoctorName.keysHelper ? "no key can be pressed" : "no shake can be recognized"
        return DoctorRow(
            section: .service, name: name, state: .unavailable,
            reason: "it is neither beside batond nor in libexec/baton, so \(loss)",
            advice: "install Baton whole: make install")
    }
}
