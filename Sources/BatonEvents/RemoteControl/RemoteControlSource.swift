// SPDX-License-Identifier: Apache-2.0

/// Keeps what one source sends well-formed (rule C3): begin and end of seeking come in pairs of one direction, and between
/// them no other command of that source.
///
/// A source that sends something else while it seeks is taken to have let go first; an end without a begin is nothing; and
/// a source that disconnects ends what it began. The same begin again is the key's auto-repeat when it comes soon after the last
/// one; later, the end between them was lost, and it is a new begin.
///
/// For example:
/// ```swift
/// var source = RemoteControlSource()
/// source.receive(.beginSeekingForward, at: .seconds(1))   // [.beginSeekingForward]
/// source.receive(.nextTrack, at: .seconds(2))             // [.endSeekingForward, .nextTrack]
/// ```
public struct RemoteControlSource: Sendable {
    /// The end that is owed, while the source seeks.
    public private(set) var pendingEnd: RemoteControlSubtype?

    /// When the begin came last.
    private var lastBegin: Duration?
    /// The longest wait between two begins of auto-repeat: keyboards wait 0.66 s before the first repetition at most, and less
    /// before the others.
    private static let repetition = Duration.seconds(1)

    /// Makes a source that does not seek.
    public init() {}

    /// The commands to send for one that the source sent: none, itself, or an end before it.
    ///
    /// - Parameter instant: when it was sent; without it, the same begin again is always auto-repeat.
    public mutating func receive(
        _ subtype: RemoteControlSubtype, at instant: Duration? = nil
    ) -> [RemoteControlSubtype] {
        if subtype.isEnd {
            guard pendingEnd == subtype else { return [] }
            pendingEnd = nil
            return [subtype]
        }
        defer { if subtype.end != nil { lastBegin = instant } }
        if let end = subtype.end, end == pendingEnd, isRepetition(at: instant) { return [] }
        let closing = disconnect()
        pendingEnd = subtype.end
        return closing + [subtype]
    }

    private func isRepetition(at instant: Duration?) -> Bool {
        guard let instant, let lastBegin else { return true }
        return instant - lastBegin < Self.repetition
    }

    /// The source is gone: the end it owes, if any.
    public mutating func disconnect() -> [RemoteControlSubtype] {
        guard let end = pendingEnd else { return [] }
        pendingEnd = nil
        return [end]
    }
}
