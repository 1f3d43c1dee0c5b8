// SPDX-License-Identifier: Apache-2.0

/// The state of a gesture recognizer (rule G1). The raw values are part of the interface.
///
/// | from | discrete may go to | continuous may go to |
/// | --- | --- | --- |
/// | possible | ended, failed | began, failed |
/// | began, changed | – | changed, ended, cancelled |
/// | ended, cancelled, failed | – | – |
///
/// From ended, cancelled and failed the recognizer goes back to possible by itself, after its actions and `reset()`
/// (rules G8 and G9).
/// Its values are UIKit's.
///
/// For example:
/// ```swift
/// let continuous = GestureState.possible.allows(.began, isContinuous: true)  // true
/// let discrete = GestureState.possible.allows(.began, isContinuous: false)  // false
/// ```
public enum GestureState: Int, Sendable, CaseIterable {
    /// Nothing is decided yet. It is the first state.
    case possible = 0
    /// A continuous gesture began.
    case began = 1
    /// A continuous gesture changed.
    case changed = 2
    /// A continuous gesture ended, or a discrete one was recognized.
    case ended = 3
    /// A continuous gesture was cancelled.
    case cancelled = 4
    /// The inputs are not this gesture.
    case failed = 5

    /// The state of a discrete gesture that was recognized: the same as ``ended`` (rule G1).
    public static let recognized = GestureState.ended

    /// Whether the transition from this state to another one exists (rules G2 and G3).
    public func allows(_ next: GestureState, isContinuous: Bool) -> Bool {
        switch (self, next) {
        case (.possible, .failed): true
        case (.possible, .began): isContinuous
        case (.possible, .ended): !isContinuous
        case (.began, .changed), (.changed, .changed): isContinuous
        case (.began, .ended), (.changed, .ended): isContinuous
        case (.began, .cancelled), (.changed, .cancelled): isContinuous
        default: false
        }
    }
}
