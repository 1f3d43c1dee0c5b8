// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What the agent may do at players although nobody asked for it: pause what plays when an interruption begins, and play what it
/// has paused, once, and not after a command was handled by that player (rules I2, I6, I7 and I41).
struct InterruptionRules {
    /// How long after a beginning a player may be paused: it is told twice if it goes on, and other members of its group are
    /// looked at later (rules I95, I100 and I103).
    private static let window = Duration.milliseconds(3300)

    /// Whether what was paused may be played again.
    var resumes = false
    /// Whether something else checks what the agent does by itself.
    var allowsAll = false
    private var begun: Duration?
    /// The players that the agent has paused by itself and not played since, with the serial and time of its Pause.
    private var paused: [BusName: (serial: UInt32, at: Duration)] = [:]

    /// The session is locked, the machine is about to sleep, the sound server has told a fact, or a program has asked for it.
    ///
    /// - Parameter now: when it may begin at the latest.
    mutating func begin(at now: Duration) { begun = now }

    /// Whether a call may be the agent's own.
    ///
    /// - Parameter slack: for how long messages may have waited.
    func allows(_ member: String, at owner: BusName, now: Duration, slack: Duration) -> Bool {
        if allowsAll { return member == "Pause" || member == "Play" || member == "Stop" }
        return switch member {
        case "Pause": begun.map { now - $0 <= Self.window + slack } ?? false
        case "Play": resumes && paused[owner] != nil
        default: false
        }
    }

    /// The agent has made such a call.
    mutating func note(_ member: String, at owner: BusName, _ serial: UInt32, now: Duration) {
        guard member == "Pause" else {
            paused[owner] = nil
            return
        }
        // Another Pause just after it may be the user's.
        if let pause = paused[owner], now - pause.at <= Self.window { return }
        paused[owner] = (serial, now)
    }

    /// A command was handled by a player: what the agent has paused there it must not play. A command that the player got before the
    /// Pause is no act since.
    ///
    /// - Parameter serial: that of its call, which is higher the later it was made.
    mutating func userActed(on owner: BusName, by serial: UInt32) {
        if let pause = paused[owner], pause.serial < serial { paused[owner] = nil }
    }
}
