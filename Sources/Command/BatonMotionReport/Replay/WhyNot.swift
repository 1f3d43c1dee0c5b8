// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
package import BatonMotion

/// A reason why a movement was not a shake.
package enum WhyNot: String, CaseIterable, Hashable, Sendable {
    case tooSoon = "too-soon"
    case tooWeak = "too-weak"
    case oneSided = "one-sided"
    case tooFewSwings = "too-few-swings"
    case singleSwing = "single-swing"
    case tooShort = "too-short"
    case tooSlow = "too-slow"
    case tooFast = "too-fast"
    case severalDirections = "several-directions"
    case turned
    case rough
    case step
    case strongerUpward = "stronger-upward"
    case weightless
    case fall
    case restless

    /// Between the frequencies of slow and of fast shakes, in Hz.
    private static let middleFrequency = 3.5
    /// Half swings in a row below which nothing is judged (rule SHAKE7).
    private static let leastRun = 2.0
    /// A feature with a smaller shortfall is told only if none has a larger one.
    private static let leastShortfall = 0.5
    /// More reasons than this would hide the main one.
    private static let most = 3

    /// The reasons for an episode, the most informative one first; there is always at least one.
    package static func reasons(for episode: MotionEpisode, model: ShakeModel = .builtIn) -> [WhyNot] {
        let tooSoon: [WhyNot] = episode.isTooSoon ? [.tooSoon] : []
        guard let features = episode.best.features else { return tooSoon.isEmpty ? [.tooWeak] : tooSoon }
        let unjudged: [WhyNot] =
            episode.best.isJudged
            ? (features.isGesture ? [.tooShort] : []) + (features.lacksThirdSwing ? [.singleSwing] : [])
            : [features[.run] < leastRun ? .tooShort : .tooWeak]
        let shortfalls = ShakeFeature.allCases.compactMap { feature in
            WhyNot(feature, features).map { (reason: $0, shortfall: model.shortfall(of: feature, in: features)) }
        }.sorted { $0.shortfall > $1.shortfall }
        let large = shortfalls.prefix(most).prefix { $0.shortfall >= leastShortfall }
        let lacking = (large.isEmpty ? shortfalls.prefix(1) : large).map(\.reason)
        return Array((tooSoon + unjudged + lacking.filter { !unjudged.contains($0) }).prefix(most))
    }

    /// What it means that a feature speaks against a shake; nil for the interval, which is the sensor's.
    private init?(_ feature: ShakeFeature, _ features: ShakeFeatures) {
        switch feature {
        case .strength: self = .tooWeak
        case .share: self = .severalDirections
        case .turn: self = .turned
        case .weightless: self = .fall
        case .roughness: self = .rough
        case .frequency: self = features[.frequency] < Self.middleFrequency ? .tooSlow : .tooFast
        case .interval: return nil
        case .weakerSide: self = .oneSided
        case .footing: self = .step
        case .thirdSwing: self = .singleSwing
        case .swings: self = .tooFewSwings
        case .skew: self = .strongerUpward
        case .leastForce: self = .weightless
        case .run: self = .tooShort
        case .unrest: self = .restless
        }
    }

    /// The reason in a few words, for a picture.
    package var label: String {
        switch self {
        case .tooSoon: "too soon"
        case .tooWeak: "too weak"
        case .oneSided: "too one-sided"
        case .tooFewSwings: "too few swings"
        case .singleSwing: "a single swing"
        case .tooShort: "too short"
        case .tooSlow: "too slow"
        case .tooFast: "too fast"
        case .severalDirections: "goes in several directions"
        case .turned: "turned meanwhile"
        case .rough: "rough like a knock"
        case .step: "a step or a road could have done it"
        case .strongerUpward: "stronger upward than downward"
        case .weightless: "lost weight"
        case .fall: "came out of a fall"
        case .restless: "not calm shortly before"
        }
    }

    /// The reason with its figures.
    package func text(_ episode: MotionEpisode) -> String {
        if self == .tooSoon {
            return "\(label): finding gravity takes the first \(DecimalText.text(ShakeMeasure.warmUp)) s after a start"
        }
        return episode.best.features.map { "\(label): \(figures($0))" } ?? label
    }

    private func figures(_ features: ShakeFeatures) -> String {
        func figure(_ feature: ShakeFeature, _ digits: Int = 1) -> String {
            DecimalText.text(features[feature], digits)
        }
        switch self {
        case .tooSoon: return ""
        case .tooWeak: return "\(figure(.strength)) m/s² r.m.s."
        case .oneSided: return "\(figure(.weakerSide)) m/s² on its weaker side"
        case .tooFewSwings: return figure(.swings, 0)
        case .singleSwing: return "the third one has \(figure(.thirdSwing)) of the strongest"
        case .tooShort:
            return "\(figure(.run, 0)) half \(features[.run] == 1 ? "swing" : "swings") in a row"
        case .tooSlow, .tooFast: return "\(figure(.frequency)) Hz"
        case .severalDirections: return "\(figure(.share, 2)) of it on one line"
        case .turned: return "by \(figure(.turn)) m/s²"
        case .rough: return "steps of \(figure(.roughness)) times its strength"
        case .step: return "upright, \(figure(.weakerSide)) m/s² on its weaker side"
        case .strongerUpward: return "skewness \(figure(.skew))"
        case .weightless: return "down to \(figure(.leastForce)) m/s²"
        case .fall: return "\(figure(.weightless, 2)) s of weightlessness"
        case .restless: return "\(figure(.unrest)) m/s² of unrest"
        }
    }
}

extension MotionEpisode {
    /// Whether it was over before anything can be recognized.
    package var isTooSoon: Bool { end < ShakeMeasure.warmUp }
}
