// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDoctor

/// The page *Health*: which promises are kept on this machine, and the doctor's rows by section.
package struct HealthPage: Equatable, Sendable {
    /// The most rows that are shown.
    package static let mostRows = 300

    /// The rows of a section, in the agent's order.
    package struct Section: Equatable, Sendable {
        /// A word of `DoctorSection`, or of a newer agent.
        package let name: String
        package let rows: [HealthRow]
    }

    /// Whether the agent answers.
    package let condition: AgentCondition
    /// Whether the page shows what was known before. It is shown greyed then.
    package let isOld: Bool
    /// Whether the doctor examines now.
    package let isExamining: Bool
    /// The agent's version; nil without an agent.
    package let version: String?
    /// The promises; none before anything is known, and if the agent refuses to tell.
    package let promises: [HealthPromise]
    /// What needs repair and no promise tells of.
    package let repairs: [HealthRow]
    /// All rows by section, in the order in which people need them. Sections that a newer agent adds come last.
    package let sections: [Section]
    /// How many rows are left out.
    package let rest: Int

    /// The page before anything is known.
    package static let unknown = HealthPage(nil, condition: .unknown)

    /// The worst of all promises and rows.
    package var level: HealthLevel { (promises.map(\.level) + repairs.map(\.level)).max() ?? .fine }
}

extension HealthPage {
    /// Makes the page.
    ///
    /// - Parameters:
    ///   - report: what the doctor found last; nil if it was not asked yet.
    ///   - isOld: whether the report may have been true before only.
    package init(
        _ report: DoctorReport?, condition: AgentCondition, isOld: Bool = false, isExamining: Bool = false
    ) {
        let rows = report?.rows.prefix(Self.mostRows) ?? []
        func row(_ line: DoctorLine) -> HealthRow { HealthRow(line, isFault: report?.isFault(line) ?? false) }
        var names = DoctorSection.allCases.map(\.rawValue).filter { name in rows.contains { $0.section == name } }
        for line in rows where !names.contains(line.section) { names.append(line.section) }
        self.init(
            condition: condition, isOld: isOld && report != nil, isExamining: isExamining,
            version: report?.agent.map { BoundedText.shown($0) },
            promises: report?.promises.map(HealthPromise.init) ?? [],
            repairs: report?.repairs.prefix(Self.mostRows).map(row) ?? [],
            sections: names.map { name in
                Section(name: BoundedText.shown(name), rows: rows.filter { $0.section == name }.map(row))
            }, rest: max(0, (report?.rows.count ?? 0) - rows.count))
    }
}
