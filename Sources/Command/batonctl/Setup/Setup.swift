// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonMPRIS
import BatonSetup
import BatonTranslation
import Glibc

/// Guides the user through the consents that only the user can give.
struct Setup {
    let agent: AwaitedAgent
    /// Whether to open dialogs at once at a terminal too.
    var isAgreed = false
    /// Whether to tell only which consents are missing.
    var isDry = false

    /// - Returns: Whether nothing is left to agree to, whether a sensor is read, so that shakes can be calibrated, and the
    ///   configuration file that batond has read.
    /// - Throws: ``CommandError`` when there is no agent, or when it refuses.
    func run() throws(CommandError) -> (areAllDone: Bool, hasSensor: Bool, usedFile: String?) {
        let before = try report()
        let hasSensor = tell(before).hasSensor
        let steps = Self.steps(before)
        if steps.isEmpty { Console.print(paragraph: translated("Nothing needs your consent.")) }
        var areAllDone = true
        for step in steps where try !perform(step) { areAllDone = false }
        return (areAllDone, hasSensor, before.configurationFile)
    }

    /// Prints the verdict after everything.
    ///
    /// - Returns: Whether there is a way to undo now.
    func conclude() throws(CommandError) -> Bool {
        let report = try report()
        for line in report.verdict { Console.print(paragraph: line) }
        Console.print(paragraph: translated("'batonctl doctor' shows everything else."))
        return report.canUndo
    }

    /// The steps that are left.
    static func steps(_ report: DoctorReport) -> [any SetupStep] {
        report.routes(DoctorLine.needsConsent).map { ConsentStep(route: $0) }
    }

    private func report() throws(CommandError) -> DoctorReport {
        DoctorReport(agent: "", rows: try agent.doctor())
    }

    private func tell(_ report: DoctorReport) -> SetupSummary {
        let players = (try? PlayerClient(session: agent.session).names().filter { !$0.isMirror }.map(\.instance)) ?? []
        let summary = SetupSummary(
            desktop: SetupEnvironment.current["XDG_CURRENT_DESKTOP"] ?? "", players: players, report: report)
        Console.print(paragraph: translated("Found here:"))
        for line in summary.lines(columns: Terminal.columns) { Console.print(line) }
        Console.print("")
        Console.print(paragraph: translated("Ways to undo in the app in front:"))
        let rows = report.rows.filter { $0.section == DoctorSection.route.rawValue }
        let table = DoctorTable(
            rows: rows, isColored: Terminal.isThere && Terminal.isColored, columns: Terminal.columns)
        for line in table.lines.dropFirst() { Console.print(line) }
        Console.print("")
        return summary
    }

    private func perform(_ step: any SetupStep) throws(CommandError) -> Bool {
        let explanation = step.explanation
        for text in Terminal.columns == nil ? explanation : [explanation.joined(separator: " ")] {
            Console.print(paragraph: text)
        }
        if isDry { return false }
        guard isWanted else {
            Console.print(paragraph: translated("Nothing was changed."))
            return false
        }
        Console.print(paragraph: translated("Waiting for your answer in the dialog; Ctrl-C cancels."))
        switch try step.perform(with: agent) {
        case .done:
            Console.print("Done: \(step.name).")
            return true
        case .declined(let reason): Console.print(paragraph: translated("Nothing was changed: \(reason)."))
        case .failed(let reason): Console.print(paragraph: translated("It failed: \(reason)."))
        }
        return false
    }

    /// A user at a terminal is asked before a dialog appears.
    private var isWanted: Bool {
        guard isatty(0) == 1, !isAgreed else { return true }
        Console.print(paragraph: translated("Press Enter to open the dialog, or Ctrl-C to change nothing."))
        return readLine() != nil
    }
}
