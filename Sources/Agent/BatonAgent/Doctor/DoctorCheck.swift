// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// One check of the doctor.
@MainActor
struct DoctorCheck {
    /// The section and name of the row that is shown if the check does not answer in time.
    let section: DoctorSection
    let name: String
    /// Runs the check. `then` is called at most once, now or later; its rows count if it is called by the deadline.
    let run: (_ deadline: Duration, _ then: @escaping ([DoctorRow]) -> Void) -> Void

    init(
        _ section: DoctorSection, _ name: String,
        run: @escaping (_ deadline: Duration, _ then: @escaping ([DoctorRow]) -> Void) -> Void
    ) {
        self.section = section
        self.name = name
        self.run = run
    }

    /// Creates a check that answers at once.
    init(_ section: DoctorSection, _ name: String, rows: @escaping () -> [DoctorRow]) {
        self.init(section, name) { _, then in then(rows()) }
    }

    /// The row for a check that has not answered in time.
    var late: DoctorRow {
        DoctorRow(section, name, .unavailable, .doctor(.unanswered))
    }
}
