// SPDX-License-Identifier: Apache-2.0

/// One input of a gesture, from down to up: a press of a key, or a touch of a finger.
///
/// One object stands for it in all events (rule T2). Recognizers that share an input exclude each other (rule G28).
///
/// For example:
/// ```swift
/// func watchers(of input: GestureInput) -> [String] {
///     input.phase.isOver ? [] : input.gestureRecognizers.compactMap(\.name)
/// }
/// ```
@MainActor
public class GestureInput {
    /// The phase in the latest event (rule T3).
    @exclusivity(unchecked) public internal(set) var phase: InputPhase
    /// The time of the last change, since boot on the monotonic clock. A stationary input keeps its old time (rule T7).
    @exclusivity(unchecked) public internal(set) var timestamp: Duration
    /// When the input began (rule T7).
    public let beganAt: Duration

    /// What delivers the input to recognizers.
    var environment: GestureEnvironment? { nil }

    /// Called before the input is given to recognizers.
    func willBind(to environment: GestureEnvironment) {}

    init(beganAt timestamp: Duration) {
        phase = .began
        self.timestamp = timestamp
        beganAt = timestamp
    }

    /// Whether the input is over for recognizers (rule T22). The phase may be ahead of it, or show an earlier one.
    var isOver = false {
        didSet { GestureEnvironment.noteDecision() }
    }

    /// How far the input is from where it began, in points. A press has no place: it is 0 (rule G33).
    var travel: Double { 0 }

    /// Where the input began; nil for a press.
    var beginning: Point? { nil }

    /// The sequence that the input belongs to; nil for presses, which have none.
    var sequenceID: ObjectIdentifier? { nil }

    /// The recognizers that receive the input now (rule G24).
    public var gestureRecognizers: [GestureRecognizer] {
        environment?.active.filter { $0.receives(self) } ?? []
    }
}

extension GestureInput: Hashable {
    /// Whether both are the same object (rule T2).
    public nonisolated static func == (left: GestureInput, right: GestureInput) -> Bool { left === right }

    /// Hashes the identity (rule T2).
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The changes of some inputs at one time. It is all that the engine knows of presses and touches.
@MainActor
protocol GestureEvent: AnyObject {
    /// The time of the changes, since boot.
    var timestamp: Duration { get }
    /// Whether recognizers that receive none of the new inputs are told of them (rule B6).
    var concernsOthers: Bool { get }
    /// Whether an input may have the phase in this event. If not, nothing of the phase is delivered.
    func has(_ phase: InputPhase) -> Bool
    /// The inputs that began in this event.
    var newInputs: [GestureInput] { get }
    /// Adds the recognizers that receive a new input, in their order (rules G20 and G21).
    func append(recognizersFor input: GestureInput, to recognizers: inout [GestureRecognizer])
    /// Restores the phases and times that the inputs had at this event, in case it had to wait.
    func apply()
    /// Whether a recognizer can receive this input at all.
    func isAllowed(_ input: GestureInput, by recognizer: GestureRecognizer) -> Bool
    /// Asks a recognizer's delegate about a new input (rule G22).
    func mayDeliver(_ input: GestureInput, to recognizer: GestureRecognizer) -> Bool
    /// Calls the recognizer's handler of a phase with the inputs in that phase that it receives.
    ///
    /// - Returns: false if there is no such input.
    func deliver(_ phase: InputPhase, to recognizer: GestureRecognizer) -> Bool
}

/// The phase of an input in an event (rule T3). The raw values are part of the interface.
///
/// Unlike UIKit's, one type serves touches and presses, and has no phases for hovering.
///
/// For example:
/// ```swift
/// func pressed(in event: PressesEvent) -> [Press] { event.allPresses.filter { !$0.phase.isOver } }
/// ```
public enum InputPhase: Int, Sendable, CaseIterable {
    /// The input went down.
    case began = 0
    /// The input is down and changed: a finger moved. A press never changes.
    case changed = 1
    /// The input is down and did not change in this event.
    case stationary = 2
    /// The input came up.
    case ended = 3
    /// The input was cancelled: the device is gone, or the session became inactive (rule T21).
    case cancelled = 4

    /// The phase of a touch that moved: the same as ``changed`` (rule T3).
    public static let moved = InputPhase.changed

    /// Whether the phase is the last one of an input (rule T22).
    public var isOver: Bool { self == .ended || self == .cancelled }
}
