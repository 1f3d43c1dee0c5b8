// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What a simulated player plays: a track with a length, in which it moves on while it plays.
struct SimulatedTrack {
    /// In microseconds.
    static let length: Int64 = 600_000_000

    /// Its identifier, which some players send as a string.
    let isNamedByText: Bool
    /// Whether the player signals a jump.
    let tellsJumps: Bool
    /// What it is called; unlike that of any other player.
    let title: String
    private var number = 1
    private var position: Int64 = 0
    private var since = Duration.zero
    private var isMoving = false

    init(title: String, isNamedByText: Bool, tellsJumps: Bool) {
        self.title = title
        self.isNamedByText = isNamedByText
        self.tellsJumps = tellsJumps
    }

    /// Where it is, in microseconds.
    func position(at now: Duration) -> Int64 {
        guard isMoving else { return position }
        return min(position + Int64((now - since) / .microseconds(1)), Self.length)
    }

    /// The player begins or ends playing.
    mutating func move(_ isMoving: Bool, at now: Duration) { jump(to: position(at: now), isMoving, at: now) }

    /// Jumps within the track.
    mutating func jump(to place: Int64, at now: Duration) {
        jump(to: min(max(place, 0), Self.length), isMoving, at: now)
    }

    /// The next track begins.
    mutating func next(at now: Duration) {
        number += 1
        jump(to: 0, at: now)
    }

    private mutating func jump(to place: Int64, _ isMoving: Bool, at now: Duration) {
        (position, since, self.isMoving) = (place, now, isMoving)
    }

    var id: Value {
        guard !isNamedByText, let path = try? ObjectPath("/track/\(number)") else {
            return .string("text:track:\(number)")
        }
        return .objectPath(path)
    }

    /// Whether it is this track.
    func isNamed(_ other: Value) -> Bool {
        switch (id, other) {
        case (.objectPath(let mine), .objectPath(let theirs)): mine == theirs
        default: false
        }
    }

    /// What the player tells of it.
    var metadata: Value {
        .vardict([("mpris:trackid", id), ("mpris:length", .int64(Self.length)), ("xesam:title", .string(title))])
    }
}
