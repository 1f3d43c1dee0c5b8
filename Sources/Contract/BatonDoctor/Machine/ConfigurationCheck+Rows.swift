// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSettings
import BatonTranslation

extension ConfigurationCheck {
    /// The row of a file that batond refuses; nil for any other.
    ///
    /// - Parameter isRunning: whether batond runs, with what it had read before.
    package func row(isRunning: Bool) -> DoctorLine? {
        guard let refused, let refusal else { return nil }
        return DoctorLine(
            section: DoctorSection.service.rawValue, name: DoctorName.configuration, state: DoctorLine.unavailable,
            reason: isRunning
                ? translated("Baton does not use this file: \(refused.place): \(refused.message)") : refusal,
            advice: "batonctl check", code: LocalCode.configurationRefused.rawValue,
            details: [.path: .text(refused.place.source)])
    }

    /// The rows of the service with that of the file, where it is refused.
    package func reviewed(_ rows: [DoctorLine], isRunning: Bool) -> [DoctorLine] {
        guard let row = row(isRunning: isRunning) else { return rows }
        var result = rows
        // No start helps before the file is mended.
        if let place = rows.firstIndex(where: { $0.code == LocalCode.agentAbsent.rawValue }) {
            result[place].advice = translated("mend the configuration file first: batonctl check")
        }
        if let place = rows.firstIndex(where: { $0.section == row.section && $0.name == row.name }) {
            result[place] = row
        } else {
            // Below the row of batond itself.
            result.insert(row, at: min(1, rows.count))
        }
        return result
    }

    /// For the report of a bug: where something is wrong, without the words of the file.
    package var lines: [String] {
        problems.prefix(20).map { problem in
            "line \(problem.place.line.map { String($0) } ?? "?"): \(problem.severity.rawValue)"
        }
    }
}
