// SPDX-License-Identifier: Apache-2.0

import BatonIIO
import BatonMotion
import BatonReactor
import BatonSensorLink
import SystemPackage

/// Connects one sensor, one shake detector, the link to batond, and the streams of clients that read samples.
final class MotionCoprocessor {
    /// The exit status of the program: 0 when it was told to end, 1 when the sensor failed.
    private(set) var exitStatus: Int32 = 0

    private let reactor: Reactor
    private var link: MessageLink<SensorReport, SensorCommand>?
    private var setup: SensorSetup?
    private var accelerometer: IIOSensor?
    private var detector = ShakeDetector(ShakeSettings())
    private var orientation = OrientationTracker()
    private var isShaking = false
    private var gapTimer: ReactorTimer?
    private var streams: [UInt32: SampleStream] = [:]
    private var removal: UdevMonitor?

    /// How often it checks during a shake whether samples still come.
    private static let gapInterval = Duration.milliseconds(250)

    /// Makes a coprocessor, which waits for batond's commands.
    init(_ channel: FileDescriptor, reactor: Reactor) throws(LinkError) {
        self.reactor = reactor
        link = try MessageLink(channel, reactor: reactor) { [weak self] command, descriptor in
            self?.obey(command, descriptor)
        } ended: { [weak self] _ in
            self?.stop()
        }
    }

    /// Restores the sensor's state as it was found, and ends the program.
    func stop() {
        interrupt()
        accelerometer?.stop()
        accelerometer = nil
        for stream in streams.values { stream.close() }
        streams = [:]
        link?.close()
        reactor.stop()
    }

    // MARK: Commands

    private func obey(_ command: SensorCommand, _ descriptor: FileDescriptor?) {
        switch command {
        case .configure(let setup):
            try? descriptor?.close()
            configure(setup)
        case .openStream(let id, let isFullRate):
            guard let descriptor else { return report(.streamEnded(id: id, lost: 0)) }
            streams[id] = SampleStream(descriptor, isFullRate: isFullRate)
            updateRate()
        case .closeStream(let id):
            try? descriptor?.close()
            streams.removeValue(forKey: id)?.close()
            updateRate()
        }
    }

    private func configure(_ new: SensorSetup) {
        let old = setup
        setup = new
        if old?.shake != new.shake || old?.model != new.model || old?.modelChecksum != new.modelChecksum {
            // A shake in progress is cancelled, because it began with other settings.
            interrupt()
            detector = ShakeDetector(new.shake, model: model(new))
        }
        // The sensor is opened again only if a setting of its reading has changed.
        guard
            accelerometer == nil || old?.source != new.source || old?.sensor != new.sensor
                || old?.accelerationSign != new.accelerationSign || old?.isProxyPresent != new.isProxyPresent
        else { return }
        open(new)
    }

    /// The coefficients. batond has read the file already; it may have changed since.
    private func model(_ setup: SensorSetup) -> ShakeModel {
        guard !setup.model.isEmpty else { return .builtIn }
        switch ShakeModelFile.read(setup.model) {
        case .success(let model): return model
        case .failure(let refusal):
            report(
                .notice("\(refusal.place): \(refusal.message); the coefficients of this build recognize shakes"))
            return .builtIn
        }
    }

    private func open(_ setup: SensorSetup) {
        interrupt()
        accelerometer?.stop()
        accelerometer = nil
        do throws(SensorFailure) {
            let accelerometer = try IIOSensor.open(options: IIOOptions(setup), reactor: reactor)
            listen(to: accelerometer)
            try accelerometer.start { [weak self] in
                self?.process($0)
            } failed: { [weak self] in
                self?.fail($0)
            }
            self.accelerometer = accelerometer
            updateRate()
            watchRemoval(of: accelerometer.sensor)
            report(.ready(accelerometer.sensor))
        } catch {
            fail(error)
        }
    }

    private func listen(to accelerometer: IIOSensor) {
        accelerometer.notice = { [weak self] in self?.report(.notice($0.message)) }
        accelerometer.changed = { [weak self, weak accelerometer] in
            guard let accelerometer else { return }
            self?.report(.ready(accelerometer.sensor))
        }
    }

    /// Watches for the removal of the sensor with udev, because some drivers report an unplug late or never (rule
    /// IIO32).
    private func watchRemoval(of sensor: SensorDescription) {
        guard removal == nil else { return }
        removal = try? UdevMonitor(subsystem: "iio", deviceType: "iio_device", reactor: reactor) { [weak self] event in
            guard event.action == .remove, let self, let sensor = accelerometer?.sensor,
                event.path.split(separator: "/").last == sensor.path.split(separator: "/").last
            else { return }
            fail(SensorFailure(.gone, "the sensor \(sensor.name) was unplugged"))
        }
    }

    private func fail(_ failure: SensorFailure) {
        guard exitStatus == 0 else { return }
        exitStatus = 1
        interrupt()
        report(.failed(failure))
        stop()
    }

    // MARK: Samples

    private func process(_ sample: SensorSample) {
        for (id, stream) in streams {
            stream.write(.sample(sample))
            if stream.isClosed { end(id, stream) }
        }
        if let phase = detector.process(sample) { tell(phase) }
        if !isShaking, let changed = orientation.process(sample) { report(.orientation(changed)) }
    }

    private func interrupt() {
        if let phase = detector.interrupt(at: reactor.now) { tell(phase) }
    }

    private func tell(_ phase: MotionPhase) {
        isShaking = if case .began = phase { true } else { false }
        orientation.note(phase)
        report(.phase(phase))
        for stream in streams.values { stream.write(.phase(phase)) }
        gapTimer?.cancel()
        gapTimer = nil
        if isShaking { watchForGap() }
    }

    /// Lets the detector end a shake when the samples stop in the middle of it.
    private func watchForGap() {
        gapTimer = reactor.schedule(after: Self.gapInterval, tolerance: Self.gapInterval / 4) { [weak self] in
            guard let self, isShaking else { return }
            if let phase = detector.advance(to: reactor.now) { tell(phase) }
            if isShaking { watchForGap() }
        }
    }

    // MARK: Streams and reports

    private func end(_ id: UInt32, _ stream: SampleStream) {
        streams[id] = nil
        stream.close()
        report(.streamEnded(id: id, lost: stream.lost))
        updateRate()
    }

    private func updateRate() {
        accelerometer?.allowsRest = !streams.values.contains { $0.isFullRate }
    }

    /// Sends a report. If that fails batond hangs or has ended, so the sensor is closed.
    private func report(_ report: SensorReport) {
        guard let link else { return }
        do throws(LinkError) {
            try link.send(report)
        } catch {
            self.link = nil
            stop()
        }
    }
}
