// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion

/// One way to get samples out of an accelerometer, from its start to its stop.
protocol Capture: AnyObject {
    /// How it reads.
    var mode: SensorDescription.Mode { get }
    /// Samples a second while something moves, in Hz.
    var rate: Double { get }
    /// Whether it may read slower while nothing moves.
    var allowsRest: Bool { get set }

    /// Begins; the handlers are called in turns of the reactor only.
    ///
    /// - Throws: when it cannot; everything is then as it was found.
    func start() throws(SensorFailure)

    /// Ends, and leaves the sensor as it was found. No handler is called again.
    func stop()
}

/// Whom a capture tells.
struct CaptureHandlers {
    /// A sample, in the order of time.
    let deliver: (SensorSample) -> Void
    /// The capture cannot go on. It does not stop itself.
    let failed: (SensorFailure) -> Void
    /// Something worth knowing.
    let notice: (IIONotice) -> Void
}
