// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonDBus
import BatonFiles
import BatonForms
import BatonMotion
import BatonMotionClient
import BatonReactor

/// The accelerometer's signal while its page is on the screen: how much the device moves, and how near that comes to a shake.
final class SignalWatch {
    /// What is drawn.
    struct Picture {
        /// How much the device moved in the last seconds, in m/s², from the oldest to the newest.
        var movement: [Double] = []
        /// The top of the picture.
        var highest = SignalWatch.leastHighest
        /// The score against its bar.
        var reading = ScoreReading()
        /// The same in words, which change a few times a second only.
        var words = ScoreReading().words
    }

    /// Called thirty times a second while samples come, or for each sample if those are fewer.
    var onPicture: ((Picture) -> Void)?

    private let connection: Connection
    private var source: BusMotionSource?
    private var detector = SignalWatch.detector(ShakeSettings.agentDefault, .builtIn)
    /// The coefficients' file, and what is in it.
    private var model: (path: String, coefficients: ShakeModel) = ("", .builtIn)
    private var picture = Picture()
    private var due = Duration.zero
    private var wordsDue = Duration.zero
    /// When the best score of the last moment was, and when a shake was recognized.
    private var (bestAt, recognizedAt): (Duration?, Duration?)

    private static let (frame, samples) = (Duration.milliseconds(32), 600)
    /// At most about as many samples are seen at once.
    private static let seen = 300
    private static let leastHighest = 20.0
    /// How often the words change, and how long a score stays, and that a shake was recognized: until it is read.
    private static let (pause, recent) = (Duration.milliseconds(350), Duration.seconds(3))

    init(on connection: Connection) { self.connection = connection }

    private static func detector(_ settings: ShakeSettings, _ model: ShakeModel) -> ShakeDetector {
        ShakeDetector(settings, model: model, isExplaining: true)
    }

    /// Recognizes shakes as batond does.
    ///
    /// - Parameter path: the file of the coefficients; empty for those of the build.
    func follow(_ level: ShakeSensitivity, raise: Double, model path: String) {
        var settings = ShakeSettings.agentDefault
        (settings.sensitivity, settings.raise) = (level, raise)
        guard settings != detector.settings || path != model.path else { return }
        if path != model.path { model = (path, Self.coefficients(path)) }
        detector = Self.detector(settings, model.coefficients)
    }

    /// A file that cannot be used is told by the doctor, and those of the build are used.
    private static func coefficients(_ path: String) -> ShakeModel {
        guard !path.isEmpty, let bytes = (try? SmallFile.read(path, most: ShakeModel.largestFile)) ?? nil,
            let model = try? ShakeModel(bytes: bytes)
        else { return .builtIn }
        return model
    }

    /// Reads the sensor, or no longer.
    func follow(_ isWanted: Bool) {
        guard isWanted != (source != nil) else { return }
        guard isWanted else {
            source?.read(MotionNeeds())
            source = nil
            return
        }
        picture = Picture()
        (bestAt, recognizedAt) = (nil, nil)
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

    /// As often as batond reads it while it moves, so that the window changes neither the sensor nor what is recognized.
    private func read() { source?.read(MotionNeeds(intervals: [.accelerometer: 0.02])) }

    private func take(_ sample: SensorSample) {
        guard sample.kind == .accelerometer else { return }
        let now = connection.reactor.now
        if case .began? = detector.process(sample) { recognizedAt = now }
        let measure = detector.measure
        picture.movement.append(measure.magnitude)
        if picture.movement.count > Self.samples { picture.movement.removeFirst(Self.samples / 2) }
        weigh(measure, at: now)
        guard now >= due else { return }
        // A picture that comes late does not make the next one late.
        due = max(due + Self.frame, now - Self.frame)
        picture.highest = max(Self.leastHighest, picture.movement.suffix(Self.seen).max() ?? 0)
        onPicture?(picture)
    }

    private func weigh(_ measure: ShakeMeasure, at now: Duration) {
        let isRecognized = recognizedAt.map { now - $0 < Self.recent } == true
        if let at = bestAt, now - at >= Self.recent { (bestAt, picture.reading.score) = (nil, nil) }
        if let score = measure.score, measure.isJudged, score >= picture.reading.score ?? -.infinity {
            (bestAt, picture.reading.score) = (now, score)
        }
        if measure.bar > 0 { picture.reading.bar = measure.bar }
        let isNew = isRecognized && !picture.reading.isRecognized
        picture.reading.isRecognized = isRecognized
        guard isNew || now >= wordsDue else { return }
        wordsDue = now + Self.pause
        picture.words = picture.reading.words
    }
}
