// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import Glibc

/// The program baton-sensor reads the accelerometer, recognizes shakes, and reports them to batond. batond starts it
/// with the link as descriptor 3. It ends when batond does.
@main
enum Main {
    static func main() {
        let channel = HelperProcess.takeChannel("baton-sensor", instead: "batonctl shake status")
        do {
            let reactor = try Reactor()
            let coprocessor = try MotionCoprocessor(channel, reactor: reactor)
            let signals = try reactor.signals([.terminate]) { _ in coprocessor.stop() }
            try reactor.run()
            signals.cancel()
            exit(coprocessor.exitStatus)
        } catch let error as LinkError {
            HelperProcess.fail(EX_OSERR, "baton-sensor: \(error)")
        } catch {
            HelperProcess.fail(EX_OSERR, "baton-sensor: the event loop failed: \(error)")
        }
    }
}
