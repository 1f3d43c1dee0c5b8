// SPDX-License-Identifier: Apache-2.0

/// One button on which patterns are clicked (rules B1–B3): a set of recognizers, of which exactly one recognizes each series
/// of presses.
///
/// There is a recognizer for each pattern up to the longest that is bound, whether it is bound or not: a pattern that does
/// nothing must not be taken for a shorter one that does. Each waits for those with more presses to fail.
@MainActor
final class HeadsetButton {
    /// What the button's patterns became.
    enum Step {
        /// Clicks, which are over, or a hold that began.
        case began
        /// A hold is over.
        case ended
    }

    /// Told of each pattern, bound or not, with the time at which its last press began.
    var onPattern: ((_ pattern: ButtonPattern, _ step: Step, _ pressedAt: Duration) -> Void)?

    private let settings: ButtonSettings
    private let longest: Int
    private var recognizers: [GestureRecognizer] = []
    /// Clicks before this belong to a series that was decided already, and do nothing (rule B1: four clicks and more).
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

    /// A press of the button is over, whoever saw it.
    func ended(_ press: Press) {
        guard surplusUntil != nil, press.timestamp - press.beganAt < settings.holdTime else {
            return surplusUntil = nil
        }
        surplusUntil = settings.multiPressStart.end(of: press, settings.multiPress)
    }

    /// What was clicked before is not continued.
    func cancel() { surplusUntil = nil }

    // MARK: Recognizers

    /// Nothing but the click is bound: there is nothing to wait for (rule B3).
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
        // A hold begins anew with each press, and would see the last press of a longer pattern as its own.
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

    // MARK: What came of it

    private func didClick(_ count: Int, _ recognizer: GestureRecognizer) {
        // Decided as the button came up; `ended(_:)` is about to say how long more clicks count as its.
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
