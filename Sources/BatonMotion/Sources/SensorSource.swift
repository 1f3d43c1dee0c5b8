// SPDX-License-Identifier: Apache-2.0

/// Somewhere samples come from. Belongs to whoever turns its loop.
public protocol SensorSource: AnyObject {
    /// The sensor that is read.
    var sensor: SensorDescription { get }

    /// Begins to deliver samples.
    ///
    /// - Parameters:
    ///   - deliver: called for each sample, in the order of time.
    ///   - failed: called at most once, after which the source has stopped.
    /// - Throws: when it cannot begin.
    func start(
        deliver: @escaping (SensorSample) -> Void, failed: @escaping (SensorFailure) -> Void
    ) throws(SensorFailure)

    /// Delivers no more, and leaves the sensor as it was found.
    func stop()
}
