// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import Glibc

/// The program baton-keys presses the keys of Undo and Redo under X11 and Wayland. batond starts it with the link as
/// descriptor 3. It ends when batond does.
@main
enum Main {
    static func main() {
        let channel = HelperProcess.takeChannel("baton-keys", instead: "batonctl undo")
        LastWords.prepare()
        XConnection.prepare()
        do {
            let reactor = try Reactor()
            let helper = try KeysHelper(channel, reactor: reactor)
            let signals = try reactor.signals([.terminate]) { _ in helper.stop() }
            try reactor.run()
            signals.cancel()
        } catch let error as LinkError {
            HelperProcess.fail(EX_OSERR, "baton-keys: \(error)")
        } catch {
            HelperProcess.fail(EX_OSERR, "baton-keys: the event loop failed: \(error)")
        }
    }
}
