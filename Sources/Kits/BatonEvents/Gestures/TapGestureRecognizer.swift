// SPDX-License-Identifier: Apache-2.0

/// Recognizes one or several taps with one or several fingers, or clicks of a key (rules G31, G40, G41 and B2).
///
/// It is recognized at the end of the last tap. It fails as soon as a tap lasts too long, a finger moves too far, more
/// fingers come, or the next tap does not come in time. Of two recognizers for one tap and two taps both act on two
/// taps, unless the first requires the second to fail (rule G31). Its location is the middle of the last tap. Unlike
/// UIKit's, it also recognizes clicks of keys, and its limits of time and way can be set.
///
/// For example:
/// ```swift
/// let double = TapGestureRecognizer()
/// double.numberOfTapsRequired = 2
/// let single = TapGestureRecognizer()
/// single.require(toFail: double)
/// single.addTarget(player, action: "toggle") { $0.togglePlayPause() }
/// ```
@MainActor
open class TapGestureRecognizer: GestureRecognizer {
    /// The number of taps: 1 by default, and at least 1 (rule G40).
    @exclusivity(unchecked) public var numberOfTapsRequired = 1
    /// The number of fingers of each tap: 1 by default. Presses need 1 (rule G40).
    @exclusivity(unchecked) public var numberOfTouchesRequired = 1
    /// The longest time to the next tap: 350 ms by default. A tap that begins exactly then is too late (rule G40).
    @exclusivity(unchecked) public var maximumTapInterval = Duration.milliseconds(350)
    /// From where that time counts: from the end of the tap before, by default (rule B2).
    @exclusivity(unchecked) public var tapIntervalStart = TapIntervalStart.up
    /// The longest duration of a tap: 750 ms by default. A tap that lasts exactly that is too long (rule G40).
    @exclusivity(unchecked) public var maximumTapDuration = Duration.milliseconds(750)
    /// The longest time from the first finger of a tap to its last one: 350 ms by default (rule G40; observed on iOS).
    @exclusivity(unchecked) public var maximumFingerSpread = Duration.milliseconds(350)
    /// The farthest that a finger may move during a tap: 45 points by default (rule G40; observed on iOS).
    @exclusivity(unchecked) public var maximumTapMovement = 45.0
    /// The farthest that two taps may be apart: 45 points by default (rule G40; observed on iOS).
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
        guard state == .possible else { return }
        let hasLifted = series.present.hasLifted
        series.present.begin(touches)
        decide(hasLifted: hasLifted)
    }

    override open func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        super.touchesMoved(touches, with: event)
        // A distance that is no number is too far.
        if !isWaiting, !(series.present.travel <= maximumTapMovement) { state = .failed }
    }

    override open func touchesEnded(_ touches: Set<Touch>, with event: Event) {
        super.touchesEnded(touches, with: event)
        if series.present.end(touches, at: event.timestamp) { decide(at: event.timestamp) }
    }

    override open func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
        super.touchesCancelled(touches, with: event)
        state = .failed
    }

    override open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
        guard state == .possible else { return }
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
        state = .failed
    }

    /// Another key ends a series of clicks (rule B6).
    override open func otherInputsBegan(at timestamp: Duration) {
        super.otherInputsBegan(at: timestamp)
        if series.present.downCount == 0 { state = .failed }
    }

    override open func deadlineReached(at timestamp: Duration) {
        super.deadlineReached(at: timestamp)
        state = .failed
    }

    // MARK: Taps

    /// Decides after inputs have begun.
    ///
    /// - Parameter hasLifted: whether an input of the tap was over before.
    private func decide(hasLifted: Bool) {
        guard !hasLifted, series.present.count <= numberOfTouchesRequired else { return state = .failed }
        guard series.present.count == numberOfTouchesRequired else {
            deadline = series.present.firstDown + min(maximumFingerSpread, maximumTapDuration)
            return
        }
        guard series.separation <= maximumTapSeparation else { return state = .failed }
        deadline = series.present.firstDown + maximumTapDuration
    }

    /// Decides after inputs of the tap have ended.
    private func decide(at timestamp: Duration) {
        // A finger that goes up before all are down is a tap with fewer fingers.
        guard series.present.count == numberOfTouchesRequired else { return state = .failed }
        guard series.present.downCount == 0 else { return }
        series.complete()
        deadline = nil
        guard series.count < numberOfTapsRequired, let last = series.last else { return state = .recognized }
        let end = tapIntervalStart.end(of: last, maximumTapInterval)
        if end > timestamp { deadline = end } else { state = .failed }
    }

    /// Returns false for a recognizer of another number of taps with as many fingers, and for a long press after at
    /// least as many taps (rules G31 and G41).
    override open func canPrevent(_ other: GestureRecognizer) -> Bool {
        switch other {
        case let tap as TapGestureRecognizer
        where tap.numberOfTapsRequired != numberOfTapsRequired
            && tap.numberOfTouchesRequired == numberOfTouchesRequired:
            false
        case let press as LongPressGestureRecognizer
        where press.numberOfTapsRequired >= numberOfTapsRequired
            && press.numberOfTouchesRequired == numberOfTouchesRequired:
            false
        default: super.canPrevent(other)
        }
    }
}
