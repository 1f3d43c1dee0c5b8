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

    @Test(
        "the least sensitive setting that sees all shakes with a margin is proposed",
        arguments: [(40.0, ShakeSensitivity.low), (30, .medium), (22, .high)])
    func proposes(_ amplitude: Double, _ sensitivity: ShakeSensitivity) {
        let calibration = calibrate(Array(repeating: amplitude, count: 5))
        #expect(calibration.trials.map(\.sensitivity) == [.low, .medium, .high])
        #expect(calibration.proposal?.sensitivity == sensitivity, "\(calibration.trials)")
        #expect(calibration.proposal?.isSafe == true)
    }

    @Test("one weak shake among strong ones decides")
    func heedsWeakest() {
        let calibration = calibrate([40, 40, 19, 40, 40])
        #expect(calibration.proposal?.sensitivity == .high)
        #expect((calibration.trials[0].margins.filter { $0 < 1 }).count == 1)
    }

    @Test("what triggers in the rest is not proposed")
    func heedsRest() {
        let calibration = calibrate([22, 22, 22, 22, 22], rest: 22)
        #expect(calibration.proposal == nil)
        #expect(CalibrationReport(calibration).advice.last?.hasPrefix("What sees all shakes also sees some") == true)
        #expect(calibration.trials[2].falseTriggers == 5)
    }

    @Test("a small margin is proposed where there is no better, and said")
    func tellsSmallMargin() {
        func trial(_ sensitivity: ShakeSensitivity, _ margin: Double, _ triggers: Int) -> Calibration.Trial {
            .init(
                sensitivity: sensitivity, margins: Array(repeating: margin, count: 5), falseTriggers: triggers,
                closest: 0.5)
        }
        let calibration = Calibration(trials: [trial(.low, 0.9, 0), trial(.medium, 1.05, 0), trial(.high, 1.3, 1)])
        #expect(calibration.proposal?.sensitivity == .medium)
        let lines = CalibrationReport(calibration).lines
        #expect(lines.contains { $0.hasPrefix("* medium  5 of 5       105 %") }, "\(lines)")
        #expect(lines.last?.hasPrefix("The margin is small") == true)
    }

    @Test(
        "no shakes, or shakes too weak for any setting, are said",
        arguments: [([], "There was no shake"), ([12], "Even 'high'")])
    func tellsNoShakes(_ amplitudes: [Double], _ sentence: String) {
        let calibration = calibrate(amplitudes)
        #expect(calibration.proposal == nil)
        #expect(CalibrationReport(calibration).advice.last?.hasPrefix(sentence) == true, "\(calibration.trials)")
        #expect(CalibrationReport(calibration).json.text.contains(#""proposal":null"#))
    }
}
