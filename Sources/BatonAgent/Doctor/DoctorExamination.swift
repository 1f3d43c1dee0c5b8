// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonReactor

/// One examination: all checks at once, with one deadline for all. Keeps itself alive until it has answered.
@MainActor
final class DoctorExamination {
    private let checks: [DoctorCheck]
    private let deadline: Duration
    private let reactor: Reactor
    private var answers: [[DoctorRow]?]
    private var missing: Int
    private var then: (([DoctorRow]) -> Void)?
    private var timer: ReactorTimer?

    /// - Parameter then: called once, by the deadline, with the rows in the checks' order.
    init(
        _ checks: [DoctorCheck], by deadline: Duration, reactor: Reactor, then: @escaping ([DoctorRow]) -> Void
    ) {
        self.checks = checks
        self.deadline = deadline
        self.reactor = reactor
        self.then = then
        answers = Array(repeating: nil, count: checks.count)
        missing = checks.count
    }

    func start() {
        guard !checks.isEmpty else { return finish() }
        timer = reactor.schedule(at: deadline) { [self] in finish() }
        for (index, check) in checks.enumerated() {
            check.run(deadline) { [self] in take($0, at: index) }
        }
    }

    private func take(_ rows: [DoctorRow], at index: Int) {
        guard answers[index] == nil else { return }
        answers[index] = rows
        missing -= 1
        if missing == 0 { finish() }
    }

    private func finish() {
        guard let answer = then else { return }
        then = nil
        timer?.cancel()
        timer = nil
        answer(zip(checks, answers).flatMap { check, rows in rows ?? [check.late] })
    }
}

/// Something that `Doctor` looks at.
@MainActor
struct DoctorCheck {
    /// The section and name of the row that stands in for an answer that does not come.
    let section: DoctorSection
    let name: String
    /// Looks; `then` is called at most once, now or later, and its rows count if they come by the deadline.
    let run: (_ deadline: Duration, _ then: @escaping ([DoctorRow]) -> Void) -> Void

    init(
        _ section: DoctorSection, _ name: String,
        run: @escaping (_ deadline: Duration, _ then: @escaping ([DoctorRow]) -> Void) -> Void
    ) {
        self.section = section
        self.name = name
        self.run = run
    }

    /// A check of what is known already.
    init(_ section: DoctorSection, _ name: String, rows: @escaping () -> [DoctorRow]) {
        self.init(section, name) { _, then in then(rows()) }
    }

    /// What is told when no answer came in time.
    var late: DoctorRow {
        DoctorRow(
            section: section, name: name, state: .unavailable, reason: "no answer within two seconds",
            advice: "look into the log: journalctl --user -u batond")
    }
}
