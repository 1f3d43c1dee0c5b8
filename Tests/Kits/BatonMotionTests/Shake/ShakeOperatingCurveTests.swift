// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

@testable import BatonMotion

/// What is said of found and false shakes.
@Suite struct ShakeOperatingCurveTests {
    /// The picture that `make train-shake` draws beside its tables (Benchmarks/train-shake/pictures.py, `operating`).
    private static let picture =
        (try? String(
            contentsOfFile: "\(Checkout.root)/docs/picture/shake-operating-points.svg", encoding: .utf8)) ?? ""

    /// A place in the picture as the figures that it was drawn from: a day from 1/1000 to 10 on a logarithmic axis, and 0.7 to 1.
    private static func point(_ x: Substring, _ y: Substring) -> ShakeOperatingCurve.Point? {
        guard let x = Double(x), let y = Double(y) else { return nil }
        return .init(falseADay: pow(10, (x - 60) / 560 * 4 - 3), found: 0.7 + (350 - y) / 280 * 0.3)
    }

    private func expectNear(_ mine: ShakeOperatingCurve.Point, _ drawn: ShakeOperatingCurve.Point?, _ what: String) {
        guard let drawn else { return #expect(Bool(false), "\(what): no number") }
        // Three digits of what is drawn to a tenth of a pixel.
        #expect(abs(mine.falseADay / drawn.falseADay - 1) < 0.01, "\(what): \(mine) \(drawn)")
        #expect(abs(mine.found - drawn.found) < 0.001, "\(what): \(mine) \(drawn)")
    }

    @Test(
        "SHAKE10: the figures are those that make train-shake has drawn",
        arguments: [
            ("#2563eb", ShakeOperatingCurve.laptop), ("#047857", .tablet), ("#b45309", .phone),
        ])
    func figures(_ color: String, _ curve: ShakeOperatingCurve) throws {
        let line = try Regex<(Substring, Substring)>(
            #"<polyline points="([^"]*)" fill="none" stroke="COLOR" stroke-width="2""#
                .replacingOccurrences(of: "COLOR", with: color))
        let places = try #require(Self.picture.firstMatch(of: line)).1.split(separator: " ")
        #expect(places.count == curve.points.count)
        for (index, (place, mine)) in zip(places, curve.points).enumerated() {
            let numbers = place.split(separator: ",")
            expectNear(mine, Self.point(numbers[0], numbers[1]), "\(index)")
        }
        let dot = try Regex<(Substring, Substring, Substring)>(
            #"<circle cx="([0-9.]+)" cy="([0-9.]+)" r="5" fill="COLOR""#
                .replacingOccurrences(of: "COLOR", with: color))
        let dots = Self.picture.matches(of: dot)
        #expect(dots.count == ShakeSensitivity.allCases.count)
        for (level, dot) in zip(ShakeSensitivity.allCases, dots) {
            expectNear(curve.point(level), Self.point(dot.output.1, dot.output.2), level.rawValue)
        }
    }

    @Test("SHAKE10: no level of any device has more false shakes than is promised of it")
    func promises() {
        let most: [(ShakeOperatingCurve, [Double])] = [
            (.laptop, [365, 30, 7]), (.tablet, [365, 30, 7]), (.phone, [30, 7, 1]),
        ]
        for (curve, days) in most {
            for (level, days) in zip(ShakeSensitivity.allCases, days) {
                // The picture and the table have three digits.
                #expect(curve.point(level).falseADay <= 1.02 / days, "\(level) \(days)")
            }
        }
    }

    @Test("a higher bar finds less and is false more seldom, and none is lower than that of high")
    func raised() {
        for curve in [ShakeOperatingCurve.laptop, .tablet, .phone] {
            for (lower, higher) in zip(curve.points, curve.points.dropFirst()) {
                #expect(higher.found <= lower.found && higher.falseADay <= lower.falseADay)
            }
            #expect(curve.point(.medium, raise: 0.8).found < curve.point(.medium).found)
            #expect(curve.point(.low, raise: -1).found > curve.point(.low).found)
            #expect(curve.point(.medium, raise: -4) == curve.point(.high))
            #expect(curve.point(.high, raise: -1) == curve.point(.high))
            // However wrong a number from outside is, there is a point.
            #expect(curve.points.contains(curve.point(.low, raise: .infinity)))
            #expect(curve.point(.low, raise: .nan) == curve.point(.low))
        }
    }
}
