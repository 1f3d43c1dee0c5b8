// SPDX-License-Identifier: Apache-2.0

package import BatonValues

extension SessionMonitor {
    /// What happens to the session.
    package enum Change {
        /// What is known of it has changed.
        case state
        /// The machine is about to sleep, or has woken; told at once.
        case sleep(SleepChange)
        /// A program asks to lock the session (true) or to unlock it, whether a locker obeys or not.
        case lockRequest(Bool)
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }
}
