// SPDX-License-Identifier: Apache-2.0

/// The state of a gesture recognizer (rule G1). The raw values are part of the interface.
///
/// | from | may go to |
/// | --- | --- |
/// | possible | began, ended, cancelled, failed |
/// | began, changed | changed, ended, cancelled |
/// | ended, cancelled, failed | – |
///
/// A gesture that begins is continuous, and one that ends without a beginning is discrete (rule G2). A recognizer that
/// sets cancelled while it is possible fails (rule G3). From ended, cancelled and failed the recognizer goes back to
/// possible by itself, after its actions and `reset()` (rules G8 and G9).
/// Its values are UIKit's.
///
/// For example:
/// ```swift
/// let beginning = GestureState.possible.allows(.began)  // true
/// let change = GestureState.possible.allows(.changed)  // false
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

    /// Whether a recognizer may set another state while it is in this one (rules G2 and G3).
    public func allows(_ next: GestureState) -> Bool {
        switch (self, next) {
        case (.possible, .began), (.possible, .ended), (.possible, .cancelled), (.possible, .failed): true
        case (.began, .changed), (.began, .ended), (.began, .cancelled): true
        case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
        default: false
        }
    }
}
