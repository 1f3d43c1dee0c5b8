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
            let matrix = mountMatrix
        else { return self }
        let sign = AccelerationSign.isOfHID(device) ? AccelerationSign.hid : .kernel
        let mirrors = matrix.determinant < 0
        // x and y were in the frame of HID always, and z was where the matrix has the sign's determinant (rule SIGN3).
        let z = mirrors == (sign == .kernel) ? -1.0 : 1.0
        var result = self
        result.samples = samples.map { sample in
            SensorSample(sample.kind, nanoseconds: sample.nanoseconds, x: -sample.x, y: -sample.y, z: z * sample.z)
        }
        result.header += [RecordingField("frame", "device"), RecordingField("sign", sign.rawValue)]
        return result
    }

    /// The mount matrix that the header tells; nil without one, and for a text that is not nine numbers with spaces between them.
    package var mountMatrix: MountMatrix? { value(of: "mount_matrix").flatMap(MountMatrix.init(recorded:)) }
}
