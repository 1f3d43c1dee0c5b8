// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What the agent may never play by itself, whatever it holds (rules I4, I6, I25 and I28): a player that has never played, one
/// whose output is gone, and during a call one that did not play in it already.
///
/// It follows what players say and what happens at the sound server, and knows nothing of holds. What it is not certain of it
/// does not check.
struct PlayRules {
    /// When each connection last said that it plays, also to an earlier agent.
    private var startedAt: [BusName: Duration] = [:]
    /// The connections that say that they play.
    private var playing: Set<BusName> = []
    /// The connections whose output is gone, and since when.
    private var lost: [BusName: Duration] = [:]
    /// A call: when it began at the latest, and since when it certainly lasts; nil without one.
    var call: (begun: Duration, since: Duration)?
    /// When a user last asked for what is held.
    private var resumedAt: Duration?
    /// Whether the machine is asleep, and when that was said last.
    private var sleep: (isGoing: Bool, at: Duration)?

    /// How long players may be played after a user asked for them: one after the other, and behind other calls.
    private static let resumeTime = Duration.seconds(10)
    /// How long after waking it is not known which outputs come back (rule I27).
    private static let wakeTime = Duration.seconds(6)

    // MARK: What happens

    /// A player says whether it plays.
    mutating func says(_ isPlaying: Bool, _ owner: BusName, at now: Duration) {
        guard isPlaying else {
            playing.remove(owner)
            return
        }
        // Who says it again has not started again.
        if playing.insert(owner).inserted { startedAt[owner] = now }
        lost[owner] = nil
    }

    /// A stream of a player runs, whatever it says: it may count as playing (rule I172).
    mutating func sounds(_ owner: BusName, at now: Duration) {
        if startedAt[owner] == nil { startedAt[owner] = now }
    }

    /// A user has acted on a player: what follows is the user's.
    mutating func userActed(on owner: BusName) { lost[owner] = nil }

    /// A user asks for all that is held (rule I47).
    mutating func userResumes(at now: Duration) { resumedAt = now }

    /// The machine is about to sleep, or has woken.
    mutating func sleeps(_ isGoing: Bool, at now: Duration) { sleep = (isGoing, now) }

    /// Whether an output that goes is lost at once.
    func isAwake(at now: Duration) -> Bool { sleep.map { !$0.isGoing && now - $0.at > Self.wakeTime } ?? true }

    /// The output of a player is gone.
    mutating func lose(_ owner: BusName, at now: Duration) { lost[owner] = now }

    // MARK: The check

    /// What is wrong with a Play of the agent's own; nil if nothing is.
    ///
    /// - Parameter slack: for how long messages may have waited.
    func problem(ofPlayAt owner: BusName, now: Duration, slack: Duration) -> String? {
        guard let started = startedAt[owner] else { return "which has never played" }
        if let resumedAt, now - resumedAt < Self.resumeTime + slack { return nil }
        if let time = lost[owner] { return "whose output is gone since \(time - .seconds(1000))" }
        if let call, now >= call.since, started < call.begun {
            return "in a call that began at \(call.begun - .seconds(1000))"
        }
        return nil
    }
}
