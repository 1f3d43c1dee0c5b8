// SPDX-License-Identifier: Apache-2.0
/// Recognizes one or several taps (rules G31, G40 and B2). So far it recognizes clicks of keys only.
///
/// It is recognized at the end of the last tap. It fails as soon as a press lasts too long, another press comes with
/// it, or the next one does not come in time. Of two recognizers for one tap and two taps both act on two taps, unless
/// the first requires the second to fail (rule G31).
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
    /// The number of taps: 1 by default, and at least 1.
    public var numberOfTapsRequired = 1
    /// The longest time to the next tap: 350 ms by default. A tap that begins exactly then is too late.
    public var maximumTapInterval = Duration.milliseconds(350)
    /// From where that time counts: from the end of the tap before, by default.
    public var tapIntervalStart = TapIntervalStart.up
    /// The longest duration of a tap: 750 ms by default. A tap that lasts exactly that is too long.
    public var maximumTapDuration = Duration.milliseconds(750)

    private var series = TapSeries()

    override open func reset() {
        super.reset()
        series = TapSeries()
    }

    override open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
        guard series.begin(presses) else { return state = .failed }
        deadline = event.timestamp + maximumTapDuration
    }

    override open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesEnded(presses, with: event)
        guard let press = series.press, presses.contains(press) else { return }
        series.end()
        deadline = nil
        guard series.count < numberOfTapsRequired else { return state = .recognized }
        let end = tapIntervalStart.end(of: press, maximumTapInterval)
        if end > event.timestamp { deadline = end } else { state = .failed }
    }

    override open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent) {
        super.pressesCancelled(presses, with: event)
        state = .failed
    }

    /// Another key ends a series of clicks (rule B6).
    override open func otherInputsBegan(at timestamp: Duration) {
        super.otherInputsBegan(at: timestamp)
        if series.press == nil { state = .failed }
    }

    override open func deadlineReached(at timestamp: Duration) {
        super.deadlineReached(at: timestamp)
        state = .failed
    }

    /// Returns false for a recognizer that needs more taps, and for a long press after at least as many taps (rule
    /// G31).
    override open func canPrevent(_ other: GestureRecognizer) -> Bool {
        switch other {
        case let tap as TapGestureRecognizer where tap.numberOfTapsRequired > numberOfTapsRequired: false
        case let press as LongPressGestureRecognizer where press.numberOfTapsRequired >= numberOfTapsRequired: false
        default: super.canPrevent(other)
        }
    }
}

extension TapIntervalStart {
    /// The end of the interval after a press that has ended.
    @MainActor
    func end(of press: Press, _ interval: Duration) -> Duration {
        switch self {
        case .up: press.timestamp + interval
        case .down: press.beganAt + interval
        }
    }
}

/// From where the time to the beginning of the next tap counts (rule B2).
///
/// For example:
/// ```swift
/// var settings = ButtonSettings()
/// settings.multiPressStart = .down
/// ```
public enum TapIntervalStart: Sendable, CaseIterable {
    /// From the end of a tap, so that long clicks do not shorten the time for the next one.
    case up
    /// From the beginning of a tap, as on Android. A tap that lasts longer than the interval is the last one.
    case down
}

/// Counts the taps of a recognizer that needs several.
@MainActor
struct TapSeries {
    /// The number of complete taps.
    private(set) var count = 0
    /// The press that is down; nil between taps.
    private(set) var press: Press?

    /// Takes a press that began. Returns false if more than one press is down.
    mutating func begin(_ presses: Set<Press>) -> Bool {
        guard press == nil, presses.count == 1, let only = presses.first else { return false }
        press = only
        return true
    }

    /// Counts the press that was down as a tap.
    mutating func end() {
        press = nil
        count += 1
    }
}
