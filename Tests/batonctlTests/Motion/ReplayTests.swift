// SPDX-License-Identifier: Apache-2.0
import BatonMotion
import Foundation
import Testing

@testable import batonctl

@Suite struct ReplayTests {
    private func reasons(_ body: (inout Signal) -> Void) -> [WhyNot] {
        var signal = Signal()
        signal.rest(2)
        body(&signal)
        signal.rest(2)
        let replay = signal.replay()
        #expect(replay.trace.shakes.isEmpty)
        return replay.episodes.first.map { WhyNot.reasons(for: $0) } ?? []
    }

    @Test("a weak shake is too weak")
    func tellsWeak() { #expect(reasons { $0.shake(1, amplitude: 11) } == [.tooWeak]) }

    @Test("a slow shake is too slow")
    func tellsSlow() { #expect(reasons { $0.shake(4, amplitude: 25, frequency: 0.9) }.first == .tooSlow) }

    @Test("a single blow has too few swings")
    func tellsBlow() {
        #expect(reasons { $0.add(0.1) { 40 * sin(2 * .pi * 5 * $0) } }.first == .tooFewSwings)
    }

    @Test("a shake at the very beginning comes too soon")
    func tellsTooSoon() {
        var signal = Signal()
        signal.shake(0.9, amplitude: 25)
        signal.rest(3)
        let episode = signal.replay().episodes.first
        #expect(episode.map { WhyNot.reasons(for: $0).contains(.tooSoon) } == true)
    }

    /// The reasons for a movement whose best measure was this.
    private func reasons(lacking change: (inout ShakeMeasure) -> Void) -> [WhyNot] {
        var measure = ShakeMeasure()
        measure.strength = 10
        measure.weakerSwing = 20
        measure.balance = 0.9
        measure.reversals = 4
        change(&measure)
        var episode = MotionEpisode(start: 5, measure: measure)
        for step in 0..<20 {
            episode.add(measure, magnitude: step % 2 == 0 ? 20 : 1, at: 5 + Double(step) * 0.02)
        }
        return WhyNot.reasons(for: episode)
    }

    @Test("a movement that misses one condition has that one reason")
    func tellsWhatIsLacking() {
        #expect(reasons(lacking: { $0.sinceCalm = 100 }) == [.neverCalm])
        #expect(reasons(lacking: { $0.isFalling = true }) == [.fall])
        #expect(reasons(lacking: { $0.balance = 0.1 }) == [.oneSided])
        #expect(reasons(lacking: { $0.strength = 0.1 }) == [.tooWeak])
        #expect(reasons(lacking: { $0.reversals = 1 }) == [.tooFast])
        #expect(reasons(lacking: { _ in }) == [.tooWeak])
    }

    @Test("each reason has a text", arguments: WhyNot.allCases)
    func hasWords(_ reason: WhyNot) {
        var episode = MotionEpisode(start: 1, measure: ShakeMeasure())
        episode.add(ShakeMeasure(), magnitude: 8, at: 2)
        #expect(!reason.label.isEmpty)
        #expect(reason.text(episode).hasPrefix(reason.label) || reason == .fall || reason == .neverCalm)
        #expect(!WhyNot.reasons(for: episode).isEmpty)
    }

    @Test("a report has each event and each movement that was not a shake, in order")
    func reports() throws {
        let recording = try RecordingReader.read(Signal.shakes([30, 11, 30]).text)
        let report = ReplayReport("x.csv", recording, .agentDefault)
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
        #expect(objects[5]["misses"] as? Int == 1)
    }

    @Test("a long shake is cancelled, and the sensitivity changes the result")
    func heedsSettings() throws {
        var signal = Signal.shakes([])
        signal.shake(3, amplitude: 30)
        signal.rest(1)
        let recording = try RecordingReader.read(signal.text)
        let long = ReplayReport("x", recording, ShakeSettings(longestShake: .seconds(1)))
        #expect(long.lines.contains { $0.hasSuffix("cancelled  too long") })
        var shakes = Signal.shakes([])
        for amplitude in stride(from: 8.0, to: 30, by: 1) {
            shakes.shake(1, amplitude: amplitude)
            shakes.rest(2)
        }
        let found = ShakeSensitivity.allCases.map { shakes.replay(ShakeSettings(sensitivity: $0)).trace.shakes.count }
        #expect(0 < found[0] && found[0] < found[1] && found[1] < found[2])
    }

    @Test("the report says when a recording ends within a shake")
    func tellsOpenEnd() throws {
        var signal = Signal.shakes([])
        signal.shake(1, amplitude: 25)
        let report = ReplayReport("x", try RecordingReader.read(signal.text), .agentDefault)
        #expect(report.lines.last == "1 began, 0 ended, 0 cancelled; the recording ends within a shake")
    }

    @Test("a file is read plain and from .gz, and an error has its line")
    func readsFiles() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "baton-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let plain = directory.appending(path: "a.csv").path
        try Signal.shakes([25]).text.write(toFile: plain, atomically: true, encoding: .utf8)
        #expect(try RecordingFile.read(plain).samples.count == 250)
        let gzip = try ChildProcess(["gzip", "-k", plain], environment: ["PATH": "/usr/bin:/bin"])
        while !gzip.hasEnded { usleep(1000) }
        #expect(try RecordingFile.read(plain + ".gz").samples.count == 250)
        try "t_s,ax,ay,az\n0,0,0,9.8\n1,0,0,x\n".write(toFile: plain, atomically: true, encoding: .utf8)
        #expect(throws: CommandError("\(plain):3: 'x' is not a number")) { try RecordingFile.read(plain) }
        #expect(throws: CommandError.self) { try RecordingFile.read(directory.path) }
        let missing = directory.appending(path: "missing.csv.gz").path
        #expect(throws: CommandError("Could not read \(missing): No such file or directory")) {
            try RecordingFile.read(missing)
        }
        let broken = directory.appending(path: "broken.gz").path
        try "no gzip".write(toFile: broken, atomically: true, encoding: .utf8)
        #expect(throws: CommandError("Could not read \(broken): gzip could not unpack it")) {
            try RecordingFile.read(broken)
        }
    }
}
