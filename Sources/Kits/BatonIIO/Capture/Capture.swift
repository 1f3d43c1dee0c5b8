// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// A way to read samples from a sensor.
protocol Capture: AnyObject {
    /// How it reads the samples.
    var mode: SensorDescription.Mode { get }
    /// Samples a second while the device moves, in Hz.
    var rate: Double { get }
    /// Whether it may read at a lower rate while nothing moves.
    var allowsRest: Bool { get set }

    /// Starts reading. The handlers are called in turns of the reactor only.
    ///
    /// - Throws: when it cannot start. Everything is then as it was found.
    func start() throws(SensorFailure)

    /// Changes how often it reads, and how late a sample may be. Samples go on.
    func adjust(rate: Double, delay: Duration)

    /// Stops reading, and restores the sensor's state as it was found. No handler is called again.
    func stop()
}

/// The handlers of a capture.
struct CaptureHandlers {
    /// Called with each sample, in the order of time.
    let deliver: (SensorSample) -> Void
    /// Called when the capture cannot go on. It does not stop itself.
    let failed: (SensorFailure) -> Void
    /// Called with notices for people.
    let notice: (IIONotice) -> Void
}
