// SPDX-License-Identifier: Apache-2.0

/// What is lost while the machine sleeps and just after it: sound devices leave then, and most come back (rules I27 and I116).
///
/// | when it is lost | what plays | what is paused |
/// |---|---|---|
/// | awake | at once | at once |
/// | asleep; less than 1 s after waking | 3 s after waking, if it is not back; what was unplugged from an analog jack, on waking | 3 s after waking, if it is not back |
/// | 1 s to 3 s after waking | at once | 3 s after waking, if it is not back |
package struct SleepWatch: Sendable {
    /// Whom a loss concerns now.
    package enum Verdict: Sendable, Equatable {
        /// All that was heard there.
        case all
        /// What plays; the rest is judged by ``settle(has:)``.
        case playing
        /// Nobody, until ``settle(has:)``.
        case nobody
    }

    private enum Phase: Sendable {
        case awake, asleep
        case waking(since: Duration)
    }

    /// What was lost, and may be back when everything should be.
    package struct Kept: Sendable, Equatable {
        package let loss: RouteLoss
        /// Whether what plays was paused because of it.
        package fileprivate(set) var isTold: Bool
    }

    /// How long after waking sound devices take to come back.
    package static let wakeTime = Duration.seconds(3)
    /// How long after waking devices leave because of the sleep.
    static let leaving = Duration.seconds(1)
    /// The most losses that are kept.
    static let mostLosses = 64

    private var phase = Phase.awake
    private var losses: [Kept] = []

    package init() {}

    /// The machine is about to sleep.
    package mutating func fallAsleep() { phase = .asleep }

    /// The machine has woken.
    ///
    /// - Parameter has: whether something that was heard at a place would be heard there now.
    /// - Returns: what is lost for all that plays.
    package mutating func wake(at now: Duration, has: (AudioPlace) -> Bool) -> [RouteLoss] {
        phase = .waking(since: now)
        // What was told after an earlier waking as well: it may be back since, or what goes on again may be heard elsewhere.
        for index in losses.indices {
            losses[index].isTold = losses[index].loss.isOfJack && !has(losses[index].loss.place)
        }
        return losses.filter(\.isTold).map(\.loss)
    }

    /// Everything should be back by now.
    ///
    /// - Returns: what is lost for all that was heard there.
    package mutating func settle(has: (AudioPlace) -> Bool) -> [Kept] {
        phase = .awake
        defer { losses = [] }
        return losses.filter { !has($0.loss.place) }
    }

    /// Takes a loss.
    package mutating func take(_ loss: RouteLoss, at now: Duration) -> Verdict {
        switch phase {
        case .awake: return .all
        case .asleep:
            keep(loss, isTold: false)
            return .nobody
        case .waking(let since):
            let isTold = loss.isOfJack || now - since >= Self.leaving
            keep(loss, isTold: isTold)
            return isTold ? .playing : .nobody
        }
    }

    private mutating func keep(_ loss: RouteLoss, isTold: Bool) {
        if losses.count < Self.mostLosses { losses.append(Kept(loss: loss, isTold: isTold)) }
    }
}

extension RouteLoss {
    /// Whether a hand has pulled it out of a card that is there. A display may only be slow to wake up.
    fileprivate var isOfJack: Bool { isUnplugged && sink.transport != .hdmi }
}
