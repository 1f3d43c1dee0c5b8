// SPDX-License-Identifier: Apache-2.0

/// The delegate of a gesture recognizer: it decides what the recognizer receives, whether it begins, and how it shares
/// inputs with others (rules G22 and G25 to G29).
///
/// Every method has a default implementation.
/// Unlike UIKit's, all its methods are asked for touches and presses alike, and it is not asked about events as a
/// whole.
///
/// For example:
/// ```swift
/// final class Delegate: GestureRecognizerDelegate {
///     func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool {
///         press.key != .microphoneMute
///     }
/// }
/// ```
@MainActor
public protocol GestureRecognizerDelegate: AnyObject {
    /// Whether the recognizer is to receive a new press. It is asked once for each press, before `pressesBegan`; true
    /// by default (rule G22).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool
    /// Whether the recognizer is to receive a new touch. It is asked once for each touch, before `touchesBegan`; true
    /// by default. False hides the touch from this recognizer only (rule G22).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
    /// Whether the recognizer may begin or be recognized now. False makes it fail; true by default (rule G25).
    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
    /// Whether both recognizers may recognize their gestures. True from either delegate is enough; false by default
    /// (rule G29).
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool
    /// Whether the recognizer waits for the other one to fail in this sequence; false by default (rule G27).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool
    /// Whether the other one waits for the recognizer to fail in this sequence; false by default (rule G27).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool
}

extension GestureRecognizerDelegate {
    /// True (rule G22).
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool { true }
    /// True (rule G22).
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }
    /// True (rule G25).
    public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }
    /// False (rule G29).
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { false }
    /// False (rule G27).
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { false }
    /// False (rule G27).
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { false }
}
