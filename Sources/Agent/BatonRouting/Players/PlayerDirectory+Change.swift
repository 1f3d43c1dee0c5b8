// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonMPRIS
package import BatonValues

extension PlayerDirectory {
    /// What happens to a player.
    package enum Change {
        /// Properties have changed.
        case properties(PlayerResponder, PropertySet)
        /// It has sent a signal.
        case signal(PlayerResponder, PlayerSignal)
        /// Its ``PlayerStanding`` may have changed.
        case standing(PlayerResponder)
        /// It is known whether it is in a sandbox.
        case confinement(PlayerResponder)
        /// It has left, or its name has another owner; with the owner that it had.
        case left(PlayerResponder, owner: BusName)
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }
}
