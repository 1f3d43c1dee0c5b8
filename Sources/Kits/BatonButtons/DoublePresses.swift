// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

/// Tells when a Bluetooth headset needed two presses: one without an effect, and soon after it the opposite one (rule I56).
package struct DoublePresses: Sendable {
    /// How long after the first press the second one comes at the latest. A larger value takes more presses that have
    /// nothing to do with each other for such a pair.
    package static let within = Duration.seconds(3)
    /// How far a press is from the headset's connecting, and from a program's word that it was taken off or put on. What is
    /// nearer may be from the headset itself.
    package static let apart = Duration.seconds(10)
    /// The most headsets; more are not connected at a time.
    private static let most = 16

    /// The last press of each headset that had no effect.
    private var first: [String: (command: RemoteControlSubtype, at: Duration)] = [:]
    /// When each headset last needed two presses.
    private var second: [String: Duration] = [:]
    private var lastWear: Duration?

    package init() {}

    /// A headset was pressed.
    ///
    /// - Parameters:
    ///   - isPlaying: whether the player that gets the press plays; nil if that is not known.
    ///   - connectedAt: when the headset connected; nil if that was before Baton looked.
    /// - Returns: whether this was the second one of such a pair.
    package mutating func press(
        _ command: RemoteControlSubtype, of headset: String, isPlaying: Bool?, connectedAt: Duration?, at now: Duration
    ) -> Bool {
        let before = first.removeValue(forKey: headset)
        guard command == .play || command == .pause, !isNear(connectedAt, now), !isNear(lastWear, now) else {
            return false
        }
        if let before, before.command != command, now - before.at <= Self.within {
            forget(before: now)
            if second.count < Self.most { second[headset] = now }
            return true
        }
        let hasNoEffect = isPlaying.map { (command == .play) == $0 } ?? false
        if hasNoEffect {
            forget(before: now)
            if first.count < Self.most { first[headset] = (command, now) }
        }
        return false
    }

    /// A program said that a headset was taken off or put on.
    ///
    /// - Returns: the headsets whose last pair was so short ago that it was no press.
    package mutating func wear(at now: Duration) -> [String] {
        lastWear = now
        first = [:]
        let near = second.filter { isNear($0.value, now) }.map(\.key)
        second = [:]
        return near.sorted()
    }

    private func isNear(_ instant: Duration?, _ now: Duration) -> Bool {
        instant.map { now - $0 <= Self.apart } ?? false
    }

    private mutating func forget(before now: Duration) {
        first = first.filter { now - $0.value.at <= Self.within }
        second = second.filter { now - $0.value <= Self.apart }
    }
}
