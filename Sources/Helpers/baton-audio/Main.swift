// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import Glibc

/// The program baton-audio watches the sound server and tells batond what happens there. batond starts it with the link as
/// descriptor 3, when a player plays. It ends when batond does.
@main
enum Main {
    static func main() {
        let channel = HelperProcess.takeChannel("baton-audio", instead: "batonctl doctor")
        do {
            let reactor = try Reactor()
            let watcher = try AudioWatcher(
                channel, lowered: getenv("BATON_LOWERED").map { String(cString: $0) }, reactor: reactor)
            let signals = try reactor.signals([.terminate]) { _ in watcher.leave() }
            try reactor.run()
            signals.cancel()
            exit(EXIT_SUCCESS)
        } catch let error as LinkError {
            HelperProcess.fail(EX_OSERR, "baton-audio: \(error)")
        } catch {
            HelperProcess.fail(EX_OSERR, "baton-audio: the event loop failed: \(error)")
        }
    }
}
