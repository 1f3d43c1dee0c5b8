// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonMotionSupport
import Testing

@testable import BatonMotionReport

@Suite struct CalibrationTests {
    private func rest(_ amplitude: Double = 0) -> [SensorSample] {
        MotionSignal.shakes(Array(repeating: amplitude, count: 5), after: 3).samples
    }

    private func calibrate(_ amplitudes: [Double], rest amplitude: Double = 0) -> ShakeCalibration {
        ShakeCalibration(shakes: MotionSignal.shakes(amplitudes).samples, rest: rest(amplitude), model: .test)
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
        #expect(calibration.trials[1].margins.filter { $0 < 0 }.count == 1)
    }

    @Test("a setting that triggers in the rest is not proposed")
    func heedsRest() throws {
        let gentle = try gentle()
        let calibration = calibrate(Array(repeating: gentle, count: 5), rest: gentle)
        #expect(calibration.proposal == nil)
        #expect(calibration.trials[2].falseTriggers == 5)
    }

    @Test("without a better setting one with a small margin is proposed")
    func proposesSmallMargin() {
        func trial(_ sensitivity: ShakeSensitivity, _ margin: Double, _ triggers: Int) -> ShakeCalibration.Trial {
            .init(
                sensitivity: sensitivity, bar: 2, margins: Array(repeating: margin, count: 5), falseTriggers: triggers,
                closest: -1.2)
        }
        let calibration = ShakeCalibration(trials: [trial(.low, -0.6, 0), trial(.medium, 0.3, 0), trial(.high, 1.3, 1)])
        #expect(calibration.proposal?.sensitivity == .medium)
    }

    /// The personal bar with these margins at `low`; the bars are 3, 2 and 1.
    private func raise(_ weakest: Double, _ closest: Double) -> Double? {
        let trials = ShakeSensitivity.allCases.enumerated().map { index, sensitivity in
            let lower = Double(index)
            return ShakeCalibration.Trial(
                sensitivity: sensitivity, bar: 3 - lower, margins: [weakest + lower, weakest + lower + 2],
                falseTriggers: closest + lower >= 0 ? 1 : 0, closest: closest + lower)
        }
        return ShakeCalibration(trials: trials).raise
    }

    @Test("the personal bar is in the middle between the weakest shake and the rest, within limits")
    func findsMiddle() throws {
        func isNear(_ value: Double?, _ expected: Double) -> Bool { abs((value ?? .infinity) - expected) < 1e-9 }
        #expect(isNear(raise(1, -0.6), 0.2))
        #expect(isNear(raise(5, -0.6), 1.5))
        // The rest was quiet; the stated rate of false shakes holds all the same.
        #expect(raise(0.6, -9) == 0)
        #expect(raise(1, 0.1) == nil)
        // Only `high` recognizes these shakes, or only medium and high.
        #expect(raise(-1.4, -9) == 0)
        #expect(raise(-0.4, -9) == 0)
        // The rest comes near, so the bar is not in the middle.
        #expect(isNear(raise(0.1, -0.2), 0.3))
        #expect(raise(1, -.infinity) == 0)
    }

    @Test("SHAKE16: the curve counts shakes and other movements by the height of the bar, in text and as a picture")
    func curve() throws {
        let calibration = calibrate([40, 42, 44, 40, 41], rest: 16)
        let curve = CalibrationCurve(calibration)
        let own = try #require(curve.bars.first { $0.name == "yours" })
        #expect(curve.bars.count == 4 && curve.bars.map(\.height) == curve.bars.map(\.height).sorted())
        #expect(curve.found(own.height) == 5 && curve.taken(own.height) == 0)
        #expect(curve.others.count == 5 && curve.taken(-.infinity) == 5)
        let lines = CalibrationPlot.lines(curve)
        #expect(lines.contains { $0.hasPrefix("yours ") && $0.hasSuffix(": 5 of 5 shakes") }, "\(lines)")
        #expect(lines.allSatisfy { $0.count <= 120 })
        let picture = CalibrationPicture.svg(curve)
        #expect(picture.hasPrefix("<svg ") && picture.contains(">yours</text>"))
        #expect(picture.contains("medium, false once a month") && !picture.contains("nan"))
    }

    @Test("a curve of nothing, of one movement, or of impossible scores is drawn too")
    func strangeCurves() {
        func curve(_ margins: [Double], _ others: [Double], bar: Double = 2) -> CalibrationCurve {
            CalibrationCurve(
                ShakeCalibration(
                    trials: ShakeSensitivity.allCases.map {
                        .init(
                            sensitivity: $0, bar: bar, margins: margins, falseTriggers: 0,
                            closest: others.max() ?? -.infinity, others: others)
                    }))
        }
        #expect(CalibrationPlot.lines(curve([], [])).isEmpty)
        let all = [
            curve([], []), curve([1], []), curve([], [-1]), curve([.nan, .infinity, 1e300], [-1e300, -.infinity]),
            curve([3], [3], bar: .nan), curve(Array(repeating: 2, count: 5000), Array(repeating: -9, count: 5000)),
        ]
        for curve in all {
            #expect(CalibrationPicture.svg(curve).contains("</svg>"))
            #expect(CalibrationPlot.lines(curve).allSatisfy { $0.count <= 120 })
        }
    }
}
