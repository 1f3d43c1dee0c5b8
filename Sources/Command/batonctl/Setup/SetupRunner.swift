// SPDX-License-Identifier: Apache-2.0

import BatonSetup
import BatonShortcuts
import BatonTranslation
import Glibc

/// What `batonctl setup` does with each of its options.
struct SetupRunner {
    let reporter: Reporter

    /// Asks for everything that only the user can decide.
    func setUp(isAgreed: Bool, isDry: Bool) throws {
        try reporter.withAgent { (agent) throws(CommandError) in
            let conversation = SetupConversation(
                agent: agent, isAgreed: isAgreed, isDry: isDry, showsRecords: reporter.isVerbose)
            if try !conversation.run() { throw CommandError.silent }
        }
    }

    /// Opens a terminal with the set-up in it.
    func setUpInTerminal() throws {
        try reporter.reporting { () throws(CommandError) in
            let environment = SetupEnvironment.current
            if let words = TerminalProgram.showing([environment.program, "setup"], environment) {
                TerminalProgram.replaceProcess(words)
            }
            throw CommandError(translated("No terminal program was found. Open a terminal and run: batonctl setup"))
        }
    }

    /// Has the desktop run batonctl at gestures; needs no agent.
    func setUpGestures(_ setup: GesturesSetup) throws {
        try reporter.reporting { () throws(CommandError) in if try !setup.run() { throw CommandError.silent } }
    }

    /// Prints the lines for programs that recognize gestures beside the desktop.
    func printGestures(_ setup: GesturesSetup) throws {
        try reporter.reporting { () throws(CommandError) in setup.printAllEngines() }
    }

    /// Directs the media keys of the desktop to Baton.
    func setUpMediaKeys(isAgreed: Bool, isDry: Bool) throws {
        try reporter.withAgent { (agent) throws(CommandError) in
            if try !MediaKeysSetup(
                session: agent.session, isAgreed: isAgreed, isDry: isDry, showsRecords: reporter.isVerbose
            ).run() {
                throw CommandError.silent
            }
        }
    }

    /// Gives the media keys back to the desktop, and reverts nothing else; needs no agent.
    func revertMediaKeys() throws {
        try reporter.reporting { () throws(CommandError) in
            if try !MediaKeysSetup.revert() {
                Console.print(translated("There is nothing to undo: setup has changed nothing."))
            }
        }
    }

    /// Connects this machine with others; needs no agent.
    func setUpMachines(_ setup: MQTTSetup, isReverted: Bool) throws {
        try reporter.reporting { () throws(CommandError) in
            guard isReverted else { return try setup.run() }
            if try !setup.revert() { Console.print(translated("There is nothing to undo: setup has changed nothing.")) }
        }
    }

    /// Reverts every change of a desktop's settings.
    func revertSetUp() throws {
        try reporter.reporting { () throws(CommandError) in
            var wasChanged = false
            var failed: CommandError?
            // A failure of one must not prevent the revert of the others.
            func revert(_ part: () throws(CommandError) -> Bool) {
                do throws(CommandError) {
                    if try part() { wasChanged = true }
                } catch {
                    failed = failed ?? error
                }
            }
            revert { () throws(CommandError) in try GesturesSetup().revert() }
            revert { () throws(CommandError) in try AxesCalibrator.revert() }
            revert { () throws(CommandError) in try MQTTSetup().revert() }
            // What was written last into a file is taken back first.
            for question in KeyQuestion.allCases.reversed() {
                revert { () throws(CommandError) in try KeySetup.revert(question) }
            }
            revert { () throws(CommandError) in try MediaKeysSetup.revert() }
            if let failed { throw failed }
            if !wasChanged { Console.print(translated("There is nothing to undo: setup has changed nothing.")) }
        }
    }

    /// Gives back the media keys that a killed batond still has, until the next batond takes them.
    func returnMediaKeys() throws {
        // systemd runs this after every stop; a batond that ended in order has given them back itself.
        if let result = getenv("SERVICE_RESULT"), String(cString: result) == "success" { return }
        try reporter.withAgent { (agent) throws(CommandError) in
            try MediaKeysSetup(session: agent.session).returnAfterCrash()
        }
    }

    /// Prints the key bindings of the running compositor, or of each known one.
    func printBindings() throws {
        try reporter.reporting { () throws(CommandError) in
            let environment = SetupEnvironment.current
            let running = Compositor.allCases.filter { $0.isRunning { environment[$0] } }
            for compositor in running.isEmpty ? Compositor.allCases : running {
                let files = compositor.files(environment).joined(separator: " or ")
                Console.print("\(compositor.comment) \(compositor.name): \(files)")
                Console.print(block: CompositorBindings(compositor, environment).block())
            }
        }
    }
}
