// SPDX-License-Identifier: Apache-2.0

package import BatonMotion
package import BatonValues

extension MotionSensor {
    /// What a sensor tells.
    package enum Change {
        /// A shake began, ended or was cancelled.
        case phase(MotionPhase)
        /// The sensor is not read any more: a shake that it began is over.
        case sensorLost
        /// ``MotionSensor/orientation`` has changed.
        case orientation
        /// ``MotionSensor/status`` has changed.
        case status
        /// ``MotionSensor/capabilities`` has changed.
        case capabilities
        /// ``MotionSensor/paired`` or ``MotionSensor/declination`` has changed.
        case deviceMotion
        /// The user's switch or pause, or what counts as a shake, has changed.
        case shakeSwitch
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }
}
