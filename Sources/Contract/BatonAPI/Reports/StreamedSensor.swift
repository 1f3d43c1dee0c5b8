// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What `OpenStream` says about a sensor. Whatever an older agent does not say is nil. Words are texts, because a newer agent may
/// have others.
package struct StreamedSensor: Equatable, Sendable {
    package var device: String?
    package var path: String?
    package var location: String?
    /// A word of `SensorDescription.Mode`.
    package var mode: String?
    /// In Hz.
    package var rate: Double?
    /// In the driver's unit for a step of the raw value.
    package var scale: Double?
    /// Row by row.
    package var mountMatrix: [Double]?
    /// A word of `AccelerationSign`.
    package var sign: String?
    /// The unit of the samples.
    package var unit: String?

    package init() {}

    init(_ fields: Vardict) {
        device = fields.read(StreamKey.device)
        path = fields.read(StreamKey.path)
        location = fields.read(StreamKey.location)
        mode = fields.read(StreamKey.mode)
        rate = fields.read(StreamKey.rate)
        scale = fields.read(StreamKey.scale)
        mountMatrix = fields.read(StreamKey.mountMatrix)
        sign = fields.read(StreamKey.sign)
        unit = fields.read(StreamKey.unit)
    }

    var pairs: [(name: String, value: Value?)] {
        [
            (StreamKey.device, device?.wire), (StreamKey.path, path?.wire), (StreamKey.location, location?.wire),
            (StreamKey.mode, mode?.wire), (StreamKey.rate, rate?.wire), (StreamKey.scale, scale?.wire),
            (StreamKey.mountMatrix, mountMatrix?.wire), (StreamKey.sign, sign?.wire), (StreamKey.unit, unit?.wire),
        ]
    }
}
