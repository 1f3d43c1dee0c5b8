// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonFiles
import BatonSettings
import BatonTranslation
import Glibc

/// The configuration file as it is on the disk now.
///
/// batond may not have it: with an error in it batond does not start, and at a reload it keeps what it had read before.
struct ConfigurationCheck {
    /// The file; nil if there is none.
    let file: String?
    /// What is wrong in it.
    let problems: [ConfigurationDiagnostic]

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - file: the file that batond has read; nil, or one that is gone, for that which it would read at its start.
    ///   - environment: the variables that say where files are.
    init(file: String?, environment: [String: String] = Paths.processEnvironment()) {
        let paths = Paths(environment: environment)
        let present = file.flatMap { access($0, F_OK) == 0 ? $0 : nil }
        do throws(ConfigurationError) {
            let loaded = try Configuration.load(file: present, paths: paths, keys: .unchecked)
            self.file = loaded.file
            problems = loaded.warnings
        } catch {
            self.file = error.diagnostics.first?.place.source ?? present
            problems = error.diagnostics
        }
    }

    /// The row of a file that batond refuses; nil for any other.
    var row: DoctorLine? {
        guard let first = problems.first(where: { $0.severity == .error }) else { return nil }
        return DoctorLine(
            section: DoctorSection.service.rawValue, name: DoctorName.configuration, state: DoctorLine.unavailable,
            reason: translated("Baton does not use this file: \(first.place): \(first.message)"),
            advice: "batonctl check", code: LocalCode.configurationRefused.rawValue,
            details: [.path: .text(first.place.source)])
    }

    /// The rows of the service with that of the file, where it is refused.
    func reviewed(_ rows: [DoctorLine]) -> [DoctorLine] {
        guard let row else { return rows }
        var result = rows
        if let place = rows.firstIndex(where: { $0.section == row.section && $0.name == row.name }) {
            result[place] = row
        } else {
            // Below the row of batond itself.
            result.insert(row, at: min(1, rows.count))
        }
        return result
    }

    /// For the report of a bug: where something is wrong, without the words of the file.
    var lines: [String] {
        problems.prefix(20).map { problem in
            "line \(problem.place.line.map { String($0) } ?? "?"): \(problem.severity.rawValue)"
        }
    }
}
