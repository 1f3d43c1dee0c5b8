// SPDX-License-Identifier: Apache-2.0

/// Recognizes fingers or a key that is held, after any number of taps (rule G90).
///
/// It begins when all fingers have been down for ``minimumPressDuration`` without moving, changes when they move, and
/// ends when one of them goes up. With a duration of zero it begins with the press.
/// Unlike UIKit's, it also recognizes keys that are held, and the limits of its taps can be set.
///
/// For example:
/// ```swift
/// let hold = LongPressGestureRecognizer()
/// hold.allowedKeys = [.playPause]
/// hold.addTarget(player, action: "seek") { player, recognizer in
///     if recognizer.state == .began { player.beginSeeking() } else { player.endSeeking() }
/// }
/// view.addGestureRecognizer(hold)
/// ```
@MainActor
open class LongPressGestureRecognizer: GestureRecognizer {
    /// How long the press has to be down: 0.5 s by default. A press that lasts exactly that is long enough (rule G90).
    @exclusivity(unchecked) public var minimumPressDuration = Duration.milliseconds(500)
    /// The number of fingers: 1 by default. Presses need 1 (rule G90).
    @exclusivity(unchecked) public var numberOfTouchesRequired = 1
    /// The number of taps before the press: 0 by default (rule G90).
    @exclusivity(unchecked) public var numberOfTapsRequired = 0
    /// The farthest that a finger may move before the gesture begins: 10 points by default (rule G90).
    @exclusivity(unchecked) public var allowableMovement = 10.0
    /// The longest time from a tap to the next press: 350 ms by default (rule G90).
    @exclusivity(unchecked) public var maximumTapInterval = Duration.milliseconds(350)
    /// From where that time counts: from the end of the tap, by default (rule B2).
    @exclusivity(unchecked) public var tapIntervalStart = TapIntervalStart.up
    /// The longest duration of a tap: 750 ms by default (rule G90).
    @exclusivity(unchecked) public var maximumTapDuration = Duration.milliseconds(750)
    /// The longest time from the first finger to the last one: 350 ms by default (rule G90; observed on iOS).
    @exclusivity(unchecked) public var maximumFingerSpread = Duration.milliseconds(350)
    /// The farthest that a finger may move during a tap: 45 points by default (rule G90; observed on iOS).
    @exclusivity(unchecked) public var maximumTapMovement = 45.0
    /// The farthest that two taps may be apart: 45 points by default (rule G90; observed on iOS).
    @exclusivity(unchecked) public var maximumTapSeparation = 45.0

    @exclusivity(unchecked) private var series = TapSeries()

    override open func reset() {
        super.reset()
        series = TapSeries()
    }

    override var presentTouches: [Touch] { series.touches }

    // MARK: Inputs

    override open func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        super.touchesBegan(touches, with: event)
        guard state == .possible else {
            // Further fingers during the long press do not concern it.
            for touch in touches { ignore(touch, for: event) }
            return
        }
        let hasLifted = series.present.hasLifted
        series.present.begin(touches)
        decide(hasLifted: hasLifted)
    }

    override open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        guard state == .possible else { return state = .changed }
        let allowed = isAtLastPress ? allowableMovement : maximumTapMovement
        if !isWaiting, !(series.present.travel <= allowed) { state = .failed }
    }

    override open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        super.touchesEnded(touches, with: event)
        if series.present.end(touches, at: event.timestamp) { decide(at: event.timestamp) }
    }

    override open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        super.touchesCancelled(touches, with: event)
        if series.present.end(touches, at: event.timestamp) { state = state == .possible ? .failed : .cancelled }
    }

    override open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
        guard state == .possible else {
            // Further presses during the long press do not concern it.
            for press in presses { ignore(press, for: event) }
            return
        }
        let hasLifted = series.present.hasLifted
        series.present.begin(presses)
        decide(hasLifted: hasLifted)
    }

    override open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesEnded(presses, with: event)
        if series.present.end(presses, at: event.timestamp) { decide(at: event.timestamp) }
    }

    override open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesCancelled(presses, with: event)
        if series.present.end(presses, at: event.timestamp) { state = state == .possible ? .failed : .cancelled }
    }

    /// Another key ends a series of clicks (rule B6).
    override open func otherInputsBegan(at timestamp: Duration) {
        super.otherInputsBegan(at: timestamp)
        if series.present.downCount == 0 { state = .failed }
    }

    override open func deadlineReached(at timestamp: Duration) {
        super.deadlineReached(at: timestamp)
        let isHeld = series.present.downCount > 0 && series.present.downCount == numberOfTouchesRequired
        state = isHeld && isAtLastPress ? .began : .failed
    }

    // MARK: Presses

    private var isAtLastPress: Bool { series.count >= numberOfTapsRequired }

    /// Decides after inputs have begun.
    ///
    /// - Parameter hasLifted: whether an input of the press was over before.
    private func decide(hasLifted: Bool) {
        guard !hasLifted, series.present.count <= numberOfTouchesRequired else { return state = .failed }
        guard series.present.count == numberOfTouchesRequired else {
            deadline = series.present.firstDown + min(maximumFingerSpread, maximumTapDuration)
            return
        }
        guard series.separation <= maximumTapSeparation else { return state = .failed }
        guard isAtLastPress else { return deadline = series.present.firstDown + maximumTapDuration }
        if minimumPressDuration > .zero {
            deadline = series.present.lastDown + minimumPressDuration
        } else {
            deadline = nil
            state = .began
        }
    }

    /// Decides after inputs of the press have ended.
    private func decide(at timestamp: Duration) {
        guard state == .possible else { return state = .ended }
        guard !isAtLastPress, series.present.count == numberOfTouchesRequired else { return state = .failed }
        guard series.present.downCount == 0 else { return }
        series.complete()
        deadline = nil
        guard let last = series.last else { return }
        let end = tapIntervalStart.end(of: last, maximumTapInterval)
        if end > timestamp { deadline = end } else { state = .failed }
    }
}
