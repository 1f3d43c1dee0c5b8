// SPDX-License-Identifier: Apache-2.0

/// How often a Bluetooth headset needed two presses lately (rule I56): what Baton keeps of it, and nothing else.
package struct PressTally: Equatable, Sendable {
    /// How often, up to ``enough``.
    package private(set) var count = 0
    /// On how many days the headset was used since the first time, up to ``longest``.
    package private(set) var days = 1
    /// The last of these days, counted from 1970 (UTC).
    package private(set) var day: Int

    /// How often makes a hint. A larger value needs more presses that did nothing.
    package static let enough = 5
    /// Within how many days of use. A larger value makes a hint of presses that are farther apart.
    package static let longest = 7

    /// The tally of a headset that has needed two presses for the first time.
    package init(day: Int) {
        self.day = day
    }

    /// A tally that was saved; nil for one that cannot be.
    package init?(count: Int, days: Int, day: Int) {
        guard (0...Self.enough).contains(count), (1...Self.longest).contains(days), (0...1_000_000).contains(day) else {
            return nil
        }
        self.count = count
        self.days = days
        self.day = day
    }

    /// The tally after a press; nil for none.
    ///
    /// - Parameters:
    ///   - tally: that of before; nil if there was none.
    ///   - neededTwo: whether it was the second press of a pair.
    package static func after(_ tally: PressTally?, neededTwo: Bool, on day: Int) -> PressTally? {
        var tally = tally
        if tally?.use(on: day) == false { tally = nil }
        guard neededTwo else { return tally }
        var result = tally ?? PressTally(day: day)
        result.add()
        return result
    }

    /// Whether the headset seems to need two presses.
    package var isEnough: Bool { count >= Self.enough }

    /// Counts a day on which the headset is used.
    ///
    /// - Returns: false when the first time is too many days of use ago, so that the tally is over.
    package mutating func use(on day: Int) -> Bool {
        guard day != self.day else { return true }
        self.day = day
        guard days < Self.longest else { return false }
        days += 1
        return true
    }

    /// Counts a press that needed a second one.
    package mutating func add() { count = min(Self.enough, count + 1) }

    /// Takes back the last count: the headset did not need two presses, as was found out later.
    package mutating func takeBack() { count = max(0, count - 1) }
}
