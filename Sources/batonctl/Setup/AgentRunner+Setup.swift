// SPDX-License-Identifier: Apache-2.0
import BatonSetup
import BatonShortcuts
import Glibc

extension AgentRunner {
    /// Asks for the missing consents, and offers to direct the media keys to Baton, and gestures.
    func setUp(isAgreed: Bool, isDry: Bool) throws {
        try motion { (session) throws(CommandError) in
            let canUndo = try Setup(agent: AgentClient(session: session), isDry: isDry).run()
            let keys = MediaKeysSetup(session: session, isAgreed: isAgreed, isDry: isDry)
            if let desktop = try keys.desktop(), try !desktop.isTaken() {
                Console.print("")
                if isAgreed || isDry || isatty(0) == 1 {
                    _ = try keys.run()
                } else {
                    Console.print(
                        "Media keys: \(desktop.name) does not send them to Baton: batonctl setup --media-keys")
                }
            }
            try Self.offerGestures(isAgreed: isAgreed, isDry: isDry)
            if !canUndo { throw CommandError.silent }
        }
    }

    /// Offers gestures where the desktop has some that are free.
    private static func offerGestures(isAgreed: Bool, isDry: Bool) throws(CommandError) {
        let gestures = GesturesSetup(isAgreed: isAgreed, isDry: isDry)
        guard case .plan(let plan) = try gestures.answer(), plan.conflicts.isEmpty, try !gestures.isTaken(plan) else {
            return
        }
        Console.print("")
        if isDry || isatty(0) == 1 {
            _ = try gestures.run()
        } else {
            Console.print("Gestures: \(plan.name) can run batonctl at gestures: batonctl setup --gestures")
        }
    }

    /// Has the desktop run batonctl at gestures; needs no agent.
    func setUpGestures(_ setup: GesturesSetup) throws {
        try alone { () throws(CommandError) in if try !setup.run() { throw CommandError.silent } }
    }

    /// Directs the media keys of the desktop to Baton.
    func setUpMediaKeys(isAgreed: Bool, isDry: Bool) throws {
        try motion { (session) throws(CommandError) in
            if try !MediaKeysSetup(session: session, isAgreed: isAgreed, isDry: isDry).run() {
                throw CommandError.silent
            }
        }
    }

    /// Reverts every change of a desktop's settings.
    func revertSetUp() throws {
        // First, because gestures and the configuration need no bus.
        var hadOthers = false
        try alone { () throws(CommandError) in
            hadOthers = try GesturesSetup().revert()
            if try AxesCalibrator.revert() { hadOthers = true }
        }
        try motion { (session) throws(CommandError) in
            let hadKeys = try MediaKeysSetup(session: session).revert()
            if !hadOthers, !hadKeys { Console.print("Nothing was changed.") }
        }
    }

    /// Gives back the media keys that a killed batond still has, until the next batond takes them.
    func returnMediaKeys() throws {
        // systemd runs this after every stop; a batond that ended in order has given them back itself.
        if let result = getenv("SERVICE_RESULT"), String(cString: result) == "success" { return }
        try motion { (session) throws(CommandError) in try MediaKeysSetup(session: session).returnAfterCrash() }
    }

    /// Prints the key bindings of the running compositor, or of each known one.
    func printBindings() throws {
        try alone { () throws(CommandError) in
            let environment = SetupEnvironment.current
            let running = Compositor.allCases.filter { $0.isRunning { environment[$0] } }
            for compositor in running.isEmpty ? Compositor.allCases : running {
                Console.print("# \(compositor.name): \(compositor.files(environment).joined(separator: " or "))")
                Console.print(block: CompositorKeys(compositor, environment).block())
            }
        }
    }
}
