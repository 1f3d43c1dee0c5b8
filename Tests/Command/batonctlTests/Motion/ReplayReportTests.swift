// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionReport
import BatonMotionSupport
import Foundation
import Testing

@testable import batonctl

/// What `batonctl replay` prints of a recording.
@Suite struct ReplayReportTests {
    @Test("a report has each event and each movement that was not a shake, in order")
    func reports() throws {
        let recording = try RecordingReader.read(MotionSignal.shakes([30, 11, 30]).text)
        let report = ReplayReport("x.csv", recording, .agentDefault, model: .test)
        let lines = report.lines
        #expect(lines[0].hasPrefix("x.csv: made up, 50 Hz, 11.0 s, 550 samples; sensitivity medium, longest shake 4 s"))
        let words = lines.dropFirst().dropLast().map { $0.split(separator: " ")[2] }
        #expect(words == ["began", "ended", "no", "began", "ended"])
        #expect(lines.last == "2 began, 2 ended, 0 cancelled; 1 movement that was no shake")
        let objects = try report.json.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.text.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["event"] as? String } == ["began", "ended", "none", "began", "ended", "summary"])
        #expect(objects[2]["reasons"] as? [String] == ["too-weak"])
        let score = try #require(objects[2]["score"] as? Double)
        let bar = try #require(objects[2]["bar"] as? Double)
        #expect(score < bar)
        let features = try #require(objects[2]["features"] as? [String: Double])
        #expect(Set(features.keys) == Set(ShakeFeature.allCases.map(\.rawValue)))
        #expect(lines[3].contains("s, \(MotionSummary.score(score, bar)); too weak: "))
        #expect(objects[5]["misses"] as? Int == 1)
    }

    @Test("a shake that was cancelled is told with the reason")
    func tellsCancelled() throws {
        var signal = MotionSignal.shakes([])
        signal.shake(3, amplitude: 30)
        signal.rest(1)
        let recording = try RecordingReader.read(signal.text)
        let long = ReplayReport("x", recording, ShakeSettings(longestShake: .seconds(1)), model: .test)
        #expect(long.lines.contains { $0.hasSuffix("cancelled  too long") })
    }

    @Test("the report says when a recording ends within a shake")
    func tellsOpenEnd() throws {
        var signal = MotionSignal.shakes([])
        signal.shake(1, amplitude: 30)
        let report = ReplayReport(
            "x", try RecordingReader.read(signal.text), .agentDefault, model: .test)
        #expect(report.lines.last == "1 began, 0 ended, 0 cancelled; the recording ends within a shake")
    }
}
