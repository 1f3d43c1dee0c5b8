// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonDBus
import BatonMotionClient
import BatonReactor

/// A motion manager over the bus that prints how many values it got, how often, and how late.
final class SensorReading {
    private let bus: Connection
    private let source: BusMotionSource
    private let manager: MotionManager
    /// Timestamps in seconds, and how much later each value came in milliseconds.
    private var times: [Double] = []
    private var late: [Double] = []

    /// How much later than due a timer of 10 ms was, in milliseconds: what this machine can do at best just now.
    private var timerLate: [Double] = []
    private var tick: ReactorTimer?

    /// What is not measured at the beginning: the sensor is started, and its interval is learned.
    private static let warmUp = 3.0

    init(_ bus: Connection) {
        self.bus = bus
        source = BusMotionSource(connection: bus)
        manager = MotionManager(sensors: MotionSensors(source: source))
    }

    /// - Parameter arguments: the program, "accelerometer", "gyroscope" or "motion", the interval and the time to read, both in
    ///   seconds.
    func run(_ arguments: [String]) throws {
        let interval = Double(arguments[2]) ?? 0.01
        source.whenSettled { [unowned self] in start(arguments[1], interval) }
        try bus.open()
        watchClock()
        let timer = bus.reactor.schedule(after: .seconds(Double(arguments[3]) ?? 10)) { [unowned self] in
            tell()
            bus.reactor.stop()
        }
        try bus.reactor.run()
        timer.cancel()
    }

    private func start(_ kind: String, _ interval: Double) {
        manager.accelerometerUpdateInterval = interval
        manager.gyroUpdateInterval = interval
        manager.deviceMotionUpdateInterval = interval
        switch kind {
        case "gyroscope": manager.startGyroUpdates { [unowned self] in take($0?.timestamp, $1) }
        case "motion": manager.startDeviceMotionUpdates { [unowned self] in take($0?.timestamp, $1) }
        default: manager.startAccelerometerUpdates { [unowned self] in take($0?.timestamp, $1) }
        }
    }

    private func watchClock() {
        let due = bus.reactor.now + .milliseconds(10)
        tick = bus.reactor.schedule(at: due, tolerance: .zero) { [unowned self] in
            timerLate.append((bus.reactor.now - due) / .milliseconds(1))
            watchClock()
        }
    }

    private func take(_ timestamp: Duration?, _ error: MotionError?) {
        if let error { MotionApp.say("error \(error.rawValue)") }
        guard let timestamp else { return }
        if times.isEmpty { MotionApp.say("first value") }
        let time = timestamp / .seconds(1)
        times.append(time)
        late.append((Double(MotionApp.now()) * 1e-6 - time) * 1000)
    }

    private func tell() {
        let skipped = times.firstIndex { $0 - times[0] >= Self.warmUp } ?? times.count
        let (kept, delays) = (times[skipped...], late[skipped...].sorted())
        guard let first = kept.first, let last = kept.last, kept.count > 1 else { return MotionApp.say("no values") }
        let rate = Double(kept.count - 1) / (last - first)
        let delay = timerLate.sorted()[max(0, timerLate.count - 1) * 99 / 100]
        func share(_ part: Int) -> Double { (delays[(delays.count - 1) * part / 100] * 10).rounded() / 10 }
        MotionApp.say(
            "\(kept.count) values at \((rate * 100).rounded() / 100) Hz, late p50 \(share(50)) ms p99 \(share(99)) ms most "
                + "\(share(100)) ms, timer p99 \((delay * 10).rounded() / 10) ms")
    }
}
