// SPDX-License-Identifier: Apache-2.0

/// Keeps what one source sends well-formed (rule C3): begin and end of seeking come in pairs of one direction, and between
/// them no other command of that source.
///
/// A source that sends something else while it seeks is taken to have let go first; an end without a begin is nothing; and
/// a source that disconnects ends what it began.
public struct RemoteControlSource: Sendable {
    /// The end that is owed, while the source seeks.
    public private(set) var pendingEnd: RemoteControlSubtype?

    /// Makes a source that does not seek.
    public init() {}

    /// The commands to send for one that the source sent: none, itself, or an end before it.
    public mutating func receive(_ subtype: RemoteControlSubtype) -> [RemoteControlSubtype] {
        if subtype.isEnd {
            guard pendingEnd == subtype else { return [] }
            pendingEnd = nil
            return [subtype]
        }
        if let end = subtype.end, end == pendingEnd { return [] }
        let closing = disconnect()
        pendingEnd = subtype.end
        return closing + [subtype]
    }

    /// The source is gone: the end it owes, if any.
    public mutating func disconnect() -> [RemoteControlSubtype] {
        guard let end = pendingEnd else { return [] }
        pendingEnd = nil
        return [end]
    }
}
