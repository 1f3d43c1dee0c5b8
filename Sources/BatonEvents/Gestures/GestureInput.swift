// SPDX-License-Identifier: Apache-2.0

/// What gestures are made of: one key, or one finger, from going down to coming up.
///
/// It is one object all the while (rule T2). Recognizers share inputs, and exclude each other by what they share (rule G28).
@MainActor
public class GestureInput {
    /// What became of it in the latest event.
    public internal(set) var phase: InputPhase
    /// When that was, since boot on the monotonic clock; a stationary input keeps its old time (rule T7).
    public internal(set) var timestamp: Duration
    /// When it went down.
    public let beganAt: Duration

    weak var environment: GestureEnvironment?

    init(beganAt timestamp: Duration) {
        phase = .began
        self.timestamp = timestamp
        beganAt = timestamp
    }

    /// The recognizers that receive it now (rule G24).
    public var gestureRecognizers: [GestureRecognizer] {
        environment?.active.filter { $0.receives(self) } ?? []
    }
}

extension GestureInput: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (left: GestureInput, right: GestureInput) -> Bool { left === right }

    /// Hashes the identity.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
