// SPDX-License-Identifier: Apache-2.0

/// What happened to some inputs at one moment: the one thing the engine knows of presses and, later, of touches.
@MainActor
protocol GestureEvent: AnyObject {
    /// When, since boot.
    var timestamp: Duration { get }
    /// Every input of the sequence; those that did not change are stationary (rule T3).
    var inputs: [GestureInput] { get }
    /// Makes the inputs say what this event is about, which matters when it had to wait.
    func apply()
    /// Whether a recognizer takes this kind of input at all.
    func isAllowed(_ input: GestureInput, by recognizer: GestureRecognizer) -> Bool
    /// Asks a recognizer's delegate about a new input (rule G22).
    func mayDeliver(_ input: GestureInput, to recognizer: GestureRecognizer) -> Bool
    /// Calls the recognizer's handler of a phase. The inputs are not empty and all in that phase.
    func deliver(_ inputs: [GestureInput], in phase: InputPhase, to recognizer: GestureRecognizer)
}
