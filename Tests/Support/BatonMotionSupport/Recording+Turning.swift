// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

extension Recording {
    /// A device that lies for two seconds and then turns to the left by 30°/s, 100 samples a second.
    package static func turning(hasGyroscope: Bool = true) -> Recording {
        var writer = RecordingWriter(header: [RecordingField("frame", "device")], hasKinds: true)
        var text = writer.beginning
        for index in 0..<500 {
            let time = Int64(index) * 10_000_000
            text += writer.line(SensorSample(nanoseconds: time, x: 0, y: 0, z: 9.80665))
            let rate = index < 200 ? 0 : Double.pi / 6
            if hasGyroscope { text += writer.line(SensorSample(.gyroscope, nanoseconds: time, x: 0, y: 0, z: rate)) }
        }
        return (try? RecordingReader.read(text)) ?? Recording()
    }
}
