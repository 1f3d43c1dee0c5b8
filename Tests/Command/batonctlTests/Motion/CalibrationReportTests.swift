// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonMotionSupport
import Testing

@testable import BatonMotionReport
@testable import batonctl

/// What `batonctl calibrate` prints of a calibration.
@Suite struct CalibrationReportTests {
    /// A rest that is moved five times.
    private func rest(_ amplitude: Double) -> [SensorSample] {
        MotionSignal.shakes(Array(repeating: amplitude, count: 5), after: 3).samples
    }

    private func calibrate(_ amplitudes: [Double], rest amplitude: Double = 0) -> ShakeCalibration {
        ShakeCalibration(shakes: MotionSignal.shakes(amplitudes).samples, rest: rest(amplitude), model: .test)
    }

    @Test("the advice says when each setting that recognizes all shakes also triggers in the rest")
    func tellsRest() {
        func trial(_ sensitivity: ShakeSensitivity, _ margin: Double, _ triggers: Int) -> ShakeCalibration.Trial {
            .init(
                sensitivity: sensitivity, bar: 2, margins: Array(repeating: margin, count: 5), falseTriggers: triggers,
                closest: margin)
        }
        let trials = [trial(.low, -1, 0), trial(.medium, -0.5, 0), trial(.high, 0.6, 5)]
        let report = CalibrationReport(ShakeCalibration(trials: trials))
        #expect(report.advice.last?.hasPrefix("Each setting that recognizes all shakes also") == true)
    }

    @Test("a small margin is told with a warning")
    func tellsSmallMargin() {
        func trial(_ sensitivity: ShakeSensitivity, _ margin: Double, _ triggers: Int) -> ShakeCalibration.Trial {
            .init(
                sensitivity: sensitivity, bar: 2, margins: Array(repeating: margin, count: 5), falseTriggers: triggers,
                closest: -1.2)
        }
        let calibration = ShakeCalibration(trials: [trial(.low, -0.6, 0), trial(.medium, 0.3, 0), trial(.high, 1.3, 1)])
        let lines = CalibrationReport(calibration).lines
        #expect(lines.contains { $0.hasPrefix("* medium  5 of 5      +0.3     0               -1.2") }, "\(lines)")
        #expect(lines.last?.hasPrefix("The margin is small") == true)
    }

    @Test("the personal bar is in the report, and null without a proposal")
    func reportsRaise() throws {
        let calibration = calibrate([40, 42, 44, 40, 41], rest: 16)
        let raise = try #require(calibration.raise)
        let report = CalibrationReport(calibration)
        #expect(report.json().text.contains(#""raise":\#(raise),"#), "\(report.json().text)")
        #expect(
            report.lines.contains { $0.hasSuffix(", \(DecimalText.signed(raise)) from its bar.") }, "\(report.lines)")
        #expect(CalibrationReport(calibrate([])).json().text.contains(#""raise":null"#))
    }

    @Test(
        "the advice says when there were no shakes, or when they were too weak for any setting",
        arguments: [([], "No shake was found"), ([13], "Even 'high'")])
    func tellsNoShakes(_ amplitudes: [Double], _ sentence: String) {
        let calibration = calibrate(amplitudes)
        #expect(calibration.proposal == nil)
        #expect(CalibrationReport(calibration).advice.last?.hasPrefix(sentence) == true, "\(calibration.trials)")
        #expect(CalibrationReport(calibration).json().text.contains(#""proposal":null"#))
    }
}
