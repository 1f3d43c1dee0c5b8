// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDoctor
import BatonMotionReport
import BatonSetup
import BatonShortcuts
import BatonTranslation
import Glibc

/// `batonctl setup` without another option: shows what works, and asks everything that only the user can decide.
///
/// It asks for the consents to routes, and about the media keys, gestures, calls, the screen and the sensitivity of shakes. Nothing is
/// changed before the answer to the question that names the change, so it can be ended at each of them.
struct SetupConversation {
    let agent: AwaitedAgent
    /// Whether the user has agreed to every change on the command line.
    let isAgreed: Bool
    /// Whether to print the changes only.
    let isDry: Bool
    /// Whether to print what Baton itself would keep, too.
    var showsRecords = false
    private let environment = SetupEnvironment.current

    /// Without a terminal and a consent on the command line only the commands are named.
    private var canAsk: Bool { isAgreed || isDry || isatty(0) == 1 }

    /// - Returns: Whether everything works that can work here, and nothing is left to agree to.
    /// - Throws: ``CommandError`` when there is no agent, or when a change fails.
    func run() throws(CommandError) -> Bool {
        let setup = Setup(agent: agent, isAgreed: isAgreed, isDry: isDry)
        let (areAllDone, before) = try setup.run()
        let keysReach = try offerMediaKeys()
        try offerGestures()
        for question in KeyQuestion.allCases { try offer(question, before.configurationFile) }
        try offerCalibration(before.hasSensor)
        try markAsked()
        return try setup.conclude(before.promises) && areAllDone && keysReach
    }

    /// Keeps batond from telling the user what has been asked here.
    private func markAsked() throws(CommandError) {
        guard canAsk, let directory = environment.stateDirectory, !SetupMark.exists(in: directory) else { return }
        guard !isDry else {
            guard showsRecords else { return }
            let path = SetupMark.path(in: directory)
            return Console.print(block: String(UnifiedDifference.text(path, nil, SetupMark.text).dropLast()))
        }
        // Without it the worst is a notification.
        try? SetupMark.set(in: directory)
    }

    /// - Returns: Whether no lines of the user's stand beside Baton's.
    private func offerMediaKeys() throws(CommandError) -> Bool {
        let keys = MediaKeysSetup(session: agent.session, isAgreed: isAgreed, isDry: isDry, showsRecords: showsRecords)
        guard let desktop = try keys.desktop() else { return true }
        guard try !desktop.isTaken() else {
            if let obstacle = try desktop.obstacle() {
                MediaKeysSetup.tell(obstacle)
            } else if let shortfall = (try? desktop.shortfall()) ?? nil {
                MediaKeysSetup.tell(shortfall)
                return false
            }
            return true
        }
        guard !desktop.isTakenByUser else { return true }
        Console.print("")
        guard canAsk else {
            Console.print(
                paragraph: translated(
                    "Media keys: \(desktop.name) does not send them to Baton: batonctl setup --media-keys"))
            return true
        }
        do throws(CommandError) { _ = try desktop.plan() } catch {
            Console.print(
                paragraph: translated("Media keys: \(desktop.name) does not send them to Baton. \(error.description)"))
            return true
        }
        _ = try keys.run()
        guard !isDry, try desktop.isTaken() else { return true }
        return try desktop.shortfall() == nil
    }

    /// Offers gestures where the desktop has some that are free.
    private func offerGestures() throws(CommandError) {
        let gestures = GesturesSetup(isAgreed: isAgreed, isDry: isDry, showsRecords: showsRecords)
        guard case .plan(let plan) = try gestures.answer(), plan.conflicts.isEmpty, try !gestures.isTaken(plan) else {
            return
        }
        Console.print("")
        guard canAsk else {
            return Console.print(
                paragraph: translated("Gestures: \(plan.name) can send them to Baton: batonctl setup --gestures"))
        }
        _ = try gestures.run()
    }

    /// Asks about a key, unless the file has it.
    private func offer(_ question: KeyQuestion, _ usedFile: String?) throws(CommandError) {
        let setup = KeySetup(question: question, usedFile: usedFile, isDry: isDry, showsRecords: showsRecords)
        guard let change = try setup.change() else { return }
        Console.print("")
        // It is off for a reason, so `--yes` does not switch it on.
        guard isDry || (isatty(0) == 1 && !isAgreed) else {
            return Console.print(paragraph: question.hint)
        }
        try setup.run(change)
    }

    /// Offers a calibration unless there is one, or a sensitivity in the configuration.
    private func offerCalibration(_ hasSensor: Bool) throws(CommandError) {
        guard hasSensor, let point = try point() else { return }
        switch point.code {
        case .shake(.byFormFactor), .shake(.learned): break
        default: return
        }
        Console.print("")
        Console.print(paragraph: translated("Shakes: the sensitivity is \(point)."))
        // It needs the user's hands: --yes cannot do it.
        guard isatty(0) == 1, !isAgreed, !isDry else {
            return Console.print(
                paragraph: translated("To find your own: batonctl calibrate"))
        }
        Console.print(
            paragraph: translated(
                "To find your own, shake the device five times, and then type and carry it for a minute."))
        Console.print(paragraph: translated("Baton keeps the result until you run: batonctl calibrate --forget"))
        guard SetupQuestion.isAnsweredYes(translated("Do it now? [y/N]")) else {
            return Console.print(paragraph: translated("Nothing was changed."))
        }
        do throws(CommandError) { try calibrate() } catch {
            Console.print(paragraph: translated("Nothing was changed: \(error.description)"))
        }
    }

    private func point() throws(CommandError) -> Reason? {
        try agent.properties(of: .application)[
            ApplicationInterface.shakePoint, details: ApplicationInterface.shakePointDetails]
    }

    private func calibrate() throws(CommandError) {
        guard let calibration = try Calibrator(session: agent.session).run(seconds: 60) else {
            return Console.print(paragraph: translated("You ended it; nothing was changed."))
        }
        for line in CalibrationReport(calibration).lines { Console.print(line) }
        guard calibration.proposal != nil else {
            return Console.print(paragraph: translated("No sensitivity suits; nothing was changed."))
        }
        try calibration.store(in: agent)
    }
}
