// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionReport
import FuzzSupport

// Run with `make fuzz`, or this one alone with `.ci/fuzz 60 fuzz-recording`.

/// Any bytes as a recording, as a stream, as samples and as coefficients: never a trap; an error names one of the lines, in one line; what is read is
/// in order, and the detector makes one end of each beginning of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: bytes, count: count)
    let lines = input.count { $0 == 0x0A } + 1
    do {
        let recording = try RecordingReader.read(String(decoding: input, as: UTF8.self), checksUnit: count % 2 == 0)
        require(!recording.samples.isEmpty, "no samples, and no error")
        checkReport(recording, String(decoding: input, as: UTF8.self))
        check(recording)
    } catch {
        if let line = error.line { require((1...lines).contains(line), "no such line: \(error)") }
        require(!error.message.utf8.contains { $0 == 0x0A }, "not one line: \(error)")
    }
    for offset in stride(from: 0, through: count - StreamRecord.size, by: StreamRecord.size) {
        _ = StreamRecord(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input)[offset...]))
    }
    checkSamples(FuzzBytes(bytes, count))
    checkModel(FuzzBytes(bytes, count))
    return 0
}

/// What a recording says beside its samples: poses, and what was computed.
private func checkReport(_ recording: Recording, _ text: String) {
    let poses = RecordedPose.all(in: recording)
    require(poses.count <= 64 && poses.allSatisfy { $0.begin <= $0.end }, "poses without an end")
    _ = PoseTable(recording).conclusion
    let times = FusedRows.read(text).map(\.time)
    require(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "computed values are not in order")
}

private func check(_ recording: Recording) {
    var detector = ShakeDetector(.agentDefault, isExplaining: true)
    var tracker = OrientationTracker()
    var policy = RestPolicy()
    var writer = RecordingWriter(header: recording.header)
    var isShaking = false
    var last = Int64.min
    for sample in recording.samples {
        require(sample.nanoseconds > last, "not in order")
        last = sample.nanoseconds
        let found = detector.process(sample)
        if let features = detector.measure.features {
            require(ShakeFeature.allCases.allSatisfy { features[$0].isFinite }, "a feature is no number")
            require(detector.measure.score?.isFinite == true, "the score is no number")
        }
        if let phase = found {
            if case .began = phase {
                require(!isShaking, "two beginnings")
                isShaking = true
            } else {
                require(isShaking, "an end without a beginning")
                isShaking = false
            }
            tracker.note(phase)
        }
        _ = tracker.process(sample)
        _ = policy.process(sample)
        _ = writer.line(sample)
    }
}

#if PLAYED
    @main enum CorpusPlayer { static func main() { play(fuzzRecording) } }
#endif
