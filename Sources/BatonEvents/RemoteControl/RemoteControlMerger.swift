// SPDX-License-Identifier: Apache-2.0

/// Counts a press once that comes in by two ways (rule B8).
///
/// A command repeats another one if it is the same, comes by another way, and its press is at most ``interval`` apart. Each
/// way can repeat a command once: fast presses that come in by two ways are still counted each. Play, pause and toggle
/// are the same here, since one button is called by each of these names on different ways. It keeps a fixed number of commands.
public struct RemoteControlMerger: Sendable {
    /// How far apart the two arrivals of one press may be; 80 ms by default, which counts as one.
    public var interval = Duration.milliseconds(80)

    /// A command that was let through, and the ways by which it came.
    private struct Entry {
        let subtype: RemoteControlSubtype
        let pressedAt: Duration
        var inputs: [RemoteControlInput]
    }

    private static let capacity = 64
    private var entries: [Entry] = []

    /// Makes one that has seen nothing.
    public init() {}

    /// Whether a command is to be sent: true unless it is a repetition.
    ///
    /// - Parameters:
    ///   - pressedAt: when the key went down, or the command came, since boot.
    public mutating func accepts(
        _ subtype: RemoteControlSubtype, from input: RemoteControlInput, pressedAt: Duration
    ) -> Bool {
        let subtype = subtype.isPlayOrPause ? .togglePlayPause : subtype
        let repeated = entries.firstIndex { entry in
            entry.subtype == subtype && abs(entry.pressedAt, pressedAt) <= interval
                && entry.inputs.allSatisfy { $0.mayRepeat(input) }
        }
        if let repeated {
            entries[repeated].inputs.append(input)
            return false
        }
        if case .caller = input { return true }
        entries.removeAll { $0.pressedAt + interval < pressedAt }
        if entries.count >= Self.capacity { entries.removeFirst() }
        entries.append(Entry(subtype: subtype, pressedAt: pressedAt, inputs: [input]))
        return true
    }

    private func abs(_ one: Duration, _ other: Duration) -> Duration {
        one < other ? other - one : one - other
    }
}

extension RemoteControlSubtype {
    /// Whether it is one of the names of a headset's one button.
    fileprivate var isPlayOrPause: Bool { self == .play || self == .pause || self == .togglePlayPause }
}
