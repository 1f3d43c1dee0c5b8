// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@Suite("Recordings of several sensors")
struct RecordingKindTests {
    private let samples = [
        SensorSample(nanoseconds: 5_000_000_000, x: 0.5, y: -1, z: 9.81),
        SensorSample(.gyroscope, nanoseconds: 5_000_000_000, x: 0.012345, y: -2, z: 0.000001),
        SensorSample(.gyroscope, nanoseconds: 5_010_000_000, x: 0, y: 0, z: 0),
        SensorSample(.magnetometer, nanoseconds: 5_020_000_000, x: 20.5, y: -3, z: -45.25),
        SensorSample(nanoseconds: 5_020_000_000, x: 0, y: 0, z: 9.79),
    ]

    @Test("lines that say their kind are read as they were written, each kind in the order of time")
    func kinds() throws {
        var writer = RecordingWriter(header: [RecordingField("frame", "device")], hasKinds: true)
        let text = writer.beginning + samples.map { writer.line($0) }.joined()
        #expect(text.contains("t_s,kind,x,y,z\n0.000000,a,0.5000,-1.0000,9.8100\n"))
        #expect(text.contains("\n0.000000,g,0.012345,-2.000000,0.000001\n"))
        let recording = try RecordingReader.read(text)
        #expect(recording.samples.map(\.nanoseconds) == [0, 20_000_000])
        #expect(recording.others.map(\.kind) == [.gyroscope, .gyroscope, .magnetometer])
        #expect(recording.others.first?.x == 0.012345 && recording.others.last?.z == -45.25)
    }

    @Test("columns of other sensors beside those of the accelerometer are read, and an empty cell is no sample")
    func wide() throws {
        let text = "t_s,ax,ay,az,gx,gy,gz,mx,my,mz\n0,0,0,9.8,1,2,3,,,\n0.1,,,,4,5,6,,,\n0.2,0,0,9.8,,,,20,0,-45\n"
        let recording = try RecordingReader.read(text)
        #expect(recording.samples.map(\.nanoseconds) == [0, 200_000_000])
        #expect(recording.others.map(\.kind) == [.gyroscope, .gyroscope, .magnetometer])
        #expect(recording.others.map(\.x) == [1, 4, 20])
    }

    @Test(
        "a line with an unknown kind, with a part of a sample, or before one of its kind is told with its number",
        arguments: [
            ("t_s,kind,x,y,z\n0,a,0,0,9.8\n1,k,0,0,0\n", RecordingError.Reason.value, 3, "'k' is no kind"),
            ("t_s,kind,x,y,z\n0,a,0,0,9.8\n1,g,0,0\n", .value, 3, "4 values"),
            ("t_s,kind,x,y\n0,a,0,0\n", .columns, 1, "z"),
            ("t_s,ax,ay,az,gx,gy,gz\n0,0,0,9.8,1,,3\n", .value, 2, "''"),
            ("t_s,kind,x,y,z\n1,a,0,0,9.8\n2,g,0,0,0\n1.5,m,0,0,0\n1.5,g,0,0,0\n", .order, 5, "before"),
        ])
    func errors(_ text: String, _ reason: RecordingError.Reason, _ line: Int, _ word: String) throws {
        let error = try #require(throws: RecordingError.self) { try RecordingReader.read(text) }
        #expect(error.reason == reason && error.line == line)
        #expect(error.message.contains(word), "\(error.message)")
    }
}
