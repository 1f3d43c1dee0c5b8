// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Testing

@Suite("Recordings")
struct RecordingTests {
    @Test("times that are as far apart as can be make a duration and lines, and no trap")
    func farApart() {
        let samples = [Int64.min, 0, .max].map { SensorSample(nanoseconds: $0, x: .nan, y: .infinity, z: -1e300) }
        #expect(Recording(header: [], samples: samples).duration == .nanoseconds(Int64.max))
        #expect(Recording(header: [], samples: samples.reversed()).duration == .nanoseconds(Int64.min))
        var writer = RecordingWriter()
        for sample in samples + samples.reversed() { #expect(writer.line(sample).hasSuffix("\n")) }
    }

    @Test("a NUL within a number is no number")
    func nul() {
        #expect(throws: RecordingError.self) {
            try RecordingReader.read("t_s,ax,ay,az\n0,0,0,9.8\u{0}1\n0.01,0,0,9.8\n")
        }
    }

    @Test("what is written is read again, header and samples")
    func roundTrip() throws {
        var signal = Signal(rate: 50)
        signal.still(0.5)
        signal.shake(0.5, amplitude: 31.4159)
        let header = [RecordingField("device", "accel\n3d"), RecordingField("rate_hz", "50")]
        var writer = RecordingWriter(header: header)
        let text = writer.beginning + signal.samples.map { writer.line($0) }.joined()
        let recording = try RecordingReader.read(text)
        #expect(recording.value(of: "device") == "accel 3d")
        #expect(recording.value(of: "rate_hz") == "50")
        #expect(recording.value(of: "other") == nil)
        #expect(recording.samples.count == signal.samples.count)
        #expect(recording.samples.first?.nanoseconds == 0)
        for (read, written) in zip(recording.samples, signal.samples) {
            #expect(abs(read.x - written.x) <= 0.00005 && abs(read.z - written.z) <= 0.00005)
            #expect(abs(read.nanoseconds - (written.nanoseconds - 1_000_000_000_000)) <= 500)
        }
        #expect(abs(recording.rate - 50) < 0.01)
    }

    @Test("columns are found by name, in any order, among others; lines may end as on any system")
    func columns() throws {
        let text = "# note: x\r\n\r\n az , t_s,gx,ay,ax\r\n9.8,1.5,0,2,1\r\n9.9,1.75,0,4,3\r\n"
        let recording = try RecordingReader.read(text)
        #expect(recording.samples.map(\.nanoseconds) == [0, 250_000_000])
        #expect(recording.samples.map(\.x) == [1, 3] && recording.samples.map(\.z) == [9.8, 9.9])
    }

    @Test(
        "what is wrong is told with its line",
        arguments: [
            ("t_s,ax,ay\n0,0,0\n", RecordingError.Reason.columns, 1, "az"),
            ("# a: b\n\nx,y,z\n", .columns, 3, "t_s"),
            ("t_s,ax,ay,az\n0,0,0,9.8\n0.1,0,0\n", .value, 3, "3 values"),
            ("t_s,ax,ay,az\n0,0,0,9.8\n0.1,0,zero,9.8\n", .value, 3, "zero"),
            ("t_s,ax,ay,az\n0,0,0,9.8\n0.1,0,nan,9.8\n", .value, 3, "nan"),
            ("t_s,ax,ay,az\n0,0,0,9.8\n0.1,0,inf,9.8\n", .value, 3, "inf"),
            ("t_s,ax,ay,az\n0,0,0,9.8\n1e300,0,0,9.8\n", .value, 3, "1e300"),
            ("t_s,ax,ay,az\n0,0,0,9.8\n0.1,0,0,9.8\n0.1,0,0,9.8\n", .order, 4, "the same"),
            ("t_s,ax,ay,az\n5,0,0,9.8\n4,0,0,9.8\n", .order, 3, "before"),
        ])
    func errors(_ text: String, _ reason: RecordingError.Reason, _ line: Int, _ word: String) throws {
        let error = try #require(throws: RecordingError.self) { try RecordingReader.read(text) }
        #expect(error.reason == reason && error.line == line)
        #expect(error.description.hasPrefix("line \(line): ") && error.message.contains(word), "\(error)")
    }

    @Test(
        "another unit is named",
        arguments: [(1.0, "9.80665"), (1000, "0.00980665"), (0.02, "gravity"), (16384, "scale")])
    func units(_ gravity: Double, _ word: String) throws {
        let text = "t_s,ax,ay,az\n" + (0..<20).map { "\(Double($0) / 10),0,0,\(gravity)\n" }.joined()
        let error = try #require(throws: RecordingError.self) { try RecordingReader.read(text) }
        #expect(error.reason == .unit && error.line == nil && error.message.contains(word), "\(error)")
        #expect(try RecordingReader.read(text, checksUnit: false).samples.count == 20)
    }

    @Test("nothing at all, and columns without samples, are told", arguments: ["", "\n\n# a: b\n", "t_s,ax,ay,az\n"])
    func empty(_ text: String) throws {
        let error = try #require(throws: RecordingError.self) { try RecordingReader.read(text) }
        #expect(error.reason == (text.hasPrefix("t") ? .empty : .columns))
    }

    @Test("a writer writes a number for whatever a sensor gives")
    func writesAnything() throws {
        var writer = RecordingWriter()
        let samples = [(Double.nan, 0), (.infinity, 1), (-1e300, 2), (-0.00004, 3), (-0.5, 4)]
            .map { SensorSample(nanoseconds: $0.1 * 1_000_000, x: $0.0, y: 0, z: 9.8) }
        let text = writer.beginning + samples.map { writer.line($0) }.joined()
        #expect(text.contains("0.004000,-0.5000,0.0000,9.8000\n"))
        #expect(throws: RecordingError.self) { try RecordingReader.read(text) }
        #expect(try RecordingReader.read(text.replacing("-1000000000000.0000", with: "7")).samples.count == 5)
    }

    @Test(
        "SIGN10: a recording that Baton made before it had one frame is read into the frame of the device",
        arguments: [
            ("accel_3d", "1 0 0 0 1 0 0 0 1", 1.0, "hid"), ("bmc150_accel", "1 0 0 0 1 0 0 0 1", -1, "kernel"),
            ("bmc150_accel", "-1 0 0 0 -1 0 0 0 -1", 1, "kernel"),
            ("kxcjk1013", "0 -1 0 -1 0 0 0 0 1", 1, "kernel"), ("accel_3d", "1 0 0 0 -1 0 0 0 1", -1, "hid"),
        ])
    func old(_ device: String, _ matrix: String, _ turned: Double, _ sign: String) throws {
        let text = "# device: \(device)\n# mount_matrix: \(matrix)\n# baton: 0.9\nt_s,ax,ay,az\n0,1,2,9.5\n"
        let recording = try RecordingReader.read(text)
        let sample = try #require(recording.samples.first)
        #expect(recording.isInDeviceFrame && recording.value(of: "sign") == sign)
        #expect((sample.x, sample.y, sample.z) == (-1, -2, -turned * 9.5))
    }

    @Test(
        "SIGN10: a recording with its frame, and one of another program, keep their values",
        arguments: [
            "# frame: device\n# device: accel_3d\n# mount_matrix: 1 0 0 0 1 0 0 0 1\n# baton: 1\n", "# device: x\n", "",
        ])
    func kept(_ header: String) throws {
        let recording = try RecordingReader.read(header + "t_s,ax,ay,az\n0,1,2,9.5\n")
        #expect(recording.samples.map { [$0.x, $0.y, $0.z] } == [[1, 2, 9.5]])
        #expect(recording.isInDeviceFrame == header.contains("frame"))
    }

    @Test("times since 1970 are read, those in thousandths are refused by their size; a byte order mark is no text")
    func epoch() throws {
        let read = try RecordingReader.read(
            "\u{FEFF}# a: b\nt_s,ax,ay,az\n1764530000.25,0,0,9.8\n1764530000.5,0,0,9.8\n")
        #expect(read.samples.map(\.nanoseconds) == [0, 250_000_000])
        #expect(read.value(of: "a") == "b")
        let bare = try RecordingReader.read("\u{FEFF}t_s,ax,ay,az\r\n0,0,0,9.8\r\n")
        #expect(bare.samples.count == 1)
        let error = #expect(throws: RecordingError.self) {
            try RecordingReader.read("t_s,ax,ay,az\n1764530000250,0,0,9.8\n")
        }
        #expect(error?.message == "1764530000250 is too large; times are in seconds, accelerations in m/s²")
        #expect(error?.reason == .value && error?.line == 2)
    }

    @Test("a recording of Baton's is read whatever its sensor measured; of another program's it is an error")
    func withoutGravity() throws {
        let values = "t_s,ax,ay,az\n0,0.5,0.4,0\n0.1,0.5,0.41,0\n"
        let own = try RecordingReader.read("# unit: m/s^2, gravity included\n# baton: 1\n" + values)
        #expect(own.magnitudeWithoutGravity.map { abs($0 - 0.645) < 0.01 } == true)
        #expect(throws: RecordingError.self) { try RecordingReader.read(values) }
        #expect(try RecordingReader.read("t_s,ax,ay,az\n0,0,0,9.8\n").magnitudeWithoutGravity == nil)
    }

    @Test("a last line that was cut within a number is left out, at whatever place")
    func cutLine() throws {
        let whole = "t_s,ax,ay,az\n0,0.1,0.2,9.80\n0.01,0.1,0.2,9.81\n"
        let own = "# baton: 1.0\n" + whole
        for count in 0..<18 {
            // Another program may end its file without a line end, so what can be read is kept.
            let foreign = try RecordingReader.read(String(whole.dropLast(count)))
            #expect((1...2).contains(foreign.samples.count), "\(count)")
            // Of Baton's own file nothing is guessed.
            let read = try RecordingReader.read(String(own.dropLast(count)))
            #expect(read.samples.count == (count == 0 ? 2 : 1), "\(count)")
        }
        #expect(throws: RecordingError.self) { try RecordingReader.read("t_s,ax,ay,az\n0,0.1,0.") }
        #expect(throws: RecordingError.self) { try RecordingReader.read("t_s,ax,ay,az\n0,0,0,9.8\n1,0,0,x\n2,0,0,9.8") }
    }
}
