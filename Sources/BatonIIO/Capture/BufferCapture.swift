// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion
internal import BatonReactor
internal import SystemPackage

/// Reads the kernel's buffer whenever its watermark is reached (spec/iio.md e, g).
///
/// Takes the buffer whoever has it on, so ask first; puts it back as it was found. A watchdog sets it up anew when it falls
/// silent, because a second program, a suspend and an unplug all look like that.
final class BufferCapture: Capture {
    private let accelerometer: Accelerometer
    private let reactor: Reactor
    private let handlers: CaptureHandlers
    private let wanted: Double
    private let note: RecoveryNote?
    /// Set-ups in a row that may bring nothing, before the first sample and after it.
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

    /// A buffer that brings nothing for so long after it was opened has no trigger, or a dead sensor.
    static let firstSampleLimit = Duration.milliseconds(1500)
    /// Wake-ups a second: a compromise between being late and being awake.
    static let wakeUps = 5.0

    /// - Parameter insists: whether to try longer because there is nothing to fall back to.
    init(
        _ accelerometer: Accelerometer, rate: Double, insists: Bool, note: RecoveryNote?, reactor: Reactor,
        handlers: CaptureHandlers
    ) {
        self.accelerometer = accelerometer
        self.rate = rate
        self.note = note
        wanted = rate
        retries = insists ? (2, 2) : (0, 1)
        self.reactor = reactor
        self.handlers = handlers
    }

    func start() throws(SensorFailure) {
        guard accelerometer.canBuffer else {
            throw SensorFailure(.unsupported, "\(name): it has no kernel buffer that can be read here: let Baton poll")
        }
        // libiio would find out only after it has switched the other's buffer off.
        guard !accelerometer.isNodeHeld else { throw failure(.resourceBusy) }
        do {
            let state = try BufferState(of: accelerometer.folder)
            found = state
            note?.write(state, of: accelerometer.candidate.path)
            rate = accelerometer.setRate(atLeast: wanted) ?? wanted
            accelerometer.attachTrigger(rate: rate)
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

    private var name: String { accelerometer.candidate.name }

    /// Scans to a wake-up: at most five wake-ups a second, and no more than a fifth of a second late.
    static func watermark(rate: Double) -> Int { min(max(Int(clamping: (rate / wakeUps).rounded(.up)), 4), 2048) }

    /// Five batches without one is a silence.
    static func silenceLimit(rate: Double) -> Duration {
        max(.seconds(1), .milliseconds(Int(clamping: 5000 * Double(watermark(rate: rate)) / rate)))
    }

    private func open() throws(Errno) {
        clock = DeviceClock(named: (try? accelerometer.device.text("current_timestamp_clock")) ?? "")
        times = SampleTimes(rate: rate)
        let buffer = try ScanBuffer(accelerometer, count: Self.watermark(rate: rate))
        emptyRefills = 0
        watch = try reactor.watch(buffer.descriptor, for: .readable) { [weak self] in self?.ready($0) }
        self.buffer = buffer
        rearm(Self.firstSampleLimit)
    }

    private func close() {
        watchdog?.cancel()
        watch?.cancel()
        watch = nil
        // Not left to the last reference: a sample may be under way, and what was found is put back after this.
        buffer?.close()
        buffer = nil
    }

    private func restore(_ state: BufferState) {
        let folder = accelerometer.folder
        // Somebody else may have it by now; if it was on when it was found, it is theirs that is put back.
        guard folder.exists, state.isEnabled || !accelerometer.isNodeHeld else { return }
        let failed = state.restore(to: folder)
        guard !failed.isEmpty, folder.exists else { return }
        handlers.notice(
            IIONotice(
                .notRestored,
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
        // A descriptor that is ready and has nothing would wake us for ever.
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
            handlers.deliver(accelerometer.calibration.sample(buffer.scan(index), nanoseconds: time))
            // Whoever got it may have stopped us.
            guard self.buffer === buffer else { return }
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

    /// Sets the buffer up anew, or gives up.
    private func again(_ cause: Errno) {
        close()
        guard accelerometer.folder.exists else {
            return handlers.failed(failure(.operationNotSupportedByDevice))
        }
        silences += 1
        guard silences <= (hasDelivered ? retries.after : retries.before) else {
            return handlers.failed(failure(cause))
        }
        do {
            // Somebody may have made it so slow that it seemed silent.
            rate = accelerometer.setRate(atLeast: wanted) ?? wanted
            try open()
            handlers.notice(
                IIONotice(.restarted, "\(name): its buffer fell silent (\(cause)); it was set up anew"))
        } catch {
            // What holds it now may be gone at the next look.
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
                .rate,
                "\(name): runs at \(rate) Hz and no faster, \(wanted) Hz were asked for: quick shakes may be missed"))
    }

    private func failure(_ error: Errno) -> SensorFailure {
        SensorFailure(error, "reading its buffer", of: name)
    }
}
