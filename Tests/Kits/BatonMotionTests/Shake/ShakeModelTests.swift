// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonMotion

@Suite("The coefficients of the recognizer")
struct ShakeModelTests {
    /// The lines of a small valid file without its sum.
    private var lines: [String] {
        ["baton-shake-model 1", "bias -2.5"]
            + ["dense", "coarse", "sparse", "slow"].map { "bars \($0) 3 2 1" }
            + ShakeFeature.allCases.map { "curve \($0.rawValue) 0.5 0 0 1 0.25 3 1" }
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
        let curve = model.curves[ShakeFeature.share.index]
        #expect(model.bias == -2.5)
        #expect([-5, 0, 0.5, 1, 2, 3, 99].map(curve.value) == [0, 0, 0.125, 0.25, 0.625, 1, 1])
        #expect(model.bar(.low, interval: 0.02) == 3 && model.bar(.high, interval: 0.08) == 1)
    }

    @Test("SHAKE6: the score is the bias and one part for each feature, and no feature can add more than it reaches")
    func adds() throws {
        let model = ShakeModel.builtIn
        var dice = Dice(5)
        for _ in 0..<300 {
            var features = ShakeFeatures()
            for feature in ShakeFeature.allCases { features[feature] = dice.number(-2...30) }
            let parts = ShakeFeature.allCases.reduce(0) { $0 + model.part(of: $1, in: features) }
            #expect(abs(model.score(features) - model.bias - parts) < 1e-9)
            #expect(
                model.score(features) <= model.firstPart(features) + model.largestOfEntries + 1e-9,
                "a shake in reach would be skipped")
        }
    }

    @Test("the built-in file is read, its bars fall from low to high, and its curves follow physics")
    func builtIn() throws {
        let model = try ShakeModel(bytes: PackageResources.shake_model)
        for interval in [0.01, 0.04, 0.08] {
            let bars = [ShakeSensitivity.low, .medium, .high].map { model.bar($0, interval: interval) }
            #expect(bars[0] > bars[1] && bars[1] > bars[2], "\(bars)")
        }
        let rising: [ShakeFeature] = [.strength, .share, .weakerSide, .thirdSwing, .swings, .run]
        let falling: [ShakeFeature] = [.turn, .weightless, .roughness, .footing, .skew]
        for (features, sign) in [(rising, 1.0), (falling, -1.0)] {
            for feature in features {
                let curve = model.curves[feature.index]
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
            refusal(replacing(0, "baton-shake-model 2")) == "line 1: version 2 is not known; this Baton reads version 1"
        )
        #expect(refusal(replacing(0, "a model")) == "line 1: it does not begin with 'baton-shake-model'")
        #expect(refusal(Array(lines.dropLast())) == "1 lines are missing")
        #expect(refusal(lines + ["bias 1"]).hasSuffix("a second line for 'bias'"))
        #expect(refusal(replacing(2, "bars dense 1 2 3")) == "line 3: the bars of low, medium and high must fall")
        #expect(refusal(replacing(2, "bars thick 3 2 1")).hasPrefix("line 3: it is neither a bias, nor bars"))
        #expect(refusal(replacing(5, "curve strength 0 1 0 1 0")) == "line 6: the knots of a curve must rise")
        #expect(refusal(replacing(5, "curve strength 0 1 0")).hasPrefix("line 6: a curve is a mean and 2 to 10 pairs"))
        for word in ["nan", "inf", "1e9", "x", "0x", ""] {
            #expect(refusal(replacing(1, "bias \(word)")).hasPrefix("line 2: "), "'\(word)'")
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
