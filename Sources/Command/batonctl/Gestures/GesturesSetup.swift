// SPDX-License-Identifier: Apache-2.0

import BatonSetup
import BatonShortcuts
import BatonTranslation

/// Has the desktop run `batonctl undo` and others at gestures, with the user's consent, and reverts that.
struct GesturesSetup {
    var environment = SetupEnvironment.current
    /// Whether gestures for the next and the previous track are wanted too.
    var hasMedia = false
    /// Whether the user has agreed already, on the command line.
    var isAgreed = false
    /// Whether to print the changes only.
    var isDry = false
    /// Whether to print what Baton itself would keep, too.
    var showsRecords = false

    /// What this desktop offers.
    func answer() throws(CommandError) -> GestureAnswer {
        let planner = GesturePlanner(
            environment, hasMedia: hasMedia,
            swayVersion: { Subcommand.output(["swaymsg", "-t", "get_version", "-r"]) },
            hasOneColumn: { KWinSession.hasOneColumn })
        return try CommandError.setting { () throws(SetupError) in try planner.answer() }
    }

    /// Whether gestures were bound, and that was not reverted.
    func isTaken(_ plan: GesturePlan) throws(CommandError) -> Bool {
        let directory = try environment.requireStateDirectory()
        return try CommandError.setting { () throws(SetupError) in
            try ChangeRecord(plan.kind, in: directory).exists
        }
    }

    /// What the desktop has of the gestures that were bound.
    func state(_ plan: GesturePlan) throws(CommandError) -> ChangeRecord.State {
        let directory = try environment.requireStateDirectory()
        let record = ChangeRecord(plan.kind, in: directory)
        return try CommandError.setting { () throws(SetupError) in
            let state = try record.state
            guard state == .present, let file = plan.file else { return state }
            let compositor = environment.compositor
            return try record.isRead(by: compositor, from: file, environment) ? state : .takenOut
        }
    }

    /// Offers the changes; makes none before the user has agreed.
    ///
    /// - Returns: Whether gestures run commands now, or would after `--dry-run`.
    func run() throws(CommandError) -> Bool {
        switch try answer() {
        case .none(let obstacle):
            Console.print(paragraph: translated("Gestures: \(obstacle.sentence) Nothing was changed."))
            printEngines()
            return false
        case .plan(let plan): return try run(plan)
        }
    }

    private func run(_ plan: GesturePlan) throws(CommandError) -> Bool {
        let state = try state(plan)
        if state == .takenOut {
            Console.print(
                paragraph: translated("Gestures: you have taken Baton's out of \(plan.name). Nothing was changed."))
            Console.print(
                paragraph: translated(
                    "To set them up again: batonctl setup --revert && batonctl setup --gestures"))
            return false
        }
        if state != .none {
            Console.print(
                paragraph: translated(
                    "Gestures: \(plan.name) sends them to Baton; 'batonctl setup --revert' undoes that."))
        } else if !plan.conflicts.isEmpty {
            Console.print(
                paragraph: translated("Gestures: you already use these in \(plan.name), so nothing was changed:")
            )
            for line in plan.conflicts { Console.print("  \(line)") }
            return false
        } else {
            Console.print(paragraph: translated("Gestures in \(plan.name):"))
            for line in plan.gestures { Console.print("  \(line)") }
            try printDifferences(plan)
            if isDry { return true }
            guard try SetupQuestion.isAgreedToRestorable(isAgreed) else { return false }
        }
        if isDry { return true }
        let directory = try environment.requireStateDirectory()
        // Repeated even when it was done before, because the last run may have been interrupted.
        try CommandError.setting { () throws(SetupError) in
            try ChangeRecord(plan.kind, in: directory).make(plan.changes)
        }
        reload(plan.name, plan.reload)
        return true
    }

    /// Takes back what was changed on any desktop.
    ///
    /// - Returns: Whether something was.
    func revert() throws(CommandError) -> Bool {
        let directory = try environment.requireStateDirectory()
        var wasChanged = false
        for (kind, reload) in GesturePlan.kinds {
            let kept = try CommandError.setting { () throws(SetupError) in
                try ChangeRecord(kind, in: directory).takeBack()
            }
            guard let kept else { continue }
            wasChanged = true
            for sentence in kept { Console.print(sentence) }
            Console.print(paragraph: translated("\(kind.rawValue): the gestures are restored."))
            self.reload(kind.rawValue, reload)
        }
        return wasChanged
    }

    /// Prints the lines for engines that are installed beside the desktop; none of their files is written.
    func printEngines() {
        for engine in GestureEngine.installed(environment, hasMedia: hasMedia) {
            Console.print(
                paragraph: translated(
                    "\(engine.name) is installed. Add these lines to \(engine.place) yourself:"))
            for line in engine.lines { Console.print("  \(line)") }
        }
    }

    /// Prints the lines for every engine, and changes nothing.
    func printAllEngines() {
        for engine in GestureEngine.all(program: environment.program, hasMedia: hasMedia) {
            Console.print("# \(engine.name): \(engine.place)")
            for line in engine.lines { Console.print(line) }
        }
    }

    private func printDifferences(_ plan: GesturePlan) throws(CommandError) {
        let record = ChangeRecord(plan.kind, in: try environment.requireStateDirectory())
        let text = try CommandError.setting { () throws(SetupError) in
            try record.difference(of: plan.changes, withRecord: showsRecords)
        }
        Console.print(block: String(text.dropLast()))
    }

    private func reload(_ name: String, _ reload: GesturePlan.Reload) {
        switch reload {
        case .none: break
        case .kwin(let script?):
            KWinSession.reconfigure()
            KWinSession.run(script: script)
        case .kwin:
            KWinSession.unloadScript()
            KWinSession.reconfigure()
        case .command(let words):
            guard !Subcommand.run(words) else { return }
            Console.print(
                paragraph: translated("To apply it in \(name): \(words.joined(separator: " "))"))
        }
    }
}
