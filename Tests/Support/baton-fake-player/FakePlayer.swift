// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// A player for tests that need one that is slow, hangs, sends invalid or huge values, releases its name again and
/// again, or ends. Other tests use real players.
///
/// The player and its control interface have two connections, so that the control interface answers while the player
/// hangs.
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

    /// Writes to a descriptor, unbuffered.
    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
