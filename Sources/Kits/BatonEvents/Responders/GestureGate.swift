// SPDX-License-Identifier: Apache-2.0

/// What stands between recognizers and views: it gives views their touches, holds them back, and cancels them (rules D1
/// to D14).
@MainActor
protocol GestureGate: AnyObject {
    /// When messages were held for the longest time; nil if none are.
    var deadline: Duration? { get }
    /// Called when that time is reached.
    func deadlineReached(at time: Duration)
    /// Called before the first action of a recognizer (rule D8).
    func recognizerWillAct(_ recognizer: GestureRecognizer)
    /// Called when recognizers have settled: some may not hold messages any more (rule D10).
    func turnEnded()
}
