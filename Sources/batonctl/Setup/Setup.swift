// SPDX-License-Identifier: Apache-2.0
import BatonDBus
import Glibc

/// Leads the user through what only the user can agree to.
struct Setup {
    let agent: AgentClient

    /// - Returns: Whether there is a way to undo now, and nothing left to agree to.
    /// - Throws: ``CommandError`` when there is no agent, or when it refuses.
    func run() throws(CommandError) -> Bool {
        let before = try report()
        tell(before)
        let steps = Self.steps(before)
        guard !steps.isEmpty else {
            Console.print("Nothing needs your consent.")
            return conclude(before)
        }
        var areAllDone = true
        for step in steps where try !perform(step) { areAllDone = false }
        return conclude(try report()) && areAllDone
    }

    /// What there is to do.
    static func steps(_ report: DoctorReport) -> [any SetupStep] {
        report.routes(DoctorRow.needsConsent).map { ConsentStep(route: $0) }
    }

    private func report() throws(CommandError) -> DoctorReport {
        DoctorReport(agent: "", rows: try UndoFailure.asking { () throws(DBusError) in try agent.doctor() })
    }

    private func tell(_ report: DoctorReport) {
        Console.print("Ways to undo in the app in front:")
        let rows = report.rows.filter { $0.section == "route" }
        for line in DoctorTable(rows: rows).lines.dropFirst() { Console.print(line) }
        Console.print("")
    }

    private func perform(_ step: any SetupStep) throws(CommandError) -> Bool {
        for line in step.explanation { Console.print(line) }
        guard isWanted else {
            Console.print("Left as it is.")
            return false
        }
        Console.print("Waiting for your answer in the dialog; Ctrl-C gives up.")
        switch try step.perform(with: agent) {
        case .done:
            Console.print("Done: \(step.name).")
            return true
        case .declined(let reason): Console.print("Left as it is: \(reason).")
        case .failed(let reason): Console.print("It did not work: \(reason).")
        }
        return false
    }

    /// Who sits at a terminal is asked before a dialog appears.
    private var isWanted: Bool {
        guard isatty(0) == 1 else { return true }
        Console.print("Press Enter for the dialog, or Ctrl-C to leave everything as it is.")
        return readLine() != nil
    }

    private func conclude(_ report: DoctorReport) -> Bool {
        for line in report.verdict { Console.print(line) }
        Console.print("For everything else: batonctl doctor")
        return report.canUndo
    }
}
