// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMPRIS

/// Whether a player has done what it was sent, by what it says before and after (rule MPRIS104).
struct PlayerEffect {
    let command: PlayerCommand
    let action: PlayerAction
    let before: PlayerSnapshot

    /// How near the start a player is after a Previous, or after a Stop that is a pause there.
    private static let start: Int64 = 5_000_000

    /// How far the rate that a player tells may be from the one that was set: some know steps only.
    private static let rateTolerance = 0.051

    /// Whether the effect can be seen at all.
    var isVisible: Bool {
        switch (command, action) {
        case (.seek, .call): isLongJump
        case (.transport, .call), (_, .set(.loopStatus, _)), (_, .set(.shuffle, _)), (_, .set(.rate, _)): true
        default: false
        }
    }

    /// What is said of a player that has not done it.
    var failure: String {
        switch (command, action) {
        case (.transport(let event), _): CommandError.told(event)
        case (.seek, _): CommandError.stays
        case (_, .set(let property, _)): CommandError.told(property)
        default: ""
        }
    }

    /// Whether the player has done it.
    ///
    /// - Parameter after: what it says; nil if it has left the bus.
    func isThere(_ after: PlayerSnapshot?) -> Bool {
        switch (command, action) {
        case (.transport(let event), _):
            guard let after else { return event != .play }
            return isDone(event, after)
        case (.seek, .call): return after.map(isThereByJump) ?? true
        case (_, .set(.rate, .double(let rate))):
            return after.map { abs(($0.rate ?? 0) - rate) <= Self.rateTolerance } ?? true
        case (_, .set(let property, let value)): return after.map { $0.properties[property] == value } ?? true
        default: return true
        }
    }

    private func isDone(_ event: RemoteControlSubtype, _ after: PlayerSnapshot) -> Bool {
        let isOther = after.status != before.status
        return switch event {
        case .play: after.isPlaying
        case .pause: !after.isPlaying
        // One that plays near its start plays on.
        case .stop: !after.isPlaying && (isOther || after.status == PlaybackStatus.stopped.rawValue || isAtStart(after))
        case .togglePlayPause: isOther
        case .nextTrack: isOther || isElsewhere(after)
        case .previousTrack: isOther || isElsewhere(after) || isAtStart(after)
        default: true
        }
    }

    private func isAtStart(_ after: PlayerSnapshot) -> Bool { after.position.map { $0 < Self.start } ?? false }

    /// Whether it plays another track, or the same one from an earlier place.
    private func isElsewhere(_ after: PlayerSnapshot) -> Bool {
        if after.properties[.metadata] != before.properties[.metadata] { return true }
        guard let old = before.position, let new = after.position else { return false }
        return new < old
    }

    // MARK: Jumps

    /// A jump that is shorter than this cannot be told from playing on.
    private static let shortest: MediaTime = 3_000_000

    /// Where a jump goes; nil for another action.
    private var target: MediaTime? {
        switch action {
        case .call(.setPosition, let arguments): arguments.last.flatMap { MediaTime($0) }
        case .call(.seek, let arguments):
            arguments.first.flatMap { MediaTime($0) }.map { max(0, MediaTime(microseconds: before.position ?? 0) + $0) }
        default: nil
        }
    }

    private var isLongJump: Bool {
        guard let target, let position = before.position else { return false }
        return (target - MediaTime(microseconds: position)).magnitude >= Self.shortest
    }

    /// Whether it is nearer to where it was to jump than to where it was, or in another track: a Seek beyond the end is a Next.
    private func isThereByJump(_ after: PlayerSnapshot) -> Bool {
        guard let target, let old = before.position, let new = after.position else { return true }
        if after.properties[.metadata] != before.properties[.metadata] || after.status != before.status { return true }
        let place = MediaTime(microseconds: new)
        return (place - target).magnitude <= (place - MediaTime(microseconds: old)).magnitude
    }
}
