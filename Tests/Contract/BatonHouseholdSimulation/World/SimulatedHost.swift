// SPDX-License-Identifier: Apache-2.0

import BatonHousehold

/// A host with one player, which behaves as batond does: interruptions pause what plays, and only what they paused goes on.
struct SimulatedHost {
    var household: Household
    /// How far its clock is before the world's: each machine counts from its own boot.
    let offset: Duration
    /// What its model was last told of its player.
    var told: NowPlaying?
    /// Whether its model is to be told when its loop goes on.
    var hasNews = false
    /// The connection as the host believes it to be. A broken one is noticed later.
    var connection: Int?
    var filters: [String: Bool] = [:]
    /// Until when its loop stands, as a stopped process.
    var standsUntil = Duration.zero
    /// When its model has something to do.
    var deadline: Duration?
    var waiting: [(message: HouseholdMessage, arrived: Duration)] = []

    // The agent.
    var isPlaying = false
    var track = 0
    /// What holds the player paused.
    var holds: Set<String> = []
    /// Whether a hold paused the player, and nobody has pressed a button since.
    var wasPlaying = false
    var mayResume = true
    var calls: [SharedInterruption] = []

    // What it shows of others.
    var shown: [HostName: RemoteHost] = [:]

    init(_ household: Household, offset: Duration) {
        self.household = household
        self.offset = offset
    }

    var playing: NowPlaying {
        var now = NowPlaying(status: isPlaying ? .playing : .paused, player: "mpv")
        now.title = "track \(track)"
        now.length = .seconds(200)
        now.position = .zero
        return now
    }

    /// The user, or a command, plays or pauses: nothing that held the player counts any more.
    mutating func press(_ plays: Bool) {
        isPlaying = plays
        mayResume = false
    }

    mutating func begin(_ hold: String) {
        if holds.isEmpty {
            wasPlaying = isPlaying
            mayResume = true
        } else if isPlaying {
            wasPlaying = true
            mayResume = true
        }
        holds.insert(hold)
        isPlaying = false
    }

    mutating func end(_ hold: String, mayResume: Bool) {
        guard holds.remove(hold) != nil else { return }
        if !mayResume { self.mayResume = false }
        guard holds.isEmpty else { return }
        if wasPlaying, self.mayResume { isPlaying = true }
        wasPlaying = false
    }
}
