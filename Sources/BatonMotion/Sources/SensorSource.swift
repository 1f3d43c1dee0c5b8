// SPDX-License-Identifier: Apache-2.0

/// A source of samples.
///
/// Not thread-safe: use it on the thread that runs the reactor.
///
/// For example:
/// ```swift
/// try source.start { sample in
///     if let phase = detector.process(sample) { tell(phase) }
/// } failed: { failure in
///     tell(failure)
/// }
/// ```
public protocol SensorSource: AnyObject {
    /// The sensor that is read.
    var sensor: SensorDescription { get }

    /// Starts to deliver samples.
    ///
    /// - Parameters:
    ///   - deliver: called for each sample, in the order of time.
    ///   - failed: called at most once; the source has stopped by then.
    /// - Throws: ``SensorFailure`` when the source cannot start.
    func start(
        deliver: @escaping (SensorSample) -> Void, failed: @escaping (SensorFailure) -> Void
    ) throws(SensorFailure)

    /// Stops the delivery, and restores the state that the sensor had before the start.
    func stop()
}
