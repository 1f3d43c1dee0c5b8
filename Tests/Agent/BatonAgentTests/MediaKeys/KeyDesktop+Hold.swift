// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

extension KeyDesktop {
    /// Holds a key for two seconds, as the X server repeats it, and returns what came to the player meanwhile.
    ///
    /// Rule KEYS23 says what a held key looks like by the times of its reports. On a busy machine the daemon may send them so late
    /// that they look like presses of a hand: such a hold shows nothing, and the key is held once more.
    func hold(_ keysym: String, _ player: StagePlayer) throws -> [String] {
        for _ in 0..<10 {
            let before = player.calls.count
            let gaps = try gaps(of: keysym)
            if gaps.allSatisfy({ $0 < Self.steady }) { return Array(player.calls.dropFirst(before)) }
        }
        Issue.record("in ten holds the daemon's reports of \(keysym) never came without a gap of \(Self.steady)")
        return []
    }

    /// A report that comes this long after the last one can look like a press; less than what Baton waits, since this process and Baton
    /// do not read at one instant.
    private static let steady = Duration.milliseconds(80)

    /// The times between the reports of a key that is held, from the first repetition on.
    private func gaps(of keysym: String) throws -> [Duration] {
        var instants: [ContinuousClock.Instant] = []
        // MATE's, and KDE's.
        let matches = ["MediaPlayerKeyPressed", "globalShortcutPressed"].map { (member: MemberName) in
            stage.client.addMatch(MatchRule(member: member)) { _ in instants.append(.now) }
        }
        defer { for match in matches { match.cancel() } }
        try run(["xdotool", "keydown", keysym])
        _ = stage.turn(within: .seconds(2)) { false }
        try run(["xdotool", "keyup", keysym])
        let held = instants.count
        // A daemon that is behind reports on, and of a press within a second after that it is not known whether it is one.
        for _ in 0..<20 {
            let known = instants.count
            if !stage.turn(within: .seconds(2), { instants.count > known }) { break }
        }
        // 35 are usual. Of few reports the last one came long before the end.
        guard held > 10 else { return [.seconds(2)] }
        let repetitions = instants.dropFirst()
        return zip(repetitions, repetitions.dropFirst()).map { $1 - $0 }
    }
}
