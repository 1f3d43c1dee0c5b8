// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonTestSupport
import Foundation
import Testing

@testable import BatonMotion
@testable import BatonMotionReport
@testable import batonctl

@Suite struct ReplayTests {
    private func reasons(_ body: (inout Signal) -> Void) -> [WhyNot] {
        var signal = Signal()
        signal.rest(2)
        body(&signal)
        signal.rest(2)
        let replay = signal.replay()
        #expect(replay.trace.shakes.isEmpty)
        return replay.episodes.first.map { WhyNot.reasons(for: $0, model: .test) } ?? []
    }

    @Test("a weak shake is too weak")
    func tellsWeak() { #expect(reasons { $0.shake(1, amplitude: 11) } == [.tooWeak]) }

    @Test("a slow shake is too slow")
    func tellsSlow() { #expect(reasons { $0.shake(4, amplitude: 60, frequency: 0.9) }.first == .tooSlow) }

    @Test("a single blow has no third swing")
    func tellsBlow() {
        #expect(reasons { $0.add(0.1) { 30 * sin(2 * .pi * 5 * $0) } }.contains(.singleSwing))
    }

    @Test("a shake at the very beginning comes too soon, and is reported")
    func tellsTooSoon() {
        var signal = Signal()
        signal.shake(0.6, amplitude: 25)
        signal.rest(3)
        let replay = signal.replay()
        #expect(replay.misses.map { WhyNot.reasons(for: $0, model: .test).first } == [.tooSoon])
        var twitch = Signal()
        twitch.shake(0.6, amplitude: 5)
        twitch.rest(3)
        #expect(twitch.replay().misses.isEmpty)
    }

    private func episode(_ measures: ShakeMeasure...) -> MotionEpisode {
        var episode = MotionEpisode(start: 5, measure: measures[0])
        for (step, measure) in measures.enumerated() { episode.add(measure, at: 5 + Double(step) * 0.02) }
        return episode
    }

    @Test("the best moment of a movement is the one whose score is highest above its bar")
    func keepsBest() {
        let low = ShakeMeasure.test(score: 1, bar: 2)
        let best = ShakeMeasure.test(score: 0.5, bar: 0.6)
        let none = ShakeMeasure.test(score: nil)
        #expect(episode(none, low, best, low, none).best == best)
        #expect(abs((episode(low, best).margin ?? 9) - -0.1) < 1e-9)
        #expect(episode(none, none).margin == nil)
    }

    @Test("SHAKE7: the best moment of a movement is one at which a shake may begin, if there is one")
    func prefersJudged() {
        let unjudged = ShakeMeasure.test(score: 9, isJudged: false)
        let low = ShakeMeasure.test(score: -1)
        #expect(episode(unjudged, low, unjudged).best == low)
        #expect(episode(low, unjudged).nearness == -3)
        #expect(episode(unjudged, .test(score: 3, isJudged: false)).best == unjudged)
        #expect(episode(unjudged).nearness == nil, "at no moment a shake could have begun")
    }

    @Test("SHAKE7: a single blow whose score is above the bar is too short, and reported with its half swings")
    func tellsSingleBlow() {
        let blow = episode(.test(score: 3, isJudged: false, [.run: 1, .strength: 12]))
        #expect(WhyNot.reasons(for: blow, model: .test).first == .tooShort)
        #expect(WhyNot.tooShort.text(blow) == "too short: 1 half swing in a row")
        let none = episode(.test(score: 3, isJudged: false, [.run: 0]))
        #expect(WhyNot.tooShort.text(none) == "too short: 0 half swings in a row")
        let weak = episode(.test(score: 3, isJudged: false, [.run: 3, .strength: 3.5]))
        #expect(WhyNot.reasons(for: weak, model: .test).first == .tooWeak, "its swings are below what is judged")
    }

    @Test("SHAKE7: a real blow above the bar is told as too short", arguments: [0.07, 0.1])
    func tellsBlowAboveBar(_ length: Double) throws {
        var model = ShakeModel.test
        model.set(.thirdSwing, typical: 0, [(0, 0), (1, 0)])
        model.set(.frequency, typical: 0, [(0, 0), (1, 0)])
        var signal = Signal()
        signal.rest(2)
        signal.add(length) { 60 * sin(.pi / length * $0) }
        signal.rest(2)
        let recording = try RecordingReader.read(signal.text)
        let report = ReplayReport("x", recording, .agentDefault, model: model)
        #expect(report.lines.contains { $0.contains("too short: 1 half swing in a row") }, "\(report.lines)")
        let rest = Calibration(shakes: Signal.shakes([30]).samples, rest: signal.samples, model: model)
        #expect(rest.trials.map(\.falseTriggers) == [0, 0, 0], "a blow is no false trigger")
    }

    @Test("what a feature lacks compared with shakes is the reason", arguments: ShakeFeature.allCases)
    func tellsFeature(_ feature: ShakeFeature) {
        var model = ShakeModel()
        for other in ShakeFeature.allCases { model.set(other, typical: other == feature ? 3 : 0.4, [(0, 0), (1, 0)]) }
        let reasons = WhyNot.reasons(for: episode(.test(score: 0)), model: model)
        #expect(reasons.count == 1)
        if feature != .interval { #expect(ShakeFeature.allCases.filter { wasTold($0, reasons) } == [feature]) }
    }

    private func wasTold(_ feature: ShakeFeature, _ reasons: [WhyNot]) -> Bool {
        let reasonsOf: [ShakeFeature: [WhyNot]] = [
            .strength: [.tooWeak], .share: [.severalDirections], .turn: [.turned], .weightless: [.fall],
            .roughness: [.rough], .frequency: [.tooSlow, .tooFast], .weakerSide: [.oneSided], .footing: [.step],
            .thirdSwing: [.singleSwing], .swings: [.tooFewSwings], .skew: [.strongerUpward],
            .leastForce: [.weightless], .run: [.tooShort],
        ]
        return reasonsOf[feature]?.contains(where: reasons.contains) ?? false
    }

    @Test("at most three features are told, the one that lacks most first, and none that hardly matters")
    func tellsMostImportant() {
        var model = ShakeModel()
        let typical: [ShakeFeature: Double] = [.share: 1, .strength: 3, .turn: 0.6, .run: 2, .interval: 9, .skew: 0.4]
        for (feature, value) in typical { model.set(feature, typical: value, [(0, 0), (1, 0)]) }
        let movement = episode(.test(score: 0))
        #expect(WhyNot.reasons(for: movement, model: model) == [.tooWeak, .tooShort, .severalDirections])
        model.set(.run, typical: 0.3, [(0, 0), (1, 0)])
        model.set(.turn, typical: 0.3, [(0, 0), (1, 0)])
        #expect(WhyNot.reasons(for: movement, model: model) == [.tooWeak, .severalDirections])
        #expect(WhyNot.reasons(for: episode(.test(score: nil)), model: model) == [.tooWeak])
    }

    @Test("a frequency is too low or too high by its side of 3.5 Hz", arguments: [(1.6, "too slow"), (9, "too fast")])
    func tellsFrequency(_ frequency: Double, _ words: String) {
        var model = ShakeModel()
        model.set(.frequency, typical: 2, [(0, 0), (1, 0)])
        let movement = episode(.test(score: 0, [.frequency: frequency]))
        #expect(
            WhyNot.reasons(for: movement, model: model).map { $0.text(movement) }
                == ["\(words): \(DecimalText.text(frequency)) Hz"])
    }

    @Test("a reason has its figures")
    func tellsFigures() {
        let movement = episode(
            .test(score: 0, [.strength: 4.12, .weakerSide: 3.2, .share: 0.617, .swings: 2, .weightless: 0.2]))
        #expect(WhyNot.tooWeak.text(movement) == "too weak: 4.1 m/s² r.m.s.")
        #expect(WhyNot.oneSided.text(movement) == "too one-sided: 3.2 m/s² on its weaker side")
        #expect(WhyNot.severalDirections.text(movement) == "goes in several directions: 0.62 of it on one line")
        #expect(WhyNot.tooFewSwings.text(movement) == "too few swings: 2")
        #expect(WhyNot.fall.text(movement) == "came out of a fall: 0.20 s of weightlessness")
    }

    @Test("each reason has a text, with and without features", arguments: WhyNot.allCases)
    func hasWords(_ reason: WhyNot) {
        #expect(!reason.label.isEmpty)
        let text = reason.text(episode(.test(score: 0)))
        #expect(text.hasPrefix("\(reason.label): ") && text.count > reason.label.count + 2)
        #expect(reason.text(episode(.test(score: nil))).hasPrefix(reason.label))
    }

    @Test("a movement is reported as no shake if its score is at most 5 below the bar")
    func tellsNearMisses() {
        func misses(_ score: Double) -> Int {
            var model = ShakeModel()
            model.bias = score
            for density in 0..<3 { for level in 0..<3 { model.bars[density][level] = 2 } }
            var replay = ShakeReplay(.agentDefault, model: model)
            for sample in Signal.shakes([20]).samples { replay.take(sample) }
            replay.finish()
            return replay.misses.count
        }
        #expect([-3.01, -3, 1.99, 2].map(misses) == [0, 1, 1, 0])
    }

    @Test("a report has each event and each movement that was not a shake, in order")
    func reports() throws {
        let recording = try RecordingReader.read(Signal.shakes([30, 11, 30]).text)
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

    @Test("a long shake is cancelled, and the sensitivity changes the result")
    func heedsSettings() throws {
        var signal = Signal.shakes([])
        signal.shake(3, amplitude: 30)
        signal.rest(1)
        let recording = try RecordingReader.read(signal.text)
        let long = ReplayReport("x", recording, ShakeSettings(longestShake: .seconds(1)), model: .test)
        #expect(long.lines.contains { $0.hasSuffix("cancelled  too long") })
        var shakes = Signal.shakes([])
        for amplitude in stride(from: 8.0, to: 40, by: 1) {
            shakes.shake(1, amplitude: amplitude)
            shakes.rest(2)
        }
        let found = ShakeSensitivity.allCases.map { shakes.replay(ShakeSettings(sensitivity: $0)).trace.shakes.count }
        #expect(0 < found[0] && found[0] < found[1] && found[1] < found[2])
    }

    @Test("the report says when a recording ends within a shake")
    func tellsOpenEnd() throws {
        var signal = Signal.shakes([])
        signal.shake(1, amplitude: 30)
        let report = ReplayReport(
            "x", try RecordingReader.read(signal.text), .agentDefault, model: .test)
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
        try gzip.waitForEnd()
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

    @Test("SHAKE20: of a .gz that was cut the whole lines are read, and that is told; one with other errors is refused")
    func readsCutFile() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "baton-replay-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let plain = directory.appending(path: "unexpected end of file.csv")
        try Signal.shakes([25]).text.write(to: plain, atomically: true, encoding: .utf8)
        let gzip = try ChildProcess(["gzip", "-k", plain.path], environment: ["PATH": "/usr/bin:/bin"])
        try gzip.waitForEnd()
        let packed = plain.appendingPathExtension("gz")
        let whole = try Data(contentsOf: packed)
        // Without its length at the end nothing is missing; in the middle the rest is.
        for (length, samples) in [(whole.count - 8, 250...250), (whole.count / 2, 1...249)] {
            try whole.prefix(length).write(to: packed)
            let child = try ChildProcess(
                [Stage.program("batonctl"), "replay", packed.path], environment: ["PATH": "/usr/bin:/bin"])
            try child.waitForEnd()
            #expect(child.status == 0, "\(child.errors)")
            #expect(child.errors == "\(packed.path) was cut; what is whole of it is read.\n")
            #expect(samples.contains(try RecordingFile.read(packed.path).samples.count))
        }
        var wrong = whole
        wrong[wrong.count - 6] ^= 0xFF
        try wrong.write(to: packed)
        #expect(throws: CommandError("Could not read \(packed.path): gzip could not unpack it")) {
            try RecordingFile.read(packed.path)
        }
        try whole.prefix(12).write(to: packed)
        #expect(throws: CommandError("Could not read \(packed.path): gzip could not unpack it")) {
            try RecordingFile.read(packed.path)
        }
    }
}
