// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

/// Whether the user wants shakes at all: the switch that is remembered, and a pause that is not.
@MainActor
final class ShakeSwitch {
    /// Called after a change.
    var onChange: (() -> Void)?

    private let choices: UserChoices
    private let reactor: Reactor
    private var pauseTimer: ReactorTimer?
    /// When the pause ends, in microseconds since 1970 (UTC); nil when there is none.
    private(set) var pausedUntil: UInt64?

    init(choices: UserChoices, reactor: Reactor) {
        self.choices = choices
        self.reactor = reactor
    }

    /// The switch.
    var isOn: Bool {
        get { choices.isShakeOn }
        set {
            guard newValue != choices.isShakeOn else { return }
            choices.isShakeOn = newValue
            onChange?()
        }
    }

    /// Pauses until an instant in microseconds since 1970 (UTC); one that has passed ends the pause.
    func pause(until instant: UInt64) {
        pauseTimer?.cancel()
        pauseTimer = nil
        let now = WallClock.microseconds
        if instant > now {
            pausedUntil = instant
            let left = Duration(microseconds: instant - now)
            pauseTimer = reactor.schedule(after: left, tolerance: .seconds(1)) { [weak self] in
                // The clock may have been set meanwhile.
                self?.pause(until: instant)
            }
        } else {
            pausedUntil = nil
        }
        onChange?()
    }
}
