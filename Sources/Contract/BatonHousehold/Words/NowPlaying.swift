// SPDX-License-Identifier: Apache-2.0

package import BatonJSON

/// What is first in a host's chain: a player, and what it plays.
///
/// Its position is that of the instant in which it is told; who hears it counts from there. Only a rate, a status, a track or a
/// jump tells it again: a history of it does not fill up.
///
/// For example:
/// ```swift
/// var now = NowPlaying(status: .playing, player: "mpv")
/// now.title = "Song"
/// now.position = .seconds(12)
/// household.tell(now, at: reactor.now)
/// ```
package struct NowPlaying: Equatable, Sendable {
    /// Whether it plays.
    package enum Status: String, Sendable {
        /// As MPRIS has them.
        case playing, paused, stopped
    }

    /// What can be done with the player.
    package enum Ability: String, CaseIterable, Sendable {
        /// As MPRIS's `Can…`; a volume, shuffle and loop that can be set.
        case play, pause, next, previous, seek, volume, shuffle, loop
    }

    /// What is repeated.
    package enum Loop: String, Sendable {
        /// As MPRIS's LoopStatus.
        case none, track, playlist
    }

    /// Whether it plays.
    package var status: Status
    /// The player's name, as `batonctl -p` takes it; empty without a player.
    package var player: String
    /// The track's title; empty if unknown.
    package var title = ""
    /// The artists; empty if unknown.
    package var artist = ""
    /// The album; empty if unknown.
    package var album = ""
    /// What tells one track from another, also without a title; empty if unknown.
    package var track = ""
    /// How long the track is; nil if unknown.
    package var length: Duration?
    /// How far it is at the instant of the telling; nil if unknown.
    package var position: Duration?
    /// How fast it plays; 1 is usual.
    package var rate = 1.0
    /// From 0 to 1, or above it where the player allows that; nil if it has none.
    package var volume: Double?
    /// Whether tracks come in random order; nil if the player does not say.
    package var shuffle: Bool?
    /// What is repeated; nil if the player does not say.
    package var loop: Loop?
    /// What can be done with it.
    package var abilities: Set<Ability> = []

    /// Makes one; the other members are set after that.
    package init(status: Status = .stopped, player: String = "") {
        self.status = status
        self.player = player
    }

    /// Whether it differs from another in more than the position that time brings.
    package func differs(from other: NowPlaying) -> Bool {
        var same = other
        same.position = position
        return self != same
    }

    /// Reads what another host says; nil if it has no status. What is wrong in a member is left out.
    package init?(_ value: JSONValue) {
        guard let status = value["status"]?.asString.flatMap({ Status(rawValue: $0) }) else { return nil }
        self.init(status: status)
        func text(_ name: String) -> String { value[name]?.asString.map { HouseholdText.bounded($0) } ?? "" }
        player = text("player")
        title = text("title")
        artist = text("artist")
        album = text("album")
        track = text("track")
        length = HouseholdText.duration(value["length"]?.asDouble)
        position = HouseholdText.duration(value["position"]?.asDouble)
        if let rate = value["rate"]?.asDouble, rate.isFinite { self.rate = min(max(rate, -16), 16) }
        if let volume = value["volume"]?.asDouble, volume.isFinite { self.volume = min(max(volume, 0), 16) }
        shuffle = value["shuffle"]?.asBool
        loop = value["loop"]?.asString.flatMap { Loop(rawValue: $0) }
        abilities = Set((value["can"]?.elements ?? []).compactMap { $0.asString.flatMap { Ability(rawValue: $0) } })
    }

    /// As it is told: what is unknown is left out.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["status": .string(status.rawValue)]
        func add(_ name: String, _ text: String) { if !text.isEmpty { members[name] = .string(text) } }
        add("player", player)
        add("title", title)
        add("artist", artist)
        add("album", album)
        add("track", track)
        if let length { members["length"] = .number(length.inSeconds) }
        if let position { members["position"] = .number(position.inSeconds) }
        if rate != 1 { members["rate"] = .number(rate) }
        if let volume { members["volume"] = .number(volume) }
        if let shuffle { members["shuffle"] = .bool(shuffle) }
        if let loop { members["loop"] = .string(loop.rawValue) }
        let can = Ability.allCases.filter(abilities.contains)
        if !can.isEmpty { members["can"] = .array(can.map { .string($0.rawValue) }) }
        return .object(members)
    }
}
