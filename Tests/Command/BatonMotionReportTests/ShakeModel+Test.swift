// SPDX-License-Identifier: Apache-2.0

@testable import BatonMotion

extension ShakeModel {
    /// Sets the curve of a feature, for dense sensors.
    mutating func set(_ feature: ShakeFeature, typical: Double, _ pairs: [(knot: Double, value: Double)]) {
        let curve = Curve(knots: pairs.map(\.knot), values: pairs.map(\.value), typical: typical)
        sets[0].curves[feature.index] = curve
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
