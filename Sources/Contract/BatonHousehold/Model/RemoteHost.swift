// SPDX-License-Identifier: Apache-2.0

/// Another host, as this one believes it to be.
///
/// For example:
/// ```swift
/// if case .show(let host) = effect { show(host.title, host.now, host.position(at: now)) }
/// ```
package struct RemoteHost: Equatable, Sendable {
    /// Its name in topics.
    package let name: HostName
    /// Its identity; nil if it has not told it.
    package internal(set) var about: HostAbout?
    /// Whether it is there, as far as this host knows.
    package internal(set) var isOnline = false
    /// What is first in its chain; nil if it has not said.
    package internal(set) var now: NowPlaying?
    /// When ``now`` was told. Its position is of that instant.
    package internal(set) var toldAt = Duration.zero
    /// Since when it has not been there; nil while it is.
    package internal(set) var awaySince: Duration?

    /// What is known of its clock; nil if it has told nothing of it.
    var clock: RemoteClock?

    /// The interruptions that it shares, as it last said.
    package internal(set) var interruptions: [SharedInterruption] = []

    init(_ name: HostName) { self.name = name }

    /// The name for people.
    package var title: String {
        if let title = about?.title, !title.isEmpty { return title }
        return name.text
    }

    /// Whether the broker has anything of it.
    package var isKnown: Bool { isOnline || about != nil || now != nil }

    /// The position at an instant; nil if it is not known.
    package func position(at instant: Duration) -> Duration? {
        now.flatMap { $0.position(at: instant, told: toldAt) }
    }
}

extension NowPlaying {
    /// The position at an instant, counted from that of the telling, within the track.
    package func position(at instant: Duration, told: Duration) -> Duration? {
        guard let position else { return nil }
        guard status == .playing else { return position }
        // A hundred years at most, so that no product is too large.
        let passed = min(max(instant - told, .zero), .seconds(3_200_000_000))
        let moved = HouseholdText.duration(position.inSeconds + passed.inSeconds * rate) ?? .zero
        return length.map { min(moved, $0) } ?? moved
    }
}
