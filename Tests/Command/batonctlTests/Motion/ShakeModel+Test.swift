// SPDX-License-Identifier: Apache-2.0
@testable import BatonMotion

extension ShakeModel {
    /// A model with simple numbers, so that these tests do not depend on what was learned: strength is what counts, and
    /// slow or single swings are held against a movement. The bars are 3, 2 and 1.
    static let test: ShakeModel = {
        var model = ShakeModel()
        model.bias = -5
        model.set(.strength, typical: 6, [(0, 0), (20, 10)])
        model.set(.frequency, typical: 0, [(2, -6), (3.5, 0)])
        model.set(.thirdSwing, typical: 0, [(0, -4), (0.5, 0)])
        model.bars = InlineArray(repeating: [3, 2, 1])
        model.largestOfEntries = 0
        return model
    }()

    /// Sets the curve of a feature.
    mutating func set(_ feature: ShakeFeature, typical: Double, _ pairs: [(knot: Double, value: Double)]) {
        let curve = Curve(knots: pairs.map(\.knot), values: pairs.map(\.value), typical: typical)
        curves[feature.index] = curve
    }
}

extension ShakeMeasure {
    /// A measure with this score and these features; the others are 0.
    ///
    /// - Parameter isJudged: false for a moment at which no shake may begin, whatever its score.
    static func test(
        score: Double?, bar: Double = 2, isJudged: Bool = true, _ features: [ShakeFeature: Double] = [:]
    ) -> ShakeMeasure {
        var measure = ShakeMeasure()
        measure.isJudged = isJudged
        measure.magnitude = 10
        measure.score = score
        measure.bar = bar
        var all = ShakeFeatures()
        for (feature, value) in features { all[feature] = value }
        measure.features = score.map { _ in all }
        return measure
    }
}
