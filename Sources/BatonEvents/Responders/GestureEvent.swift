// SPDX-License-Identifier: Apache-2.0

/// The changes of some inputs at one time. It is all that the engine knows of presses.
@MainActor
protocol GestureEvent: AnyObject {
    /// The time of the changes, since boot.
    var timestamp: Duration { get }
    /// Every input of the sequence. Those that did not change are stationary (rule T3).
    var inputs: [GestureInput] { get }
    /// Restores the phases and times that the inputs had at this event, in case it had to wait.
    func apply()
    /// Whether a recognizer can receive this input at all.
    func isAllowed(_ input: GestureInput, by recognizer: GestureRecognizer) -> Bool
    /// Asks a recognizer's delegate about a new input (rule G22).
    func mayDeliver(_ input: GestureInput, to recognizer: GestureRecognizer) -> Bool
    /// Calls the recognizer's handler of a phase with inputs in that phase, at least one.
    func deliver(_ inputs: [GestureInput], in phase: InputPhase, to recognizer: GestureRecognizer)
}
