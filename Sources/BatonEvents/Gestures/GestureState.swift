// SPDX-License-Identifier: Apache-2.0

/// Where a gesture recognizer stands (rule G1). The raw values are part of the interface.
///
/// | from | discrete may go to | continuous may go to |
/// | --- | --- | --- |
/// | possible | ended, failed | began, failed |
/// | began, changed | – | changed, ended, cancelled |
/// | ended, cancelled, failed | – | – |
///
/// What is over goes back to possible by itself, after its actions and `reset()` (rules G8, G9).
public enum GestureState: Int, Sendable, CaseIterable {
    /// Nothing is decided; the state a recognizer begins in.
    case possible = 0
    /// A continuous gesture began.
    case began = 1
    /// A continuous gesture went on.
    case changed = 2
    /// A continuous gesture ended, or a discrete one was recognized.
    case ended = 3
    /// A continuous gesture was broken off.
    case cancelled = 4
    /// It is not this gesture.
    case failed = 5

    /// What a discrete gesture becomes when it is recognized: the same as ``ended``.
    public static let recognized = GestureState.ended

    /// Whether a recognizer may be set from this state to another one (rules G2, G3).
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
