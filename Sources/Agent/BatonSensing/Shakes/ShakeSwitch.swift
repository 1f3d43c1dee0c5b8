// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
package import BatonRouting
package import BatonValues

/// Whether the user wants shakes: a switch, which is saved, and a pause, which is not.
@MainActor
package final class ShakeSwitch {
    /// Told after a change.
    private var observers = Observers<Void>()

    private let choices: UserChoices
    private let reactor: Reactor
    private var pauseTimer: ReactorTimer?
    /// When the pause ends, in microseconds since 1970 (UTC); nil if there is none.
    package private(set) var pausedUntil: UInt64?

    package init(choices: UserChoices, reactor: Reactor) {
        self.choices = choices
        self.reactor = reactor
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    /// Whether shakes are switched on.
    package var isOn: Bool {
        get { choices.isShakeOn }
        set {
            guard newValue != choices.isShakeOn else { return }
            choices.isShakeOn = newValue
            observers.tell(())
        }
    }

    /// Compares the pause with the clock, and ends it if its time has come.
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
        observers.tell(())
    }

    private func wait(until instant: UInt64) {
        pauseTimer?.cancel()
        let now = WallClock.microseconds
        let left = instant > now ? Duration(microseconds: instant - now) : .zero
        pauseTimer = reactor.schedule(after: left, tolerance: .seconds(1)) { [weak self] in
            guard let self else { return }
            // The wall clock may have been set meanwhile.
            if WallClock.microseconds < instant { wait(until: instant) } else { pause(until: instant) }
        }
    }
}
