// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
package import BatonRouting

/// Whether the user wants shakes at all: the switch that is remembered, and a pause that is not.
@MainActor
package final class ShakeSwitch {
    /// Called after a change.
    package var onChange: (() -> Void)?

    private let choices: UserChoices
    private let reactor: Reactor
    private var pauseTimer: ReactorTimer?
    /// When the pause ends, in microseconds since 1970 (UTC); nil when there is none.
    package private(set) var pausedUntil: UInt64?

    package init(choices: UserChoices, reactor: Reactor) {
        self.choices = choices
        self.reactor = reactor
    }

    /// The switch.
    package var isOn: Bool {
        get { choices.isShakeOn }
        set {
            guard newValue != choices.isShakeOn else { return }
            choices.isShakeOn = newValue
            onChange?()
        }
    }

    /// Looks at the clock again, and ends a pause whose time has come.
    func reviewPause() {
        guard let pausedUntil else { return }
        if pausedUntil <= WallClock.microseconds { pause(until: pausedUntil) } else { wait(until: pausedUntil) }
    }

    /// Pauses until an instant in microseconds since 1970 (UTC); one that has passed ends the pause.
    package func pause(until instant: UInt64) {
        pauseTimer?.cancel()
        pauseTimer = nil
        pausedUntil = instant > WallClock.microseconds ? instant : nil
        if pausedUntil != nil { wait(until: instant) }
        onChange?()
    }

    private func wait(until instant: UInt64) {
        pauseTimer?.cancel()
        let now = WallClock.microseconds
        let left = instant > now ? Duration(microseconds: instant - now) : .zero
        pauseTimer = reactor.schedule(after: left, tolerance: .seconds(1)) { [weak self] in
            guard let self else { return }
            // The clock may have been set meanwhile.
            if WallClock.microseconds < instant { wait(until: instant) } else { pause(until: instant) }
        }
    }
}
