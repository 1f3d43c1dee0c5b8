// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonMotionReport
import BatonReactor
import BatonValues

/// Guides the user through a calibration with the live signal.
final class Calibrator {
    /// How long to wait for five shakes.
    private static let patience = Duration.seconds(120)

    private let stream: MotionStream
    private var live: ShakeReplay
    private let model: ShakeModel
    private var shakes: [SensorSample] = []
    private var rest: [SensorSample] = []

    /// - Throws: ``CommandError`` when no stream can be opened.
    init(session: BusSession) throws(CommandError) {
        stream = try MotionStream(session: session)
        var settings = ShakeSettings.agentDefault
        settings.sensitivity = .high
        model = stream.format.readCoefficients()
        live = ShakeReplay(settings, model: model)
    }

    /// Asks for shakes and then for a rest.
    ///
    /// - Parameter seconds: How long the rest is.
    /// - Returns: The result; nil when the user ended it before the rest began.
    func run(seconds: Double) throws(CommandError) -> ShakeCalibration? {
        Console.complain(
            "Wait a second, then shake the device \(ShakeCalibration.shakes) times as you would to undo, with a rest of a second "
                + "after each.")
        switch try stream.run(for: Self.patience, receive: { [self] in takeShake($0) }) {
        case .stopped: return nil
        case .closed: throw stream.explanation()
        case .timeOver, .enough: break
        }
        let half = seconds / 2
        try keepStill("Now type, and use the device as usual", for: half)
        try keepStill("Now pick it up and carry it around", for: half)
        return ShakeCalibration(shakes: shakes, rest: rest, model: model)
    }

    private func takeShake(_ record: StreamRecord) {
        guard case .sample(let sample) = record else { return }
        shakes.append(sample)
        let before = live.episodes.filter(ShakeCalibration.isAttempt).count
        live.take(sample)
        live.forget(beyond: 3)
        let attempts = live.episodes.filter(ShakeCalibration.isAttempt)
        guard attempts.count > before, let last = attempts.last else { return }
        let reason = WhyNot.reasons(for: last, model: model)[0].label
        let word = last.hasShake ? "recognized" : "missed even by 'high': \(reason)"
        Console.complain("  \(attempts.count) of \(ShakeCalibration.shakes)  \(word)")
        if attempts.count == ShakeCalibration.shakes { stream.stop() }
    }

    private func keepStill(_ prompt: String, for seconds: Double) throws(CommandError) {
        Console.complain("\(prompt), for \(DecimalText.text(seconds, 0)) s.")
        let end = try stream.run(
            for: .milliseconds(Int64(clamping: seconds * 1000)),
            receive: { [self] record in
                if case .sample(let sample) = record { rest.append(sample) }
            })
        if end == .closed { throw stream.explanation() }
    }
}
