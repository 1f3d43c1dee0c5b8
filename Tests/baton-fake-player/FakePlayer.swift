// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// A player for tests that need one to be slow, hung, wrong, huge, flapping or dying; real players do the rest.
///
/// The player and its control interface are two connections: the control one answers while the player hangs.
@main
enum FakePlayer {
    static func main() {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            let reactor = try Reactor()
            let process = try FakeProcess(options, reactor: reactor)
            try withExtendedLifetime(process) { try reactor.run() }
        } catch {
            write("baton-fake-player: \(error)\n\(Options.help)\n", to: 2)
            exit(64)
        }
    }

    /// Writes to a descriptor of the process, unbuffered.
    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
