// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonMotion

@Suite("The coefficients of the recognizer")
struct ShakeModelTests {
    /// The lines of a small valid file without its sum.
    private var lines: [String] {
        let intervals = ["0.01", "0.02", "0.04", "0.08", "0.1"]
        return ["baton-shake-model 3", "bias dense -2.5", "bias sparse -1.5"]
            + intervals.enumerated().map { "bars \($1) \($0 + 3) \($0 + 2) \($0 + 1)" }
            + ["dense", "sparse"].flatMap { density in
                ShakeFeature.allCases.map { "curve \(density) \($0.rawValue) 0.5 0 0 1 0.25 3 1" }
            }
    }

    private func file(_ lines: [String]) -> [UInt8] {
        let text = lines.joined(separator: "\n") + "\n"
        var sum: UInt32 = 0x811c_9dc5
        for byte in text.utf8 { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
        return Array((text + "sum " + String(sum, radix: 16) + "\n").utf8)
    }

    private func refusal(_ lines: [String]) -> String {
        do {
            _ = try ShakeModel(bytes: file(lines))
            return "accepted"
        } catch {
            return error.description
        }
    }

    private func replacing(_ index: Int, _ line: String) -> [String] {
        var changed = lines
        changed[index] = line
        return changed
    }

    @Test("a file is read: curves are linear between knots and constant outside")
    func reads() throws {
        let model = try ShakeModel(bytes: file(lines))
        let curve = model.sets[0][.share]
        #expect(model.sets[0].bias == -2.5 && model.sets[1].bias == -1.5)
        #expect([-5, 0, 0.5, 1, 2, 3, 99].map(curve.value) == [0, 0, 0.125, 0.25, 0.625, 1, 1])
        #expect(model.bar(.low, interval: 0.02) == 4 && model.bar(.high, interval: 0.08) == 4)
    }

    @Test(
        "SHAKE7: between two rates the bar is on the line between theirs, and dense sensors have none with sparse ones")
    func interpolates() throws {
        let model = try ShakeModel(bytes: file(lines))
        let places = [0, 0.001, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.0551, 0.07, 0.08, 0.09, 0.1, 0.5, .infinity]
        let expected = [2, 2, 2, 2.5, 3, 3.5, 4, 4, 5, 5, 5, 5.5, 6, 6, 6]
        for (interval, bar) in zip(places, expected) {
            let found = model.bar(.medium, interval: interval)
            #expect(abs(found - bar) < 1e-9, "\(interval) s: \(found) instead of \(bar)")
        }
    }

    @Test("SHAKE6: the score is the bias and one part for each feature, and no feature can add more than it reaches")
    func adds() throws {
        let model = ShakeModel.builtIn
        var dice = Dice(5)
        for _ in 0..<300 {
            var features = ShakeFeatures()
            for feature in ShakeFeature.allCases { features[feature] = dice.number(-2...30) }
            features[.interval] = dice.number(0.01...0.1)
            let parts = ShakeFeature.allCases.reduce(0) { $0 + model.part(of: $1, in: features) }
            let bias = model.sets[features[.interval] > 0.055 ? 1 : 0].bias
            #expect(abs(model.score(features) - bias - parts) < 1e-9)
            #expect(
                model.score(features) <= model.firstPart(features) + model.largestSecondPart(features) + 1e-9,
                "a shake in reach would be skipped")
        }
    }

    @Test("the built-in file is read, its bars fall from low to high, and its curves follow physics")
    func builtIn() throws {
        let model = try ShakeModel(bytes: PackageResources.shake_model)
        for interval in [0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.09, 0.1] {
            let bars = [ShakeSensitivity.low, .medium, .high].map { model.bar($0, interval: interval) }
            #expect(bars[0] > bars[1] && bars[1] > bars[2], "\(bars)")
        }
        let rising: [ShakeFeature] = [.strength, .share, .weakerSide, .thirdSwing, .swings, .run]
        let falling: [ShakeFeature] = [.turn, .weightless, .roughness, .footing, .skew, .unrest]
        for (features, sign) in [(rising, 1.0), (falling, -1.0)] {
            for (feature, set) in features.flatMap({ [($0, 0), ($0, 1)] }) {
                let curve = model.sets[set][feature]
                for index in 1..<curve.count {
                    #expect(
                        sign * (curve.values[index] - curve.values[index - 1]) >= -1e-9,
                        "\(feature.rawValue) turns back at \(curve.knots[index])")
                }
            }
        }
    }

    @Test("a file that is truncated, edited, or of another version is refused with a sentence that names the line")
    func refuses() {
        let whole = file(lines)
        for count in stride(from: 0, to: whole.count - 2, by: 7) {
            #expect(throws: ShakeModelError.self) { try ShakeModel(bytes: Array(whole[..<count])) }
        }
        var edited = whole
        edited[40] ^= 1
        #expect(throws: ShakeModelError.self) { try ShakeModel(bytes: edited) }
        #expect(
            refusal(replacing(0, "baton-shake-model 1")) == "line 1: version 1 is not known; this Baton reads version 3"
        )
        #expect(refusal(replacing(0, "a model")) == "line 1: it does not begin with 'baton-shake-model'")
        #expect(refusal(Array(lines.dropLast())) == "the line for 'curve sparse unrest' is missing")
        #expect(refusal(lines.filter { $0 != lines[4] }) == "the line for 'bars 0.02' is missing")
        #expect(refusal(replacing(0, "baton-shake-model 3\r")).hasPrefix("line 1: it ends with a carriage return"))
        #expect(refusal(replacing(0, "baton-shake-model 3 x")).hasPrefix("line 1: version 3 is not known"))
        #expect(refusal(lines + ["bias sparse 1"]).hasSuffix("a second line for 'bias sparse'"))
        #expect(refusal(replacing(3, "bars 0.01 1 2 3")) == "line 4: the bars of low, medium and high must fall")
        #expect(refusal(replacing(3, "bars 0.03 3 2 1")) == "line 4: no bars belong to this interval")
        #expect(refusal(replacing(1, "bias thick 3")).hasPrefix("line 2: it is neither a bias, nor bars"))
        #expect(refusal(replacing(8, "curve strength 0 1 0 1 0")).hasPrefix("line 9: it is neither a bias, nor bars"))
        #expect(refusal(replacing(8, "curve dense strength 0 1 0 1 0")) == "line 9: the knots of a curve must rise")
        #expect(
            refusal(replacing(8, "curve dense strength 0 1 0")).hasPrefix("line 9: a curve is a mean and 2 to 10 pairs")
        )
        for word in ["nan", "inf", "1e9", "x", "0x", ""] {
            #expect(refusal(replacing(1, "bias dense \(word)")).hasPrefix("line 2: "), "'\(word)'")
            #expect(refusal(replacing(3, "bars \(word) 3 2 1")).hasPrefix("line 4: "), "'\(word)'")
        }
    }

    @Test("a file of coefficients with random bytes changed is refused, and never traps", arguments: 0..<40)
    func fuzzed(_ seed: Int) {
        var dice = Dice(seed)
        var bytes = file(lines)
        for _ in 0..<(1 + seed % 5) {
            bytes[Int(dice.number(0...Double(bytes.count - 1)))] = UInt8(dice.number(0...255))
        }
        if bytes != file(lines) { #expect(throws: ShakeModelError.self) { try ShakeModel(bytes: bytes) } }
    }
}
