// SPDX-License-Identifier: Apache-2.0

extension Recording {
    /// Whether the header says that the samples are in the frame of the device (rule SIGN10).
    public var isInDeviceFrame: Bool { value(of: "frame") == "device" }

    /// The recording in the frame of the device, if it was made by a Baton that did not have the frame yet (rule SIGN10);
    /// else unchanged.
    ///
    /// Such a recording has the mount matrix, already applied, and the name of the device, from which the sign follows
    /// (rule SIGN2). The recording of another program has neither, and nothing is guessed about it.
    var inDeviceFrame: Recording {
        guard value(of: "frame") == nil, value(of: "baton") != nil, let device = value(of: "device"),
            let matrix = value(of: "mount_matrix").flatMap(Self.matrix)
        else { return self }
        let sign = device == "accel_3d" ? AccelerationSign.hid : .kernel
        let mirrors =
            Acceleration(x: matrix[0], y: matrix[1], z: matrix[2])
            .cross(Acceleration(x: matrix[3], y: matrix[4], z: matrix[5]))
            .dot(Acceleration(x: matrix[6], y: matrix[7], z: matrix[8])) < 0
        // x and y were in the frame of HID always, and z was where the matrix has the sign's determinant (rule SIGN3).
        let z = mirrors == (sign == .kernel) ? -1.0 : 1.0
        var result = self
        result.samples = samples.map { sample in
            SensorSample(sample.kind, nanoseconds: sample.nanoseconds, x: -sample.x, y: -sample.y, z: z * sample.z)
        }
        result.header += [RecordingField("frame", "device"), RecordingField("sign", sign.rawValue)]
        return result
    }

    /// Nine numbers with spaces between them.
    private static func matrix(_ text: String) -> [Double]? {
        let numbers = text.split(separator: " ").compactMap { Double($0) }.filter { $0.isFinite && abs($0) <= 100 }
        return numbers.count == 9 ? numbers : nil
    }
}
