// SPDX-License-Identifier: Apache-2.0
import BatonShortcuts
import Glibc

extension AgentRunner {
    /// Asks for the missing consents, and offers to direct the media keys to Baton.
    func setUp(isAgreed: Bool) throws {
        try motion { (session) throws(CommandError) in
            let canUndo = try Setup(agent: AgentClient(session: session)).run()
            let keys = MediaKeysSetup(session: session, isAgreed: isAgreed)
            if let desktop = try keys.desktop(), try !desktop.isTaken() {
                Console.print("")
                if isAgreed || isatty(0) == 1 {
                    _ = try keys.run()
                } else {
                    Console.print(
                        "Media keys: \(desktop.name) does not send them to Baton: batonctl setup --media-keys")
                }
            }
            if !canUndo { throw CommandError.silent }
        }
    }

    /// Directs the media keys of the desktop to Baton.
    func setUpMediaKeys(isAgreed: Bool) throws {
        try motion { (session) throws(CommandError) in
            if try !MediaKeysSetup(session: session, isAgreed: isAgreed).run() { throw CommandError.silent }
        }
    }

    /// Reverts every change of a desktop's settings.
    func revertSetUp() throws {
        try motion { (session) throws(CommandError) in try MediaKeysSetup(session: session).revert() }
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
                Console.print(block: CompositorKeys(compositor, environment).block)
            }
        }
    }
}
