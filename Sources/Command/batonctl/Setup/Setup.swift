// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDoctor
import BatonPageReport
import BatonTranslation
import Glibc

/// Guides the user through the consents that only the user can give.
struct Setup {
    let agent: AwaitedAgent
    /// Whether to open dialogs at once at a terminal too.
    var isAgreed = false
    /// Whether to tell only which consents are missing.
    var isDry = false

    /// - Returns: Whether nothing is left to agree to, and what was found before.
    /// - Throws: ``CommandError`` when there is no agent, or when it refuses.
    func run() throws(CommandError) -> (areAllDone: Bool, before: DoctorReport) {
        let before = try report()
        Console.print(paragraph: translated("On this machine:"))
        PromiseTable.print(before.promises)
        Console.print("")
        let steps = Self.steps(before)
        if steps.isEmpty { Console.print(paragraph: translated("No permissions are needed.")) }
        var areAllDone = true
        for step in steps where try !perform(step) { areAllDone = false }
        return (areAllDone, before)
    }

    /// Prints what the promises are after everything.
    ///
    /// - Parameter before: those at the beginning; what is still the same is not told twice.
    /// - Returns: Whether everything works that can work here.
    func conclude(_ before: [PromiseFinding]) throws(CommandError) -> Bool {
        let report = try report()
        let changed = report.promises.filter { !before.contains($0) }
        Console.print("")
        if !changed.isEmpty {
            Console.print(paragraph: translated("Now:"))
            PromiseTable.print(changed)
        }
        Console.print(paragraph: translated("All details: batonctl doctor --all"))
        return !report.hasGap
    }

    /// The steps that are left.
    static func steps(_ report: DoctorReport) -> [any SetupStep] {
        report.routes(DoctorLine.needsConsent).map { ConsentStep(route: $0) }
    }

    private func report() throws(CommandError) -> DoctorReport {
        let local = LocalChecks()
        return DoctorReport(agent: "", rows: try DoctorExamination.rows(agent, local), local: local)
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
            Console.print(paragraph: translated("Done: \(step.name)."))
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
