// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonReactor
import BatonValues
import SystemPackage

/// Reads the kernel's buffer whenever its watermark is reached (rules IIO18 to IIO28).
///
/// It takes the buffer even if another program has it on, so the caller has to check that first. It restores the state
/// in which it found the buffer. When no samples come, a watchdog opens the buffer again: a second program, a suspend
/// and an unplug all have this effect.
final class BufferCapture: Capture {
    private let sensors: [TriaxialSensor]
    private var sensor: TriaxialSensor { sensors[0] }
    /// By kind, of how many scans one has a new value: a slower kind repeats its values (rule IIO39).
    private var strides: [Int]
    private var scans = 0
    private let reactor: Reactor
    private let handlers: CaptureHandlers
    private var wanted: Double
    private var delay: Duration
    /// How many scans the open buffer collects.
    private var collected = 1
    private let note: RecoveryNote?
    /// How many times in a row the buffer may be opened again without a sample, before the first sample and after it.
    private let retries: (before: Int, after: Int)
    private var found: BufferState?
    private var buffer: ScanBuffer?
    private var watch: Watch?
    private var watchdog: ReactorTimer?
    private var clock: DeviceClock?
    private var times = SampleTimes(rate: 50)
    private var hasDelivered = false
    private var silences = 0
    private var emptyRefills = 0

    let mode = SensorDescription.Mode.buffer
    private(set) var rate: Double
    var allowsRest = true

    /// A buffer that gives no sample for so long after it was opened has no trigger, or a sensor that does not work
    /// (rule IIO28).
    static let firstSampleLimit = Duration.milliseconds(1500)

    /// - Parameters:
    ///   - sensors: the kinds of one device, at least one.
    ///   - delay: how late a sample may be, because several are read at once.
    ///   - insists: whether to try longer, because the capture cannot fall back to polling.
    init(
        _ sensors: [TriaxialSensor], rate: Double, delay: Duration, insists: Bool, note: RecoveryNote?,
        reactor: Reactor, handlers: CaptureHandlers
    ) {
        self.sensors = sensors
        strides = sensors.map { _ in 1 }
        self.rate = rate
        self.note = note
        wanted = rate
        self.delay = delay
        retries = insists ? (2, 2) : (0, 1)
        self.reactor = reactor
        self.handlers = handlers
    }

    func start() throws(SensorFailure) {
        guard sensors.allSatisfy(\.canBuffer) else {
            throw SensorFailure(.unsupported, "\(name): it has no kernel buffer that can be read here: let Baton poll")
        }
        // libiio notices another reader only after it has switched that reader's buffer off (rule IIO24).
        guard !sensor.isNodeHeld else { throw failure(.resourceBusy) }
        do {
            let state = try BufferState(of: sensor.folder)
            found = state
            note?.write(state, of: sensor.candidate.path)
            setRate()
            sensor.attachTrigger(rate: rate)
            try open()
        } catch {
            stop()
            throw failure(error)
        }
        tellRate()
    }

    func stop() {
        close()
        guard let state = found else { return }
        found = nil
        restore(state)
        note?.remove()
    }

    func adjust(rate new: Double, delay: Duration) {
        (wanted, self.delay) = (new, delay)
        // While it is silent the next opening uses the new values.
        guard buffer != nil else { return }
        setRate()
        let needed = Self.watermark(rate: rate, delay: delay)
        // A few wake-ups too many cost less than a gap in the samples.
        if needed < collected || needed >= 4 * collected || rate < 0.9 * new { reopen() }
    }

    /// Sets the rate of each kind. Scans come as often as the fastest one measures.
    private func setRate() {
        let rates = sensors.map { $0.setRate(atLeast: wanted) ?? wanted }
        rate = rates.max() ?? wanted
        // fits: a rate is at least 0.01 Hz and at most a million.
        strides = rates.map { max(1, Int((rate / min(max($0, 0.01), 1_000_000)).rounded())) }
    }

    private func reopen() {
        close()
        setRate()
        do {
            try open()
        } catch {
            again(error)
        }
    }

    private var name: String { sensor.candidate.name }

    /// The scans for each wake-up (rule IIO19). Four at least, unless a shorter delay is asked for.
    static func watermark(rate: Double, delay: Duration = .milliseconds(200)) -> Int {
        let least = delay < .milliseconds(200) ? 1 : 4
        return min(max(Int(clamping: (rate * (delay / .seconds(1))).rounded(.up)), least), 2048)
    }

    /// How long no sample may come: the time of five batches, at least 1 s.
    static func silenceLimit(rate: Double) -> Duration {
        max(.seconds(1), .milliseconds(Int(clamping: 5000 * Double(watermark(rate: rate)) / rate)))
    }

    private func open() throws(Errno) {
        clock = DeviceClock(named: (try? sensor.device.text("current_timestamp_clock")) ?? "")
        times.restart(rate: rate)
        collected = Self.watermark(rate: rate, delay: delay)
        let buffer = try ScanBuffer(sensors, count: collected)
        emptyRefills = 0
        watch = try reactor.watch(buffer.descriptor, for: .readable) { [weak self] in self?.ready($0) }
        self.buffer = buffer
        rearm(Self.firstSampleLimit)
    }

    private func close() {
        watchdog?.cancel()
        watch?.cancel()
        watch = nil
        // Closed here and not with the last reference: a handler may still hold one, and the found state is restored
        // after this.
        buffer?.close()
        buffer = nil
    }

    private func restore(_ state: BufferState) {
        let folder = sensor.folder
        // Another program may have opened the buffer meanwhile. If the buffer was on when it was found, that program's
        // state is the one to be restored.
        guard folder.exists, state.isEnabled || !sensor.isNodeHeld else { return }
        let failed = state.restore(to: folder)
        guard !failed.isEmpty, folder.exists else { return }
        handlers.notice(
            IIONotice(
                .notRestored, of: sensor.kind,
                "\(name): could not be put back as found: \(failed.joined(separator: ", ")); "
                    + "restart what else reads it (iio-sensor-proxy)"))
    }

    // MARK: Samples

    private func ready(_ readiness: Readiness) {
        guard let buffer else { return }
        let arrival = reactor.now.wholeNanoseconds
        do {
            let count = try buffer.refill()
            emptyRefills = count > 0 ? 0 : emptyRefills + 1
            if count > 0 { take(count, from: buffer, arrival: arrival) }
        } catch {
            switch error {
            case .resourceTemporarilyUnavailable, .interrupted: emptyRefills += 1
            default: return again(error)
            }
        }
        // A descriptor that is ready without data would wake this process again and again.
        if emptyRefills > 0, !readiness.isDisjoint(with: [.error, .hangUp]) || emptyRefills > 3 { again(.ioError) }
    }

    private func take(_ count: Int, from buffer: ScanBuffer, arrival: Int64) {
        let stamps = clock.flatMap { clock in
            buffer.hasTimestamps ? (buffer.stamp(0), buffer.stamp(count - 1), clock.shift) : nil
        }
        times.begin(count: count, arrival: arrival, stamps: stamps)
        hasDelivered = true
        silences = 0
        rearm(Self.silenceLimit(rate: rate))
        for index in 0..<count {
            let time = times.time(stamp: buffer.stamp(index))
            scans &+= 1
            for (kind, sensor) in sensors.enumerated() where scans % strides[kind] == 0 {
                handlers.deliver(sensor.calibration.sample(buffer.scan(index, kind: kind), nanoseconds: time))
                // The receiver may have stopped the capture.
                guard self.buffer === buffer else { return }
            }
        }
    }

    // MARK: Silence

    private func rearm(_ limit: Duration) {
        if let watchdog {
            watchdog.reschedule(at: reactor.now + limit)
        } else {
            watchdog = reactor.schedule(after: limit) { [weak self] in self?.again(.timedOut) }
        }
    }

    /// Opens the buffer again, or gives up.
    private func again(_ cause: Errno) {
        close()
        guard sensor.folder.exists else {
            return handlers.failed(failure(.operationNotSupportedByDevice))
        }
        silences += 1
        guard silences <= (hasDelivered ? retries.after : retries.before) else {
            return handlers.failed(failure(cause))
        }
        do {
            // Another program may have set a rate so low that the buffer seemed silent.
            setRate()
            try open()
            handlers.notice(
                IIONotice(.restarted, of: sensor.kind, "\(name): its buffer fell silent (\(cause)); it was set up anew")
            )
        } catch {
            // The program that holds the buffer may have closed it by the next attempt.
            guard silences < (hasDelivered ? retries.after : retries.before) else {
                return handlers.failed(failure(error))
            }
            rearm(.seconds(1))
        }
    }

    private func tellRate() {
        guard rate < 0.5 * wanted else { return }
        handlers.notice(
            IIONotice(
                .rate, of: sensor.kind,
                "\(name): runs at \(rate) Hz and no faster, \(wanted) Hz were asked for: quick shakes may be missed"))
    }

    private func failure(_ error: Errno) -> SensorFailure {
        SensorFailure(error, "reading its buffer", of: name)
    }
}
