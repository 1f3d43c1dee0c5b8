// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonFiles
import BatonProcesses
import BatonReactor
import BatonSettings
import Glibc

/// The rows about batond itself: its unit, its settings, its helpers.
enum DoctorService {
    /// The unit from whose name portals derive the app's identifier (rule UNDO37).
    private static let unit = BatonBus.unit

    static func rows(_ loaded: LoadedConfiguration?) -> [DoctorRow] {
        let about: Reason.Details = [.version: .text(BatonBus.version), .process: .number(UInt32(clamping: getpid()))]
        var rows = [
            DoctorRow(.service, DoctorName.agent, .works, .doctor(.running, about)),
            unitRow(groups: SmallFile.firstLine("/proc/self/cgroup") ?? ""),
        ]
        if let loaded { rows += [configurationRow(loaded), undoRow(loaded.configuration.undo.mode)] }
        return rows
    }

    /// Whether a helper is installed, with all libraries that it needs.
    ///
    /// - Parameter isUsed: whether something here needs the helper. A package leaves it to the user whether to install the libraries.
    @MainActor
    static func helperCheck(_ name: String, isUsed: Bool, on reactor: Reactor) -> DoctorCheck {
        DoctorCheck(.service, name) { _, then in
            guard let path = HelperProgram.path(of: name) else {
                return then([helperRow(name, path: nil, missing: [], isUsed: isUsed)])
            }
            MissingLibraries.find(path, environment: [:], reactor: reactor) {
                then([helperRow(name, path: path, missing: $0, isUsed: isUsed)])
            }
        }
    }

    /// - Parameter groups: the first line of /proc/self/cgroup, the only one if systemd 247 or later set it up.
    static func unitRow(groups: String) -> DoctorRow {
        let isUnit = groups.hasSuffix("/\(unit)")
        return DoctorRow(
            .service, DoctorName.unit, isUnit ? .works : .off, .doctor(isUnit ? .unitStarted : .unitUnused))
    }

    static func configurationRow(_ loaded: LoadedConfiguration) -> DoctorRow {
        var details: Reason.Details = [:]
        details[.path] = loaded.file.map { .text($0) }
        if let first = loaded.warnings.first {
            details[.count] = .number(UInt32(clamping: loaded.warnings.count))
            details[.place] = .text("\(first.place)")
            details[.message] = .text(first.message)
        }
        let code: DoctorCode = loaded.warnings.isEmpty ? .configurationRead : .configurationWarnings
        return DoctorRow(.service, DoctorName.configuration, .works, .doctor(code, details))
    }

    /// The row for choices that are not on the disk; none if nothing is wrong.
    static func choicesRows(_ problem: String?) -> [DoctorRow] {
        guard let problem else { return [] }
        return [
            DoctorRow(
                .service, DoctorName.choices, .unavailable, .doctor(.choicesUnwritten, [.message: .text(problem)]))
        ]
    }

    static func undoRow(_ mode: UndoMode) -> DoctorRow {
        switch mode {
        case .confirm: DoctorRow(.service, DoctorName.undo, .works, .doctor(.undoAsks))
        case .immediate: DoctorRow(.service, DoctorName.undo, .works, .doctor(.undoImmediate))
        case .off: DoctorRow(.service, DoctorName.undo, .off, .undo(.off))
        }
    }

    static func helperRow(_ name: String, path: String?, missing: [String], isUsed: Bool) -> DoctorRow {
        guard let path else { return DoctorRow(.service, name, .unavailable, .doctor(.programMissing)) }
        guard missing.isEmpty else {
            return DoctorRow(
                .service, name, isUsed ? .unavailable : .off, .doctor(.librariesMissing, .libraries(missing)))
        }
        return DoctorRow(.service, name, .works, .doctor(.programFound, [.path: .text(path)]))
    }
}
