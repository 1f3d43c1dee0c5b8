// SPDX-License-Identifier: Apache-2.0

import BatonIIO
import BatonMotion
import BatonProcesses
import BatonReactor
import BatonSensorLink
import BatonUdev
import SystemPackage

/// Connects the motion sensors, one shake detector, the link to batond, and the streams of clients that read samples.
final class MotionCoprocessor {
    /// The exit status of the program: 0 when it was told to end, 1 when the sensor failed.
    private(set) var exitStatus: Int32 = 0

    private let reactor: Reactor
    private var link: MessageLink<SensorReport, SensorCommand>?
    private var setup: SensorSetup?
    private var sensors: IIOSensorSet?
    /// The accelerometer as batond knows it; nil before it was found.
    private var told: SensorDescription?
    /// Kinds beside the accelerometer that failed, and are tried again later.
    private var failed: Set<SensorKind> = []
    private var retry: ReactorTimer?
    private var detector = ShakeDetector(ShakeSettings())
    private var orientation = OrientationTracker()
    private var isShaking = false
    private var gapTimer: ReactorTimer?
    private var streams: [UInt32: SampleStream] = [:]
    private var monitor: UdevMonitor?

    /// How often it checks during a shake whether samples still come.
    private static let gapInterval = Duration.milliseconds(250)
    /// After what time a kind that failed is tried again.
    private static let retryTime = Duration.seconds(5)
    /// The rate in Hz for the orientation alone (rule O11).
    private static let orientationRate = 12.5

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
        sensors?.stop()
        sensors = nil
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
        case .openStream(let id, let request):
            guard let descriptor else { return report(.streamEnded(id: id, lost: 0)) }
            open(id, SampleStream(descriptor, request))
        case .closeStream(let id):
            try? descriptor?.close()
            streams.removeValue(forKey: id)?.close()
            updateWishes()
        case .discover:
            try? descriptor?.close()
            tellPaired()
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
        // The sensors are opened again only if a setting of their reading has changed.
        guard let old, sensors != nil, IIOOptions(old) == IIOOptions(new) else { return open(new) }
        if old.watches != new.watches { updateWishes() }
    }

    /// The coefficients. batond has read the file already; it may have changed since.
    private func model(_ setup: SensorSetup) -> ShakeModel {
        guard !setup.model.isEmpty else { return .builtIn }
        switch ShakeModelFile.read(setup.model) {
        case .success(let model): return model
        case .failure(let refusal):
            report(
                .notice(
                    SensorNotice(
                        "\(refusal.place): \(refusal.message); the coefficients of this build recognize shakes")))
            return .builtIn
        }
    }

    private func open(_ setup: SensorSetup) {
        interrupt()
        sensors?.stop()
        (told, failed) = (nil, [])
        report(.opening)
        let sensors = IIOSensorSet(options: IIOOptions(setup), reactor: reactor)
        sensors.deliver = { [weak self] in self?.process($0) }
        sensors.notice = { [weak self] in self?.tell($0) }
        sensors.failed = { [weak self] in self?.fail($0, $1) }
        sensors.changed = { [weak self] in if $0 == .accelerometer { self?.tellAccelerometer() } }
        self.sensors = sensors
        do throws(SensorFailure) {
            let found = try sensors.open(.accelerometer)
            watchDevices()
            updateWishes()
            // A sensor that cannot be started is reported as failed only.
            guard exitStatus == 0, self.sensors === sensors else { return }
            told = sensors.description(of: .accelerometer) ?? found
            report(.ready(told ?? found))
        } catch {
            fail(error)
        }
    }

    /// Tells batond which sensors belong to the accelerometer (rule IIO37).
    private func tellPaired() {
        guard let sensors else { return }
        // A device may have been added since the last look, of which this process was not told yet.
        sensors.devicesChanged()
        report(.paired(sensors.survey.kinds.subtracting([.accelerometer])))
    }

    /// Tells batond how the accelerometer is read now, if that has changed.
    private func tellAccelerometer() {
        guard let old = told, let now = sensors?.description(of: .accelerometer), now != old else { return }
        told = now
        report(.ready(now))
    }

    /// Watches for devices that come and go with udev, because some drivers report an unplug late or never (rule IIO32).
    private func watchDevices() {
        guard monitor == nil else { return }
        monitor = try? UdevMonitor(subsystem: "iio", deviceType: "iio_device", reactor: reactor) { [weak self] event in
            guard let self else { return }
            if event.action == .remove { removed(event.path) } else { sensorsChanged() }
        }
    }

    private func removed(_ path: String) {
        let gone = SensorKind.allCases.filter { kind in
            guard let sensor = sensors?.description(of: kind) else { return false }
            return path.split(separator: "/").last == sensor.path.split(separator: "/").last
        }
        if let name = gone.first.flatMap({ sensors?.description(of: $0)?.name }) {
            fail(Set(gone), SensorFailure(.gone, "the sensor \(name) was unplugged"))
        }
        sensors?.devicesChanged()
    }

    /// The kind of the notice about a sensor that failed, which is tried again.
    private static let notRead = "not-read"

    private func tell(_ notice: IIONotice) {
        report(
            .notice(
                SensorNotice(notice.message, kind: notice.kind.rawValue, of: notice.sensor, isOver: notice.isOver)))
    }

    /// What failed may be there now.
    private func sensorsChanged() {
        guard let sensors else { return }
        for kind in failed { report(.notice(SensorNotice("", kind: Self.notRead, of: kind, isOver: true))) }
        sensors.devicesChanged()
        failed = []
        updateWishes()
    }

    /// The accelerometer is what this process is for; without other kinds the rest goes on. Those of one device fail at once, so that
    /// none of them is tried again because of another one.
    private func fail(_ kinds: Set<SensorKind>, _ failure: SensorFailure) {
        guard !kinds.contains(.accelerometer) else { return fail(failure) }
        failed.formUnion(kinds)
        let words = kinds.map(\.word).sorted().joined(separator: " and the ")
        let text = "the \(words) \(kinds.count > 1 ? "are" : "is") not read: \(failure.message)"
        for (index, kind) in kinds.sorted(by: { $0.rawValue < $1.rawValue }).enumerated() {
            // One line for the log.
            report(.notice(SensorNotice(index == 0 ? text : failure.message, kind: Self.notRead, of: kind)))
        }
        retry?.cancel()
        retry = reactor.schedule(after: Self.retryTime, tolerance: .seconds(1)) { [weak self] in self?.sensorsChanged()
        }
        for (id, stream) in streams where !stream.kinds.isDisjoint(with: kinds) {
            for kind in kinds { stream.lose(kind) }
            if stream.kinds.isEmpty { remove(id, stream) }
        }
        updateWishes()
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
            stream.take(sample)
            if stream.isClosed { end(id, stream) }
        }
        guard sample.kind == .accelerometer else { return }
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
        for stream in streams.values { stream.take(phase) }
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

    /// Opens a stream once all its sensors are read.
    private func open(_ id: UInt32, _ stream: SampleStream) {
        guard let sensors else {
            stream.close()
            return report(.streamRefused(id: id, failure: SensorFailure(.failed, "no sensor is read")))
        }
        streams[id] = stream
        do throws(SensorFailure) {
            for kind in stream.kinds {
                try sensors.open(kind)
                // It has failed before, and may work for this one.
                failed.remove(kind)
            }
        } catch {
            streams[id] = nil
            stream.close()
            return report(.streamRefused(id: id, failure: error))
        }
        updateWishes()
        // One that could not be started has ended the stream already.
        guard streams[id] != nil else { return }
        report(
            .streamOpened(
                id: id,
                sensors: SensorKind.allCases.filter(stream.kinds.contains).compactMap {
                    sensors.description(of: $0)
                }))
    }

    private func end(_ id: UInt32, _ stream: SampleStream) {
        remove(id, stream)
        updateWishes()
    }

    private func remove(_ id: UInt32, _ stream: SampleStream) {
        streams[id] = nil
        stream.close()
        report(.streamEnded(id: id, lost: stream.lost))
    }

    /// Reads what batond and the streams need now, and nothing else.
    private func updateWishes() {
        guard let sensors, let setup else { return }
        var wishes: [SensorKind: IIOSensorSet.Wish] = [:]
        if setup.watches.contains(.orientation) {
            wishes[.accelerometer] = IIOSensorSet.Wish(rate: Self.orientationRate)
        }
        if setup.watches.contains(.shakes) { wishes[.accelerometer] = IIOSensorSet.Wish(rate: IIOOptions().rate) }
        for stream in streams.values {
            for kind in stream.kinds.subtracting(failed) {
                guard let wish = stream.wish(for: kind) else { continue }
                wishes[kind] = wishes[kind]?.merged(with: wish) ?? wish
            }
        }
        if wishes[.accelerometer] == nil { rest() }
        sensors.read(wishes)
        tellAccelerometer()
    }

    /// The accelerometer is about to be switched off: a shake ends, and how the device is held will not be known.
    private func rest() {
        interrupt()
        guard orientation.orientation != .undefined else { return }
        orientation = OrientationTracker()
        report(.orientation(.undefined))
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
