// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonDBus
import BatonMotion
import BatonMotionClient
import BatonReactor

/// The accelerometer's signal while its page is on the screen: how much the device moves, and how near that comes to a shake.
final class SignalWatch {
    /// What is drawn.
    struct Picture {
        /// How much the device moved in the last seconds, in m/s², from the oldest to the newest.
        var movement: [Double] = []
        /// The recognizer's score of the last sample, and the score that a shake needs; nil while nothing moves.
        var score: Double?
        /// The score that a shake needs.
        var bar = 0.0
    }

    /// Called at most thirty times a second while samples come.
    var onPicture: ((Picture) -> Void)?

    private let connection: Connection
    private var source: BusMotionSource?
    private var detector = ShakeDetector(ShakeSettings.agentDefault, isExplaining: true)
    private var picture = Picture()
    private var drawnAt = Duration.zero

    private static let (frame, samples) = (Duration.milliseconds(33), 400)

    init(on connection: Connection) { self.connection = connection }

    /// Reads the sensor, or no longer.
    func follow(_ isWanted: Bool) {
        guard isWanted != (source != nil) else { return }
        guard isWanted else {
            source?.read(MotionNeeds())
            source = nil
            return
        }
        picture = Picture()
        let source = BusMotionSource(connection: connection)
        self.source = source
        source.events = { [weak self] event in
            switch event {
            case .sample(let sample): self?.take(sample)
            case .equipmentChanged: self?.read()
            }
        }
        source.whenSettled { [weak self] in self?.read() }
    }

    private func read() { source?.read(MotionNeeds(intervals: [.accelerometer: 0.01])) }

    private func take(_ sample: SensorSample) {
        guard sample.kind == .accelerometer else { return }
        _ = detector.process(sample)
        let measure = detector.measure
        picture.movement.append(measure.magnitude)
        if picture.movement.count > Self.samples { picture.movement.removeFirst(Self.samples / 4) }
        picture.score = measure.score
        picture.bar = measure.bar
        let now = connection.reactor.now
        guard now - drawnAt >= Self.frame else { return }
        drawnAt = now
        onPicture?(picture)
    }
}
