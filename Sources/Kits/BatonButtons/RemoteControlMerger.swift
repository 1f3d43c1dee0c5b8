// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// Counts a press once that comes from two inputs (rule B8).
///
/// A command repeats another one if it is the same, comes from another input, and its press is at most ``interval``
/// apart. Each input can repeat a command once, so fast presses that come from two inputs are counted one by one. Play,
/// pause and toggle are the same here, because inputs have different names for the same button. It keeps a fixed number
/// of commands.
///
/// For example:
/// ```swift
/// var merger = RemoteControlMerger()
/// let first = merger.accepts(.nextTrack, from: .bluetooth, pressedAt: .milliseconds(1000))  // true
/// let same = merger.accepts(.nextTrack, from: .settingsDaemon, pressedAt: .milliseconds(1040))  // false
/// ```
public struct RemoteControlMerger: Sendable {
    /// The longest time between the arrivals of one press; 80 ms by default, and exactly that is one press (rule B8). A
    /// larger value takes two fast presses on two inputs for one.
    public var interval = Self.usualInterval

    /// The longest time between the arrivals of one press, unless another is chosen (rule B8).
    package static var usualInterval: Duration { .milliseconds(80) }

    /// A command that was accepted, and the inputs that it came from.
    private struct Entry {
        let subtype: RemoteControlSubtype
        let pressedAt: Duration
        var inputs: [RemoteControlInput]
    }

    /// Commands that are kept. The oldest is dropped for a new one, so that a flood does not use more memory.
    private static let capacity = 64
    private var entries: [Entry] = []

    /// Makes a merger that has received no command (rule B8).
    public init() {}

    /// Returns whether a command is to be sent: false if it repeats a press that another input has delivered (rule B8).
    ///
    /// - Parameter pressedAt: when the key went down, or the command arrived, since boot.
    /// - Parameter subtype: the command.
    /// - Parameter input: where it came from.
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
    /// Whether the command is one of the names of a headset's only button.
    fileprivate var isPlayOrPause: Bool { self == .play || self == .pause || self == .togglePlayPause }
}
