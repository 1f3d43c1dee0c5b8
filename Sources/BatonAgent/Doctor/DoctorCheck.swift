// SPDX-License-Identifier: Apache-2.0

/// Something that `Doctor` looks at.
@MainActor
struct DoctorCheck {
    /// The section and name of the row that stands in for an answer that does not come.
    let section: DoctorRow.Section
    let name: String
    /// Looks; `then` is called at most once, now or later, and its rows count if they come by the deadline.
    let run: (_ deadline: Duration, _ then: @escaping ([DoctorRow]) -> Void) -> Void

    init(
        _ section: DoctorRow.Section, _ name: String,
        run: @escaping (_ deadline: Duration, _ then: @escaping ([DoctorRow]) -> Void) -> Void
    ) {
        self.section = section
        self.name = name
        self.run = run
    }

    /// A check of what is known already.
    init(_ section: DoctorRow.Section, _ name: String, rows: @escaping () -> [DoctorRow]) {
        self.init(section, name) { _, then in then(rows()) }
    }

    /// What is told when no answer came in time.
    var late: DoctorRow {
        DoctorRow(
            section: section, name: name, state: .unavailable, reason: "no answer within two seconds",
            advice: "look into the log: journalctl --user -u batond")
    }
}
