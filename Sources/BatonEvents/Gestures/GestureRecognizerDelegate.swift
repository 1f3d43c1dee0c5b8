// SPDX-License-Identifier: Apache-2.0

/// Decides for a gesture recognizer what it receives, whether it begins, and how it goes with others (rules G22, G25–G29).
///
/// Every question has a default answer.
@MainActor
public protocol GestureRecognizerDelegate: AnyObject {
    /// Whether the recognizer shall see a new press; asked once for each, before `pressesBegan`. True by default (rule G22).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool
    /// Whether the recognizer, which is ready to, may begin or be recognized. False makes it fail. True by default (rule G25).
    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool
    /// Whether both may recognize; true from either delegate is enough. False by default (rule G29).
    func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool
    /// Whether the recognizer waits, in this sequence, for the other one to fail. False by default (rule G27).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool
    /// Whether the other one waits, in this sequence, for the recognizer to fail. False by default (rule G27).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool
}

extension GestureRecognizerDelegate {
    /// True.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool { true }

    /// True.
    public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    /// False.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { false }

    /// False.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { false }

    /// False.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { false }
}
