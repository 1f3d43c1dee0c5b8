// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionReport
import BatonReactor
import BatonValues

/// Guides the user through a calibration with the live signal.
final class Calibrator {
    /// How long to wait for five shakes.
    private static let patience = Duration.seconds(120)

    private let stream: MotionStream
    private let tell: (CalibrationStep) -> Void
    private var live: ShakeReplay
    private let model: ShakeModel
    private var shakes: [SensorSample] = []
    private var rest: [SensorSample] = []

    /// - Parameter tell: called at each step; without it people read the sentences.
    /// - Throws: ``CommandError`` when no stream can be opened.
    init(session: BusSession, tell: ((CalibrationStep) -> Void)? = nil) throws(CommandError) {
        self.tell = tell ?? Self.say
        stream = try MotionStream(session: session)
        var settings = ShakeSettings.agentDefault
        settings.sensitivity = .high
        model = stream.format.readCoefficients()
        live = ShakeReplay(settings, model: model)
    }

    /// Asks for shakes and then for a rest.
    ///
    /// - Parameters:
    ///   - seconds: How long the rest is.
    ///   - endsWhole: Whether a signal ends all of it; if not, it ends only the part of the rest that is under way.
    /// - Returns: The result; nil when the user ended it.
    func run(seconds: Double, endsWhole: Bool = false) throws(CommandError) -> ShakeCalibration? {
        tell(.ready)
        switch try stream.run(for: Self.patience, receive: { [self] in takeShake($0) }) {
        case .stopped: return nil
        case .closed: throw stream.explanation()
        case .timeOver, .enough: break
        }
        for use in [CalibrationStep.Use.use, .carry] {
            if try keepStill(use, for: seconds / 2) == .stopped, endsWhole { return nil }
        }
        return ShakeCalibration(shakes: shakes, rest: rest, model: model)
    }

    private static func say(_ step: CalibrationStep) {
        if let sentence = step.sentence { Console.complain(sentence) }
    }

    private func takeShake(_ record: StreamRecord) {
        guard case .sample(let sample) = record else { return }
        shakes.append(sample)
        let before = live.episodes.filter(ShakeCalibration.isAttempt).count
        live.take(sample)
        live.forget(beyond: 3)
        let attempts = live.episodes.filter(ShakeCalibration.isAttempt)
        guard attempts.count > before, let last = attempts.last else { return }
        tell(.shaken(attempts.count, last.hasShake ? nil : WhyNot.reasons(for: last, model: model)[0]))
        if attempts.count == ShakeCalibration.shakes { stream.stop() }
    }

    private func keepStill(_ use: CalibrationStep.Use, for seconds: Double) throws(CommandError) -> StreamEnd {
        tell(.rest(use, elapsed: 0, of: seconds))
        var (first, told): (Int64?, Int64) = (nil, 0)
        let end = try stream.run(
            for: .milliseconds(Int64(clamping: seconds * 1000)),
            receive: { [self] record in
                guard case .sample(let sample) = record else { return }
                rest.append(sample)
                let begin = first ?? sample.nanoseconds
                first = begin
                // By the samples' own times: nothing wakes up for it.
                let whole = (sample.nanoseconds &- begin) / 1_000_000_000
                guard whole > told, Double(whole) <= seconds else { return }
                told = whole
                tell(.rest(use, elapsed: Int(whole), of: seconds))
            })
        if end == .closed { throw stream.explanation() }
        return end
    }
}
