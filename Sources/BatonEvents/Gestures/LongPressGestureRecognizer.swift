// SPDX-License-Identifier: Apache-2.0

/// Recognizes a press that is held, after any number of taps (rule G90). So far it recognizes presses of keys only.
///
/// It begins when the press has been down for ``minimumPressDuration``, and ends with the release. With a duration of
/// zero it begins with the press.
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
    /// How long the press has to be down: 0.5 s by default. A press that lasts exactly that is long enough.
    public var minimumPressDuration = Duration.milliseconds(500)
    /// The number of taps before the press: 0 by default.
    public var numberOfTapsRequired = 0
    /// The longest time from a tap to the next press: 350 ms by default.
    public var maximumTapInterval = Duration.milliseconds(350)
    /// From where that time counts: from the end of the tap, by default.
    public var tapIntervalStart = TapIntervalStart.up
    /// The longest duration of a tap: 750 ms by default.
    public var maximumTapDuration = Duration.milliseconds(750)

    private var series = TapSeries()

    override open var isContinuous: Bool { true }

    override open func reset() {
        super.reset()
        series = TapSeries()
    }

    override open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
        guard state == .possible else {
            // Further presses during the long press do not concern it.
            for press in presses { ignore(press, for: event) }
            return
        }
        guard series.begin(presses) else { return state = .failed }
        guard isAtLastPress else { return deadline = event.timestamp + maximumTapDuration }
        if minimumPressDuration > .zero {
            deadline = event.timestamp + minimumPressDuration
        } else {
            deadline = nil
            state = .began
        }
    }

    override open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesEnded(presses, with: event)
        guard let press = series.press, presses.contains(press) else { return }
        guard state == .possible else { return state = .ended }
        guard !isAtLastPress else { return state = .failed }
        series.end()
        deadline = nil
        let end = tapIntervalStart.end(of: press, maximumTapInterval)
        if end > event.timestamp { deadline = end } else { state = .failed }
    }

    override open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesCancelled(presses, with: event)
        guard let press = series.press, presses.contains(press) else { return }
        state = state == .possible ? .failed : .cancelled
    }

    /// Another key ends a series of clicks (rule B6).
    override open func otherInputsBegan(at timestamp: Duration) {
        super.otherInputsBegan(at: timestamp)
        if series.press == nil { state = .failed }
    }

    override open func deadlineReached(at timestamp: Duration) {
        super.deadlineReached(at: timestamp)
        state = series.press != nil && isAtLastPress ? .began : .failed
    }

    private var isAtLastPress: Bool { series.count >= numberOfTapsRequired }
}
