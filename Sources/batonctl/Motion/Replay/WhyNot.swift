// SPDX-License-Identifier: Apache-2.0
import BatonMotion

/// A reason why a movement was not a shake.
enum WhyNot: String, CaseIterable, Hashable, Sendable {
    case tooSoon = "too-soon"
    case fall
    case neverCalm = "never-calm"
    case tooFast = "too-fast"
    case tooSlow = "too-slow"
    case tooFewSwings = "too-few-swings"
    case oneSided = "one-sided"
    case tooWeak = "too-weak"

    /// The reasons for an episode, the most informative one first; there is always at least one.
    static func reasons(for episode: MotionEpisode) -> [WhyNot] {
        let best = episode.best
        var reasons: [WhyNot] = []
        if episode.end < ShakeMeasure.warmUp { reasons.append(.tooSoon) }
        if best.isFalling { reasons.append(.fall) }
        let lacksSwings = episode.reversals < (best.isSparse ? 1 : ShakeMeasure.neededReversals)
        if !best.isSparse, lacksSwings, let halfSwing = episode.halfSwing, halfSwing < ShakeMeasure.halfSwing.lowerBound
        {
            reasons.append(.tooFast)
        } else if lacksSwings, let halfSwing = episode.halfSwing, halfSwing > ShakeMeasure.halfSwing.upperBound {
            reasons.append(.tooSlow)
        } else if lacksSwings {
            reasons.append(.tooFewSwings)
        }
        let isStrongOnOneSide = best.balance > 0 && best.weakerSwing / best.balance >= ShakeMeasure.neededSwing
        if best.balance > 0, best.balance < ShakeMeasure.neededBalance, isStrongOnOneSide { reasons.append(.oneSided) }
        if MotionEpisode.closeness(best) < 1, !lacksSwings || best.weakerSwing < ShakeMeasure.neededSwing {
            reasons.append(.tooWeak)
        }
        if best.sinceCalm > ShakeMeasure.longestSinceCalm { reasons.append(.neverCalm) }
        if reasons.isEmpty { reasons.append(.tooWeak) }
        return reasons
    }

    /// The reason in two or three words, for a picture.
    var label: String {
        switch self {
        case .tooSoon: "too soon"
        case .fall: "a fall"
        case .neverCalm: "never calm"
        case .tooFast: "too fast"
        case .tooSlow: "too slow"
        case .tooFewSwings: "too few swings"
        case .oneSided: "one-sided"
        case .tooWeak: "too weak"
        }
    }

    /// The reason with its figures.
    func text(_ episode: MotionEpisode) -> String {
        let best = episode.best
        func figure(_ value: Double) -> String { DecimalText.text(value, 1) }
        switch self {
        case .tooSoon:
            return "too soon: finding gravity takes the first \(figure(ShakeMeasure.warmUp)) s after a start"
        case .fall: return "a fall or a jump shortly before"
        case .neverCalm:
            let limit = figure(ShakeMeasure.longestSinceCalm)
            return "never calm before: \(figure(best.sinceCalm)) s of movement without a rest (at most \(limit))"
        case .tooFast, .tooSlow:
            let milliseconds = DecimalText.text((episode.halfSwing ?? 0) * 1000, 0)
            let range = ShakeMeasure.halfSwing
            let limit =
                self == .tooFast
                ? "at least \(DecimalText.text(range.lowerBound * 1000, 0))"
                : "at most \(DecimalText.text(range.upperBound * 1000, 0))"
            return "\(label): \(milliseconds) ms from side to side (\(limit))"
        case .tooFewSwings:
            return "too few swings: \(episode.reversals) of \(ShakeMeasure.neededReversals) reversals in a row"
        case .oneSided:
            let stronger = best.balance > 0 ? best.weakerSwing / best.balance : 0
            return "one-sided: \(figure(stronger)) m/s² there, \(figure(best.weakerSwing)) back"
        case .tooWeak where best.isSparse:
            return "too weak: strength \(DecimalText.text(best.strength, 2)) of "
                + "\(DecimalText.short(ShakeMeasure.neededSparseStrength)), for so few samples a second"
        case .tooWeak:
            return "too weak: strength \(DecimalText.text(best.strength, 2)) of "
                + "\(DecimalText.short(ShakeMeasure.neededStrength)), weaker swing \(figure(best.weakerSwing)) of "
                + "\(DecimalText.short(ShakeMeasure.neededSwing)) m/s²"
        }
    }
}
