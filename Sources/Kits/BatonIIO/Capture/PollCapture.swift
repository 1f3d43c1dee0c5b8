// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonReactor
import BatonValues
import SystemPackage

/// Reads the axes' attributes one after the other, on a timer: slowly at rest, faster while the device moves (rules
/// IIO29 to IIO31).
///
/// It needs no rights and does not disturb other readers. A read blocks as long as the driver does, so the reactor
/// should have no other urgent work. Each sample has the time at which it was read.
final class PollCapture: Capture {
    /// The kinds of one device, at least one.
    private let sensors: [TriaxialSensor]
    private var sensor: TriaxialSensor { sensors[0] }
    private let reactor: Reactor
    private let handlers: CaptureHandlers
    private var policy = RestPolicy()
    private var timer: ReactorTimer?
    private var foundRate: Double?
    private var lastTime = Int64.min
    private var troubleSince: Duration?
    private var hangs = 0
    private var slowReadings = 0

    let mode = SensorDescription.Mode.poll
    private(set) var rate: Double
    var allowsRest = true

    /// The rate at rest, in Hz. It keeps within 13 wake-ups a second. A higher rate notices the beginning of a shake
    /// earlier.
    static let restRate = SamplingRate.rest.frequency
    /// A read of an axis that takes longer counts as hung. hid gives up after 5 s and then returns 0.
    static let hangLimit = Duration.seconds(1)
    /// How long temporary errors may last before the capture fails.
    static let patience = Duration.seconds(3)
    /// The highest rate in Hz at which several kinds are polled: each value is a transfer (rule IIO29).
    static let sharedRate = 50.0
    /// A read of all axes that takes longer is too slow to recognize shakes. Five in a row are reported.
    static let slowLimit = Duration.milliseconds(40)

    init(_ sensors: [TriaxialSensor], rate: Double, reactor: Reactor, handlers: CaptureHandlers) {
        self.sensors = sensors
        self.rate = Self.usable(rate, sensors.count)
        self.reactor = reactor
        self.handlers = handlers
    }

    private static func usable(_ rate: Double, _ kinds: Int) -> Double { kinds > 1 ? min(rate, sharedRate) : rate }

    func start() throws(SensorFailure) {
        setRate()
        do {
            _ = try read()
        } catch {
            // After a temporary error the timer tries again.
            if !mayPass(error) {
                stop()
                throw failure(error)
            }
        }
        timer = reactor.schedule(after: interval) { [weak self] in self?.tick() }
    }

    func stop() {
        timer?.cancel()
        timer = nil
        if let rate = foundRate, sensor.rate != rate { sensor.write(rate: rate) }
        foundRate = nil
    }

    func adjust(rate: Double, delay: Duration) {
        self.rate = Self.usable(rate, sensors.count)
        setRate()
        guard let timer else { return }
        let next = reactor.now + interval
        if next < timer.deadline { timer.reschedule(at: next) }
    }

    /// Raises the rate of a slow sensor, if the rights allow it and no program reads its buffer. The rate applies to
    /// all readers (rule IIO13).
    private func setRate() {
        guard let present = sensor.rate, present < rate, !sensor.isBufferOn else { return }
        if foundRate == nil { foundRate = present }
        let now = sensor.setRate(atLeast: rate) ?? present
        guard now < 0.5 * rate else { return }
        handlers.notice(
            IIONotice(
                .rate, of: sensor.kind,
                "\(sensor.candidate.name): measures at \(now) Hz only, \(rate) Hz were asked for: "
                    + "shakes may be missed (the udev rule lets Baton set it)"))
    }

    private var interval: Duration {
        guard troubleSince == nil else { return .milliseconds(200) }
        let rate = policy.rate == .rest && allowsRest ? min(SamplingRate.rest.frequency, rate) : rate
        return .nanoseconds(Int64(clamping: 1_000_000_000 / rate))
    }

    private func tick() {
        let begun = reactor.now
        do {
            let raw = try read()
            let ended = reactor.now
            troubleSince = nil
            hangs = 0
            judge(ended - begun)
            take(raw, at: begun + (ended - begun) / 2)
        } catch {
            trouble(error)
        }
        // Keeps the sampling period while reads return within it. After an overrun the next read is due one period
        // later.
        guard let timer else { return }
        let next = timer.deadline + interval
        timer.reschedule(at: next > reactor.now ? next : reactor.now + interval)
    }

    private func take(_ raw: [SIMD3<Double>], at time: Duration) {
        lastTime = max(time.wholeNanoseconds, lastTime &+ 1)
        for (sensor, raw) in zip(sensors, raw) {
            let sample = sensor.calibration.sample(raw, nanoseconds: lastTime)
            if sample.kind == .accelerometer { _ = policy.process(sample) }
            handlers.deliver(sample)
            // The receiver may have stopped the capture.
            guard timer != nil else { return }
        }
    }

    private func read() throws(Errno) -> [SIMD3<Double>] {
        var values: [SIMD3<Double>] = []
        for sensor in sensors {
            values.append(SIMD3(try read(0, of: sensor), try read(1, of: sensor), try read(2, of: sensor)))
        }
        return values
    }

    private func read(_ axis: Int, of sensor: TriaxialSensor) throws(Errno) -> Double {
        let begun = reactor.now
        let value: Double
        do {
            value = try sensor.axes[axis].value(sensor.isRaw ? "raw" : "input")
        } catch {
            throw mayPass(error) && reactor.now - begun >= Self.hangLimit ? .timedOut : error
        }
        // A value that comes after such a wait is not a measurement (hid), and its time is not known.
        guard reactor.now - begun < Self.hangLimit else { throw .timedOut }
        guard sensor.isRaw, let format = sensor.formats[axis], let whole = Int64(exactly: value) else { return value }
        return Double(format.repaired(whole))
    }

    // MARK: Slow and failing sensors

    private func judge(_ duration: Duration) {
        guard duration > Self.slowLimit else {
            slowReadings = 0
            return
        }
        slowReadings += 1
        guard slowReadings == 5 else { return }
        let milliseconds = duration.wholeNanoseconds / 1_000_000
        handlers.notice(
            IIONotice(
                .slow, of: sensor.kind,
                "\(sensor.candidate.name): a reading takes \(milliseconds) ms: shakes may be missed; "
                    + "the kernel's buffer is faster (udev rule)"))
    }

    private func trouble(_ error: Errno) {
        let now = reactor.now
        let since = troubleSince ?? now
        troubleSince = since
        if error == .timedOut { hangs += 1 }
        if mayPass(error), hangs < 2, now - since < Self.patience { return }
        handlers.failed(failure(error))
    }

    private func mayPass(_ error: Errno) -> Bool {
        switch error {
        case .interrupted, .resourceTemporarilyUnavailable, .resourceBusy, .ioError, .timedOut, .invalidArgument: true
        default: false
        }
    }

    private func failure(_ error: Errno) -> SensorFailure {
        SensorFailure(error, "reading its axes", of: sensor.candidate.name)
    }
}
