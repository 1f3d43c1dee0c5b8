// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotionSupport
import Glibc
import Testing

@testable import BatonMotion
@testable import BatonMotionReport

@Suite struct ReplayTests {
    private func reasons(_ body: (inout MotionSignal) -> Void) -> [WhyNot] {
        var signal = MotionSignal()
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

    @Test("of few samples a push and a pull with a rest between them are too short", arguments: [10, 12.5])
    func tellsGesture(_ rate: Double) {
        var signal = MotionSignal(rate: rate)
        signal.rest(3)
        signal.add(0.9) { 25 * ($0 < 0.3 ? sin(.pi * $0 / 0.3) : $0 < 0.6 ? 0 : -sin(.pi * ($0 - 0.6) / 0.3)) }
        signal.rest(3)
        let replay = signal.replay()
        #expect(replay.trace.shakes.isEmpty)
        #expect(replay.episodes.first.map { WhyNot.reasons(for: $0, model: .test).first } == .tooShort)
    }

    @Test("a shake at the very beginning comes too soon, and is reported")
    func tellsTooSoon() {
        var signal = MotionSignal()
        signal.shake(0.6, amplitude: 25)
        signal.rest(3)
        let replay = signal.replay()
        #expect(replay.misses.map { WhyNot.reasons(for: $0, model: .test).first } == [.tooSoon])
        var twitch = MotionSignal()
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
        var signal = MotionSignal()
        signal.rest(2)
        signal.add(length) { 60 * sin(.pi / length * $0) }
        signal.rest(2)
        let recording = try RecordingReader.read(signal.text)
        var replay = ShakeReplay(.agentDefault, model: model)
        for sample in recording.samples { replay.take(sample) }
        replay.finish()
        let reasons = replay.misses.flatMap { miss in WhyNot.reasons(for: miss, model: model).map { $0.text(miss) } }
        #expect(reasons.contains("too short: 1 half swing in a row"), "\(reasons)")
        let rest = ShakeCalibration(shakes: MotionSignal.shakes([30]).samples, rest: signal.samples, model: model)
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
            .leastForce: [.weightless], .run: [.tooShort], .unrest: [.restless],
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
            model.sets[0].bias = score
            for level in 0..<3 { for place in 0..<3 { model.bars[level][place] = 2 } }
            var replay = ShakeReplay(.agentDefault, model: model)
            for sample in MotionSignal.shakes([20]).samples { replay.take(sample) }
            replay.finish()
            return replay.misses.count
        }
        #expect([-3.01, -3, 1.99, 2].map(misses) == [0, 1, 1, 0])
    }

    @Test("a long shake is cancelled, and the sensitivity changes the result")
    func heedsSettings() {
        var signal = MotionSignal.shakes([])
        signal.shake(3, amplitude: 30)
        signal.rest(1)
        let long = signal.replay(ShakeSettings(longestShake: .seconds(1)))
        #expect(long.phases.contains { if case .cancelled(_, .tooLong) = $0 { true } else { false } })
        var shakes = MotionSignal.shakes([])
        for amplitude in stride(from: 8.0, to: 40, by: 1) {
            shakes.shake(1, amplitude: amplitude)
            shakes.rest(2)
        }
        let found = ShakeSensitivity.allCases.map { shakes.replay(ShakeSettings(sensitivity: $0)).trace.shakes.count }
        #expect(0 < found[0] && found[0] < found[1] && found[1] < found[2])
    }
}
