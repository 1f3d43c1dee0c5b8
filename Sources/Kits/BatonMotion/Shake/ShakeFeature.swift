// SPDX-License-Identifier: Apache-2.0

/// A property of the movement of the last 0.6 s, of a sparse sensor the last second, by which a shake differs from other
/// movement (rule SHAKE5).
///
/// All are computed after mean and slope of the window were taken away, so neither gravity nor the mounting of the sensor
/// matters. docs/shake.md has a picture of what each contributes.
///
/// For example:
/// ```swift
/// let weaker = detector.measure.features?[.weakerSide] ?? 0
/// if weaker < 9.8 { print("legs could have done it") }
/// ```
public enum ShakeFeature: String, CaseIterable, Hashable, Sendable {
    /// The root mean square of the movement, in m/s².
    case strength
    /// The share of the movement that is along its main axis, 0…1. A shake goes to and fro on a line.
    case share
    /// How much the force's mean changed in 0.6 s, in m/s². It is large when the device is turned.
    case turn
    /// Seconds with a specific force below 6 m/s², fading with a time constant of 0.8 s. It is large after a fall or a
    /// jump.
    case weightless
    /// The size of the steps between unsmoothed samples, as a share of ``strength``. Knocks and heel strikes are rough.
    case roughness
    /// The mean frequency of the movement, in Hz.
    case frequency
    /// The mean interval of the samples, in seconds: what a slow sensor sees differs.
    case interval
    /// The peak of the weaker side of the movement along its main axis, in m/s².
    case weakerSide = "weaker-side"
    /// How well the movement could be that of legs or a road, 0…1: it is upright, and its weaker side is below g. Legs
    /// push a body up with several g, but nothing pulls it down with more than one.
    case footing
    /// The peak of the third strongest half swing as a share of the strongest, 0…1; a single blow or gesture has none.
    case thirdSwing = "third-swing"
    /// How many half swings reach 0.4 of the strongest.
    case swings
    /// How much stronger the upward peaks are than the downward ones: the skewness along the main axis, times its
    /// upright share. Steps are stronger upward.
    case skew
    /// The smallest specific force, in m/s². Near 0 the device fell freely, or was pulled down by a hand.
    case leastForce = "least-force"

    /// Half swings in a row, as far back as they follow each other; from 8 on they count the same. A gesture has two or
    /// three.
    case run
    /// How much the device moved at its calmest moment lately, in m/s²: the magnitude of the user's acceleration, smoothed with
    /// a time constant of 0.2 s, at its lowest, and 4 m/s² more for each second since. It is small where the device was held
    /// still before, and large for who walks.
    case unrest

    /// The places of the features that follow from the moments of the window.
    static let fromMoments = 0..<7
    /// The places of the features that need a look at each entry of the window, and so are computed last.
    static let fromEntries = 7..<13
    /// The places of the features that are kept from sample to sample, further back than the window.
    static let fromHistory = 13..<15
}

/// The features of one window.
///
/// For example:
/// ```swift
/// if let features = detector.measure.features {
///     for feature in ShakeFeature.allCases { print(feature.rawValue, features[feature]) }
/// }
/// ```
public struct ShakeFeatures: Hashable, Sendable {
    /// The number of features.
    static let count = 15

    private var values = InlineArray<15, Double>(repeating: 0)

    init() {}

    /// The value of a feature, in the unit that ``ShakeFeature`` names. It is finite.
    public internal(set) subscript(feature: ShakeFeature) -> Double {
        get { values[feature.index] }
        // Whatever comes in, the model sees a number.
        set { values[feature.index] = newValue.isFinite ? newValue : 0 }
    }

    /// How densely the sensor was read (rule SHAKE7).
    var density: ShakeModel.Density { ShakeModel.Density(interval: self[.interval]) }

    /// Seconds before the sample that they are computed from.
    package var window: Double { density.window }

    /// The value of the feature at a place.
    subscript(index: Int) -> Double { values[index] }

    /// Two windows with the same values are equal.
    public static func == (left: ShakeFeatures, right: ShakeFeatures) -> Bool {
        left.values.indices.allSatisfy { left.values[$0] == right.values[$0] }
    }

    /// Hashes the values.
    public func hash(into hasher: inout Hasher) {
        for index in values.indices { hasher.combine(values[index]) }
    }
}

extension ShakeFeature {
    /// The place of the feature in ``allCases``.
    var index: Int {
        switch self {
        case .strength: 0
        case .share: 1
        case .turn: 2
        case .weightless: 3
        case .roughness: 4
        case .frequency: 5
        case .interval: 6
        case .weakerSide: 7
        case .footing: 8
        case .thirdSwing: 9
        case .swings: 10
        case .skew: 11
        case .leastForce: 12
        case .run: 13
        case .unrest: 14
        }
    }
}

// MARK: - How they are computed

extension ShakeFeatures {
    /// Computes what needs no look at the entries of the window.
    init(
        _ moments: ShakeMoments, share: Double, weightless: Double, interval: Double, run: Int, unrest: Double
    ) {
        self[.strength] = moments.strength
        self[.share] = share
        self[.turn] = moments.slope.magnitude * ShakeWindow.length
        self[.weightless] = weightless
        self[.roughness] = moments.rawStep / moments.strength
        self[.frequency] = moments.squaredRate.squareRoot() / (moments.strength * 2 * .pi)
        self[.interval] = interval
        self[.run] = Double(run)
        self[.unrest] = unrest
    }

    /// Computes the features that need a look at each entry.
    ///
    /// - Parameters:
    ///   - axis: the main axis of the movement.
    ///   - gravity: the direction of gravity, in m/s².
    mutating func look(
        at window: borrowing ShakeWindow, _ moments: ShakeMoments, along axis: Acceleration, gravity: Acceleration
    ) {
        let weight = gravity.magnitude
        let along = axis.dot(gravity)
        let upright = weight > 0.5 ? min(1, abs(along) / weight) : 0
        let axis = along < 0 ? axis * -1 : axis
        let start = axis.dot(moments.mean) - axis.dot(moments.slope) * moments.meanTime
        let rise = axis.dot(moments.slope)
        var swings = SwingPeaks()
        var squares = 0.0
        var cubes = 0.0
        var least = Double.infinity
        window.forEach { entry in
            let p = axis.dot(entry.force) - start - rise * entry.time
            swings.add(p)
            squares += p * p
            cubes += p * p * p
            least = min(least, entry.force.squaredMagnitude)
        }
        swings.finish()
        let count = Double(window.count)
        let spread = squares / count
        self[.weakerSide] = swings.weakerSide
        self[.footing] = upright * max(0, 1 - swings.weakerSide / Acceleration.standardGravity)
        self[.thirdSwing] = swings.strongest > 0 ? swings.third / swings.strongest : 0
        self[.swings] = Double(swings.count(above: 0.4))
        self[.skew] = spread > 0 ? cubes / count / (spread * spread.squareRoot()) * upright : 0
        self[.leastForce] = least.squareRoot()
    }
}

/// The peaks of the half swings along an axis.
struct SwingPeaks {
    private static let capacity = 16
    private var peaks = InlineArray<16, Double>(repeating: 0)
    private var found = 0
    private var current = 0.0
    private var positive = 0.0
    private var negative = 0.0
    private(set) var strongest = 0.0
    private var second = 0.0
    private(set) var third = 0.0

    /// The peak of the weaker side.
    var weakerSide: Double { min(positive, negative) }

    mutating func add(_ value: Double) {
        if value * current >= 0 {
            if abs(value) > abs(current) { current = value }
        } else {
            finish()
            current = value
        }
    }

    /// Ends the half swing under way.
    mutating func finish() {
        let peak = abs(current)
        if current > 0 { positive = max(positive, peak) } else { negative = max(negative, peak) }
        if peak > strongest {
            (strongest, second, third) = (peak, strongest, second)
        } else if peak > second {
            (second, third) = (peak, second)
        } else if peak > third {
            third = peak
        }
        if found < Self.capacity {
            peaks[found] = peak
            found += 1
        }
    }

    /// How many peaks are above a share of the strongest.
    func count(above share: Double) -> Int {
        var result = 0
        for index in 0..<found where peaks[index] > share * strongest { result += 1 }
        return result
    }
}
