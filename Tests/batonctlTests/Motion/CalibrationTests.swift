// SPDX-License-Identifier: Apache-2.0
import BatonMotion
import Testing

@testable import batonctl

@Suite struct CalibrationTests {
    private func rest(_ amplitude: Double = 0) -> [SensorSample] {
        var signal = Signal()
        signal.rest(3)
        for _ in 0..<5 {
            signal.shake(1, amplitude: amplitude)
            signal.rest(2)
        }
        return signal.samples
    }

    private func calibrate(_ amplitudes: [Double], rest amplitude: Double = 0) -> Calibration {
        Calibration(shakes: Signal.shakes(amplitudes).samples, rest: rest(amplitude))
    }

    /// An amplitude that only the highest sensitivity recognizes.
    private func gentle() throws -> Double {
        let all = stride(from: 8.0, to: 60, by: 1)
        return try #require(
            all.first { amplitude in
                let trials = calibrate([amplitude]).trials
                return trials[2].caught == 1 && trials[1].caught == 0
            })
    }

    @Test("for harder shakes a less sensitive setting is proposed")
    func proposes() {
        let proposals = stride(from: 8.0, to: 60, by: 1).map { amplitude in
            let calibration = calibrate(Array(repeating: amplitude, count: 5))
            #expect(calibration.trials.map(\.sensitivity) == [.low, .medium, .high])
            return calibration.proposal?.isSafe == true ? calibration.proposal?.sensitivity : nil
        }
        var order: [ShakeSensitivity?] = []
        for proposal in proposals where order.last != .some(proposal) { order.append(proposal) }
        #expect(order == [nil, .high, .medium, .low])
    }

    @Test("the weakest shake decides the proposal")
    func heedsWeakest() throws {
        let calibration = calibrate([50, 50, try gentle(), 50, 50])
        #expect(calibration.proposal?.sensitivity == .high)
        #expect(calibration.trials[0].caught == 4)
        #expect(calibration.trials[1].margins.filter { $0 < 1 }.count == 1)
    }

    @Test("a setting that triggers in the rest is not proposed")
    func heedsRest() throws {
        let gentle = try gentle()
        let calibration = calibrate(Array(repeating: gentle, count: 5), rest: gentle)
        #expect(calibration.proposal == nil)
        #expect(
            CalibrationReport(calibration).advice.last?.hasPrefix("Each setting that recognizes all shakes also")
                == true)
        #expect(calibration.trials[2].falseTriggers == 5)
    }

    @Test("without a better setting one with a small margin is proposed, with a warning")
    func tellsSmallMargin() {
        func trial(_ sensitivity: ShakeSensitivity, _ margin: Double, _ triggers: Int) -> Calibration.Trial {
            .init(
                sensitivity: sensitivity, margins: Array(repeating: margin, count: 5), falseTriggers: triggers,
                closest: 0.5)
        }
        let calibration = Calibration(trials: [trial(.low, 0.9, 0), trial(.medium, 1.05, 0), trial(.high, 1.3, 1)])
        #expect(calibration.proposal?.sensitivity == .medium)
        let lines = CalibrationReport(calibration).lines
        #expect(lines.contains { $0.hasPrefix("* medium  5 of 5      105 %") }, "\(lines)")
        #expect(lines.last?.hasPrefix("The margin is small") == true)
    }

    @Test(
        "the advice says when there were no shakes, or when they were too weak for any setting",
        arguments: [([], "No shake was found"), ([9], "Even 'high'")])
    func tellsNoShakes(_ amplitudes: [Double], _ sentence: String) {
        let calibration = calibrate(amplitudes)
        #expect(calibration.proposal == nil)
        #expect(CalibrationReport(calibration).advice.last?.hasPrefix(sentence) == true, "\(calibration.trials)")
        #expect(CalibrationReport(calibration).json.text.contains(#""proposal":null"#))
    }
}
