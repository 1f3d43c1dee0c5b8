// SPDX-License-Identifier: Apache-2.0

/// Tells shakes from other movement: the sum of one curve for each feature is the score, and a shake reaches the bar
/// (rule SHAKE6).
///
/// It is an additive logistic model with piecewise linear curves, learned by `make train-shake`; docs/shake.md draws it.
/// Because the score is a sum, each feature's part of it can be told.
///
/// For example:
/// ```swift
/// let model = ShakeModel.builtIn
/// if let features = detector.measure.features {
///     print(model.score(features), "of", model.bar(.medium, interval: 0.02))
/// }
/// ```
public struct ShakeModel: Sendable {
    /// A piecewise linear curve, constant before its first knot and after its last.
    struct Curve: Sendable {
        static let capacity = 10
        /// Where the value is given; at least two, rising.
        let knots: [Double]
        let values: [Double]
        /// The mean of the curve over shakes, to compare others with.
        let typical: Double

        /// The largest value of the curve.
        var largest: Double { values.max() ?? 0 }

        func value(at x: Double) -> Double {
            guard x > knots[0] else { return values[0] }
            for index in 1..<knots.count where x < knots[index] {
                let share = (x - knots[index - 1]) / (knots[index] - knots[index - 1])
                return values[index - 1] + share * (values[index] - values[index - 1])
            }
            return values[values.count - 1]
        }
    }

    /// How densely a sensor is read: bars differ, because slow sensors see less.
    enum Density: String, CaseIterable, Sendable {
        /// More than 33 samples a second.
        case dense
        /// 18 to 33 samples a second.
        case coarse
        /// Fewer than 18 samples a second.
        case sparse

        init(interval: Double) {
            self = interval < 0.03 ? .dense : interval < 0.055 ? .coarse : .sparse
        }

        var index: Int { self == .dense ? 0 : self == .coarse ? 1 : 2 }
    }

    /// The score of a movement of which nothing is known.
    var bias = 0.0
    /// A curve for each feature, in the order of ``ShakeFeature/allCases``. Arrays, so that a detector shares them.
    var curves: [Curve] = []
    /// For each density, the bars of ``ShakeSensitivity/low``, medium and high.
    var bars: [[Double]] = []
    /// The sum of the largest values of the curves that need each entry of the window.
    var largestOfEntries = 0.0

    init() {}

    /// The model that this version of Baton was built with.
    public static let builtIn: ShakeModel = {
        do {
            return try ShakeModel(bytes: PackageResources.shake_model)
        } catch {
            // A test reads the same bytes, so no build with such a file passes.
            preconditionFailure("the built-in model: \(error)")
        }
    }()

    /// The score of a movement, in natural logarithms of odds; a larger one is more like a shake. It is finite.
    public func score(_ features: ShakeFeatures) -> Double {
        firstPart(features) + secondPart(features)
    }

    /// What a feature adds to the score.
    public func part(of feature: ShakeFeature, in features: ShakeFeatures) -> Double {
        curves[feature.index].value(at: features[feature])
    }

    /// How much more a feature adds for the average shake than for this movement. A large value tells why it was none.
    public func shortfall(of feature: ShakeFeature, in features: ShakeFeatures) -> Double {
        curves[feature.index].typical - part(of: feature, in: features)
    }

    /// The score that a shake needs.
    ///
    /// - Parameter interval: the mean interval of the samples, in seconds.
    public func bar(_ sensitivity: ShakeSensitivity, interval: Double) -> Double {
        bars[Density(interval: interval).index][sensitivity.level]
    }

    /// The score of the features that need no look at the entries of the window.
    func firstPart(_ features: ShakeFeatures) -> Double {
        var score = bias
        for feature in ShakeFeature.fromMoments { score += part(of: feature, in: features) }
        return score
    }

    /// The score of the features that need it.
    func secondPart(_ features: ShakeFeatures) -> Double {
        var score = 0.0
        for feature in ShakeFeature.fromEntries { score += part(of: feature, in: features) }
        return score
    }
}
