// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// One button with patterns (rules B1 to B3): a set of recognizers, of which exactly one recognizes each series of
/// presses.
///
/// There is a recognizer for each pattern up to the longest bound one, also for patterns that are not bound: such a
/// pattern must not be taken for a shorter one that is. Each recognizer waits for those with more presses to fail.
///
/// Together they are this machine, where n counts the presses and the longest bound pattern has `longest` presses:
///
/// | state | condition | reported | next state |
/// | --- | --- | --- | --- |
/// | idle | down | – | pressed 1 |
/// | pressed n | up before the hold time, n < `longest` | – | waiting n |
/// | pressed n | up before the hold time, n = `longest` | n clicks | surplus; idle if `longest` is 1 |
/// | pressed n | the hold time has passed | n - 1 clicks and a hold, began | held n |
/// | held n | up, or the device is cancelled (rule B9) | n - 1 clicks and a hold, ended | idle |
/// | waiting n | down before the interval for the next click ends | – | pressed n + 1 |
/// | waiting n | the interval ends, or another key of the device goes down | n clicks | idle |
/// | surplus | another click before the interval ends | – | surplus, with a new interval |
/// | surplus | the interval ends, or a press is as long as the hold time | – | idle |
/// | pressed n, waiting n, surplus | the device is cancelled | – | idle |
///
/// A button that has only the click bound reports it on the press and has no other state (rule B3).
@MainActor
final class HeadsetButton {
    /// The steps of a pattern.
    enum Step {
        /// Clicks were recognized, or a hold began.
        case began
        /// A hold ended.
        case ended
    }

    /// Called for each pattern, bound or not, with the time at which its last press began.
    var onPattern: ((_ pattern: ButtonPattern, _ step: Step, _ pressedAt: Duration) -> Void)?

    private let settings: ButtonSettings
    private let longest: Int
    private var recognizers: [GestureRecognizer] = []
    /// Clicks before this time belong to a series that was decided already, and have no effect: the fourth click and
    /// later ones (rule B1).
    private var surplusUntil: Duration?

    init(key: PressKey, settings: ButtonSettings, in view: View) {
        self.settings = settings
        longest = min(settings.longestPattern, ButtonPattern.longest)
        let isImmediate = longest == 1 && settings.patterns[.hold] == nil
        recognizers = isImmediate ? [makeImmediate()] : makePatterns()
        for recognizer in recognizers {
            recognizer.allowedKeys = [key]
            recognizer.delegate = self
            view.addGestureRecognizer(recognizer)
        }
    }

    /// Takes note of the end of a press, whether or not a recognizer received it.
    func ended(_ press: Press) {
        guard surplusUntil != nil, press.timestamp - press.beganAt < settings.holdTime else {
            return surplusUntil = nil
        }
        surplusUntil = settings.multiPressStart.end(of: press, settings.multiPress)
    }

    /// Forgets the clicks so far: the next click starts a series.
    func cancel() { surplusUntil = nil }

    // MARK: Recognizers

    /// The recognizer of a button that has only the click bound, which acts on the press (rule B3).
    private func makeImmediate() -> GestureRecognizer {
        let press = LongPressGestureRecognizer()
        press.minimumPressDuration = .zero
        press.addTarget(self, action: "click") { button, recognizer in
            if recognizer.state == .began { button.report(.click, .began, recognizer) }
        }
        return press
    }

    private func makePatterns() -> [GestureRecognizer] {
        var all: [(presses: Int, isHeld: Bool, recognizer: GestureRecognizer)] = []
        for presses in 1...max(longest, 1) {
            all.append((presses, false, makeClicks(presses)))
            all.append((presses, true, makeHold(presses)))
        }
        // A hold begins anew with each press, and would take the last press of a longer pattern for its own.
        for shorter in all {
            for longer in all where longer.presses > shorter.presses {
                shorter.recognizer.require(toFail: longer.recognizer)
            }
        }
        return all.map(\.recognizer)
    }

    private func makeClicks(_ count: Int) -> GestureRecognizer {
        let clicks = TapGestureRecognizer()
        clicks.numberOfTapsRequired = count
        clicks.maximumTapInterval = settings.multiPress
        clicks.tapIntervalStart = settings.multiPressStart
        clicks.maximumTapDuration = settings.holdTime
        clicks.addTarget(self, action: "clicks") { button, recognizer in
            button.didClick(count, recognizer)
        }
        return clicks
    }

    private func makeHold(_ presses: Int) -> GestureRecognizer {
        let hold = LongPressGestureRecognizer()
        hold.minimumPressDuration = settings.holdTime
        hold.numberOfTapsRequired = presses - 1
        hold.maximumTapInterval = settings.multiPress
        hold.tapIntervalStart = settings.multiPressStart
        hold.maximumTapDuration = settings.holdTime
        hold.addTarget(self, action: "hold") { button, recognizer in
            guard let pattern = ButtonPattern(presses: presses, isHeld: true) else { return }
            switch recognizer.state {
            case .began: button.report(pattern, .began, recognizer)
            case .ended, .cancelled: button.report(pattern, .ended, recognizer)
            case .possible, .changed, .failed: break
            }
        }
        return hold
    }

    // MARK: Results

    private func didClick(_ count: Int, _ recognizer: GestureRecognizer) {
        // Decided at the release. ended(_:) is called next, and sets until when further clicks belong to this series.
        if count == longest, longest > 1 { surplusUntil = .zero }
        guard let pattern = ButtonPattern(presses: count, isHeld: false) else { return }
        report(pattern, .began, recognizer)
    }

    private func report(_ pattern: ButtonPattern, _ step: Step, _ recognizer: GestureRecognizer) {
        onPattern?(pattern, step, recognizer.latestInputTime ?? .zero)
    }
}

extension HeadsetButton: GestureRecognizerDelegate {
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive press: Press) -> Bool {
        guard let surplusUntil, press.beganAt < surplusUntil else {
            surplusUntil = nil
            return true
        }
        return false
    }
}
