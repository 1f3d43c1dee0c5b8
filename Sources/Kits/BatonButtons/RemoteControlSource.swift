// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// Makes the commands of one source well-formed (rule C3): begin and end of seeking come in pairs of one direction,
/// with no other command of that source between them.
///
/// Another command during seeking ends the seeking first. An end without a begin is dropped. A disconnection ends the
/// seeking. The same begin again is a key's auto-repeat if it comes within a second of the last one, and is dropped;
/// later, the end between them was lost, and the command is a new begin.
///
/// For example:
/// ```swift
/// var source = RemoteControlSource()
/// let seeking = source.receive(.beginSeekingForward, at: .seconds(1))  // [.beginSeekingForward]
/// let next = source.receive(.nextTrack, at: .seconds(2))  // [.endSeekingForward, .nextTrack]
/// ```
public struct RemoteControlSource: Sendable {
    /// The command that ends the seeking under way; nil if the source does not seek (rule C3).
    public private(set) var pendingEnd: RemoteControlSubtype?

    /// When the last begin arrived.
    private var lastBegin: Duration?
    /// The longest time between two begins of auto-repeat. Keyboards wait at most 0.66 s before the first repetition,
    /// and less before the others. With a larger value a new hold after a lost end is more often taken for auto-repeat.
    private static let repetition = Duration.seconds(1)

    /// Makes a source that does not seek (rule C3).
    public init() {}

    /// Returns the commands to send for one that the source sent: none, the command, or an end and the command (rule
    /// C3).
    ///
    /// - Parameters:
    ///   - subtype: the command.
    ///   - instant: when the command was sent. Without it, the same begin again is always auto-repeat.
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

    /// Ends the seeking of a source that is gone (rule B9).
    ///
    /// - Returns: the end to send; empty if the source did not seek.
    public mutating func disconnect() -> [RemoteControlSubtype] {
        guard let end = pendingEnd else { return [] }
        pendingEnd = nil
        return [end]
    }
}
