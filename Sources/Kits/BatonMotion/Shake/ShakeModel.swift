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
        /// How many knots there are; 2 to 10.
        private(set) var count = 2
        // Not arrays: each access to one would be counted, which costs more than the curve.
        private(set) var knots = InlineArray<10, Double>(repeating: 1)
        private(set) var values = InlineArray<10, Double>(repeating: 0)
        /// The mean of the curve over shakes, to compare others with.
        private(set) var typical = 0.0

        /// A curve that is 0 everywhere.
        init() { knots[0] = 0 }

        /// - Parameters:
        ///   - knots: where the value is given; 2 to 10, rising.
        ///   - values: as many values.
        init(knots: [Double], values: [Double], typical: Double) {
            count = knots.count
            for index in 0..<count {
                self.knots[index] = knots[index]
                self.values[index] = values[index]
            }
            self.typical = typical
        }

        /// The largest value of the curve.
        var largest: Double {
            var result = values[0]
            for index in 1..<count { result = max(result, values[index]) }
            return result
        }

        func value(at x: Double) -> Double {
            guard x > knots[0] else { return values[0] }
            for index in 1..<count where x < knots[index] {
                let share = (x - knots[index - 1]) / (knots[index] - knots[index - 1])
                return values[index - 1] + share * (values[index] - values[index - 1])
            }
            return values[count - 1]
        }
    }

    /// How densely a sensor is read: few samples show other things, and have curves of their own.
    enum Density: String, CaseIterable, Sendable {
        /// At least 18 samples a second.
        case dense
        /// Fewer than 18 samples a second.
        case sparse

        init(interval: Double) { self = interval > ShakeThresholds.sparse ? .sparse : .dense }

        /// The place in ``ShakeModel/sets``.
        var index: Int { self == .dense ? 0 : 1 }
        /// The length of the window, in seconds.
        var window: Double { self == .dense ? ShakeWindow.length : ShakeWindow.sparseLength }
    }

    /// The curves for a density.
    struct Curves: Sendable {
        /// The score of a movement of which nothing is known.
        var bias = 0.0
        /// A curve for each feature, in the order of ``ShakeFeature/allCases``.
        var curves = InlineArray<15, Curve>(repeating: Curve())
        /// The sum of the largest values of the curves that need each entry of the window.
        var largestOfEntries = 0.0

        subscript(feature: ShakeFeature) -> Curve { curves[feature.index] }

        /// The score of the features that need no look at the entries of the window.
        func firstPart(_ features: ShakeFeatures) -> Double {
            var score = bias
            for index in ShakeFeature.fromMoments { score += curves[index].value(at: features[index]) }
            for index in ShakeFeature.fromHistory { score += curves[index].value(at: features[index]) }
            return score
        }

        /// The score of the features that need a look at the entries of the window.
        func secondPart(_ features: ShakeFeatures) -> Double {
            var score = 0.0
            for index in ShakeFeature.fromEntries { score += curves[index].value(at: features[index]) }
            return score
        }
    }

    /// The curves of each ``Density``.
    var sets = InlineArray<2, Curves>(repeating: Curves())
    /// The bars of each ``ShakeSensitivity``.
    var bars = InlineArray<3, Bars>(repeating: Bars())

    /// The checksum of the file that it was read from; two files with the same one have the same coefficients.
    public internal(set) var checksum: UInt32 = 0

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

    /// The same curves without a bar that anything reaches, for the features of all movement: where no shake begins, none ends
    /// and empties the window. So what is learned from does not depend on what was learned before.
    package var withoutBars: ShakeModel {
        var model = self
        for level in model.bars.indices { for place in Bars.intervals.indices { model.bars[level][place] = 1e6 } }
        return model
    }

    /// The score of a movement, in natural logarithms of odds; a larger one is more like a shake. It is finite.
    public func score(_ features: ShakeFeatures) -> Double {
        firstPart(features) + secondPart(features)
    }

    /// What a feature adds to the score.
    public func part(of feature: ShakeFeature, in features: ShakeFeatures) -> Double {
        sets[features.density.index][feature].value(at: features[feature])
    }

    /// How much more a feature adds for the average shake than for this movement. A large value tells why the
    /// movement is not a shake.
    public func shortfall(of feature: ShakeFeature, in features: ShakeFeatures) -> Double {
        sets[features.density.index][feature].typical - part(of: feature, in: features)
    }

    /// The score that a shake needs.
    ///
    /// - Parameters:
    ///   - sensitivity: the level.
    ///   - interval: the mean interval of the samples, in seconds.
    public func bar(_ sensitivity: ShakeSensitivity, interval: Double) -> Double {
        bars[sensitivity.level].bar(interval)
    }

    /// The bars of a sensitivity.
    func bars(_ sensitivity: ShakeSensitivity) -> Bars { bars[sensitivity.level] }

    /// The score of the features that need no look at the entries of the window.
    func firstPart(_ features: ShakeFeatures) -> Double { sets[features.density.index].firstPart(features) }

    /// The score of the features that need a look at the entries of the window.
    func secondPart(_ features: ShakeFeatures) -> Double { sets[features.density.index].secondPart(features) }

    /// The most that ``secondPart(_:)`` can be for features of this interval.
    func largestSecondPart(_ features: ShakeFeatures) -> Double { sets[features.density.index].largestOfEntries }
}
