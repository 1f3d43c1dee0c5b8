// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonLog
package import BatonMotion
package import BatonReactor
package import BatonRouting
package import BatonSettings
package import BatonState
package import BatonValues

/// What counts as a shake: the operating point and the coefficients, from the configuration, the user's calibration, the
/// kind of device, and the user's answers to offers (rules SHAKE15 to SHAKE18).
@MainActor
package final class ShakeTuning {
    /// Told after a change.
    private var observers = Observers<Void>()
    /// Which coefficients are in use.
    package private(set) var coefficients: ShakeCoefficients

    private let choices: UserChoices
    private let device: DeviceIdentity
    private let reactor: Reactor
    private let logger: Logger
    private var configuration: Configuration.Shake
    private var learned: LearnedShift
    private var location = ""

    /// - Parameter root: a prefix of the paths in which the kernel shows the kind of device; nil to leave it unknown.
    package init(
        configuration: Configuration.Shake, choices: UserChoices, root: String?, reactor: Reactor, logger: Logger
    ) {
        self.configuration = configuration
        self.choices = choices
        learned = LearnedShift(kept: choices.shakeShift) ?? LearnedShift()
        self.reactor = reactor
        self.logger = logger
        device = root.map { DeviceIdentity(root: $0) } ?? DeviceIdentity()
        coefficients = ShakeCoefficients(path: configuration.model)
        tellRefusal()
    }

    /// The point on the curve that counts now.
    package var point: OperatingPoint {
        OperatingPoint(
            configuration.sensitivity, personal: choices.shakePoint, device: device, location: location,
            learned: learned)
    }

    /// The recognizer's settings.
    package var settings: ShakeSettings {
        let point = point
        return ShakeSettings(
            sensitivity: point.sensitivity, longestShake: configuration.longestShake, raise: point.raise)
    }

    /// Takes a configuration. The file of coefficients is read again, because a reload is how a user makes a changed
    /// file known.
    func apply(_ configuration: Configuration.Shake) {
        self.configuration = configuration
        let read = ShakeCoefficients(path: configuration.model)
        guard read != coefficients else { return }
        coefficients = read
        tellRefusal()
    }

    /// Takes note of where the sensor is.
    func found(_ sensor: SensorDescription) { change { $0.location = sensor.location } }

    /// Stores what a calibration found; nil forgets it. What answers have moved ends with it (rule SHAKE17).
    ///
    /// - Returns: why it is not on the disk, so that it ends with this process; nil if it is.
    package func calibrate(_ point: PersonalShakePoint?) -> String? {
        change {
            $0.choices.shakePoint = point
            // What was answered was found with another bar.
            $0.learned = LearnedShift()
            $0.choices.shakeShift = 0
        }
        return choices.saveNow()
    }

    /// Takes note of an offer that the user accepted or dismissed.
    package func offerEnded(isAccepted: Bool) {
        change {
            if isAccepted { $0.learned.accepted() } else { $0.learned.dismissed() }
            $0.choices.shakeShift = $0.learned.kept
        }
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    private func change(_ body: (ShakeTuning) -> Void) {
        let before = point
        body(self)
        let after = point
        guard after != before else { return }
        logger.info("shakes: \(after.reason)")
        observers.tell(())
    }

    private func tellRefusal() {
        guard coefficients.reason.code == .shake(.refusedModel) else { return }
        logger.warning("\(coefficients.reason)")
    }
}
