// SPDX-License-Identifier: Apache-2.0

public import BatonMotion
public import BatonReactor

/// Reads an accelerometer, a gyroscope or a magnetometer of the kernel's IIO subsystem, or of an iiod on another machine.
///
/// Not thread-safe: use it on the thread that runs the reactor. Polling blocks a turn as long as the driver needs for a
/// read, up to seconds when the sensor hangs, so run it in a process of its own. After a failure, or when devices were
/// added or removed, open a new sensor, because the devices are read only once.
///
/// For example:
/// ```swift
/// let sensor = try IIOSensor.open(reactor: reactor)
/// try sensor.start { sample in
///     print(sample.x, sample.y, sample.z)
/// } failed: { failure in
///     print(failure)
/// }
/// ```
public final class IIOSensor {
    /// The description of the sensor. Its mode and rate are those of the present capture.
    public private(set) var sensor: SensorDescription
    /// Called with notices for people, while the sensor goes on delivering samples. Set it before
    /// ``start(deliver:failed:)``.
    public var notice: ((IIONotice) -> Void)?
    /// Called when ``sensor`` has changed, because the buffer was given up for polling.
    public var changed: (() -> Void)?
    /// Whether polling may slow down while nothing moves; false while samples are recorded. Only an accelerometer slows
    /// down.
    public var allowsRest = true {
        didSet { capture?.allowsRest = mayRest }
    }

    /// The kinds that are read; the one that was asked for is the first.
    private let devices: [TriaxialSensor]
    private var device: TriaxialSensor { devices[0] }
    private var options: IIOOptions
    private let reactor: Reactor
    private var openingNotices: [IIONotice] = []
    private var capture: (any Capture)?
    /// What is known of the sensors beyond this object.
    var findings = SensorFindings()
    private var isStarted = false
    private var deliver: ((SensorSample) -> Void)?
    private var failed: ((SensorFailure) -> Void)?

    /// Finds the sensor and reads its attributes. Writes nothing and does not power the sensor.
    ///
    /// - Throws: `.noSensor` if there is no such sensor; other reasons if the options' address or device is not
    ///   usable.
    public static func open(
        options: IIOOptions = IIOOptions(), reactor: Reactor
    ) throws(SensorFailure) -> IIOSensor {
        let context = try IIOContext(uri: options.uri)
        let (chosen, others) = try IIOSensors.choose(options, in: context)
        var devices = [chosen]
        for kind in options.companions {
            var options = options
            (options.kind, options.accelerometer) = (kind, options.device ?? options.accelerometer)
            options.device = options.partners[kind]
            let found = try IIOSensors.choose(options, in: context).chosen
            if found.candidate.path == chosen.candidate.path { devices.append(found) }
        }
        return IIOSensor(devices, others: others, options: options, reactor: reactor)
    }

    /// The description of a kind that is read.
    func description(of kind: SensorKind) -> SensorDescription? {
        devices.first { $0.kind == kind }?.description(mode: sensor.mode, rate: sensor.rate)
    }

    private init(
        _ devices: [TriaxialSensor], others: [SensorCandidate], options: IIOOptions, reactor: Reactor
    ) {
        self.devices = devices
        self.options = options
        self.reactor = reactor
        let device = devices[0]
        sensor = device.description(mode: .poll, rate: options.usableRate)
        if let text = device.unreadableMountMatrix {
            openingNotices.append(
                IIONotice(
                    .mountMatrix, of: options.kind,
                    "\(sensor.name): the mount matrix '\(text)' cannot be read: axes are taken as they are, "
                        + "so orientations may be wrong; shakes are not affected"))
        }
        if device.frame.mounting == .unknown {
            openingNotices.append(
                IIONotice(
                    .mountMatrix, of: options.kind,
                    "\(sensor.name): nothing tells how its axes lie beside those of the accelerometer; they are taken as "
                        + "they are"))
        }
        if !others.isEmpty {
            let names = others.map(\.path).joined(separator: ", ")
            openingNotices.append(
                IIONotice(
                    .ambiguous, of: options.kind,
                    "several \(options.kind.word)s are as good: took \(sensor.path), not \(names); "
                        + "name one in the configuration if that is wrong"))
        }
    }

    deinit { capture?.stop() }

    /// Starts to deliver samples.
    ///
    /// - Parameters:
    ///   - deliver: called for each sample, in the order of time.
    ///   - failed: called at most once; nothing is read afterwards.
    /// - Throws: when the sensor cannot be read as the options require.
    public func start(
        deliver: @escaping (SensorSample) -> Void, failed: @escaping (SensorFailure) -> Void
    ) throws(SensorFailure) {
        stop()
        self.deliver = deliver
        self.failed = failed
        let former = devices.map { device in
            findings.begin(
                device.kind, of: "\(device.candidate.path) \(device.candidate.name)", isOpened: !isStarted)
        }
        isStarted = true
        for notice in openingNotices { tell(notice) }
        openingNotices = []
        defer { for (device, notices) in zip(devices, former) { tellEnds(of: notices, device) } }
        do {
            try begin()
        } catch {
            stop()
            throw error
        }
    }

    /// Stops delivering, and restores the sensor's state as it was found.
    public func stop() {
        capture?.stop()
        capture = nil
        deliver = nil
        failed = nil
    }

    /// Sets how the next start reads.
    func prepare(_ reading: IIOOptions.Reading, rate: Double, longestDelay: Duration) {
        (options.reading, options.rate, options.longestDelay) = (reading, rate, longestDelay)
    }

    /// Changes the rate in Hz and how late a sample may be. Samples go on; only a buffer that has to collect another number
    /// of scans is opened anew.
    func adjust(rate: Double, longestDelay: Duration) {
        prepare(options.reading, rate: rate, longestDelay: longestDelay)
        guard let capture else { return }
        capture.adjust(rate: options.usableRate, delay: longestDelay)
        // The capture may have failed and told so.
        guard let capture = self.capture else { return }
        sensor = device.description(mode: capture.mode, rate: capture.rate)
    }

    private func begin() throws(SensorFailure) {
        recover()
        switch options.reading {
        case .poll: try run(polling)
        case .buffer: try run(buffered(insists: true))
        case .auto: try beginWithTheBest()
        }
    }

    /// Uses the buffer if no other program uses it and the rights suffice, else polls (rules IIO26 and IIO29).
    private func beginWithTheBest() throws(SensorFailure) {
        guard devices.allSatisfy(\.canBuffer), device.mayBuffer else { return try run(polling) }
        if device.isBufferOn {
            tellPolling("its buffer is on for another program, which is left alone")
        } else if isProxyPresent {
            tellPolling("the buffer is left to iio-sensor-proxy")
        } else {
            do {
                return try run(buffered(insists: false))
            } catch {
                tellPolling(reason(of: error))
            }
        }
        try run(polling)
    }

    /// Only of an accelerometer the first slow sample of a movement is known to be soon enough (rule SHAKE13).
    private var mayRest: Bool { allowsRest && options.kind == .accelerometer && devices.count == 1 }

    private var polling: PollCapture {
        PollCapture(devices, rate: options.usableRate, reactor: reactor, handlers: handlers)
    }

    private func buffered(insists: Bool) -> BufferCapture {
        BufferCapture(
            devices, rate: options.usableRate, delay: options.longestDelay, insists: insists, note: note,
            reactor: reactor, handlers: handlers)
    }

    private var isProxyPresent: Bool { options.isProxyPresent ?? SensorProxy.isRunning }

    private var note: RecoveryNote? {
        guard device.canBuffer, let file = options.recoveryFile else { return nil }
        return RecoveryNote(file: file)
    }

    /// Restores a buffer that an earlier process had when it was killed (rule IIO27).
    private func recover() {
        guard let note, let present = try? BufferState(of: device.folder),
            let state = note.read(of: device.candidate.path, present: present)
        else { return }
        note.remove()
        // Not if another program reads it by now, or the proxy may have turned it on since.
        guard present != state, !device.isNodeHeld, state.isEnabled || !isProxyPresent else { return }
        try? device.folder.write("0", to: BufferState.enable)
        let failed = state.restore(to: device.folder)
        let result =
            failed.isEmpty
            ? "it was put back as found" : "these could not be put back: \(failed.joined(separator: ", "))"
        tell(
            IIONotice(
                .recovered, of: options.kind,
                "\(sensor.name): its buffer was left behind by a process that was killed; \(result)"))
    }

    /// Why the buffer cannot be used. The failure's own text advises to poll, which is done already.
    private func reason(of failure: SensorFailure) -> String {
        switch failure.reason {
        case .silent: "it delivers nothing (a driver without an interrupt has no trigger)"
        case .unsupported: "the driver refuses it (is there a trigger?)"
        case .busy: "another program has it"
        case .notPermitted: "the rights do not suffice; Baton's udev rule gives them to the group 'baton-sensor'"
        case .noSensor, .gone, .failed: failure.message
        }
    }

    private func tellPolling(_ reason: String) {
        tell(
            IIONotice(
                .polling, of: options.kind, "\(sensor.name): polls instead of reading the kernel's buffer: \(reason)"))
    }

    private func run(_ capture: any Capture) throws(SensorFailure) {
        capture.allowsRest = mayRest
        self.capture = capture
        try capture.start()
        sensor = device.description(mode: capture.mode, rate: capture.rate)
    }

    private var handlers: CaptureHandlers {
        CaptureHandlers(
            deliver: { [weak self] in self?.take($0) }, failed: { [weak self] in self?.fail($0) },
            notice: { [weak self] in self?.tell($0) })
    }

    private func take(_ sample: SensorSample) {
        if let finding = findings.process(sample) { tell(text(of: finding, sample.kind)) }
        deliver?(sample)
    }

    private func tell(_ notice: IIONotice) {
        findings.note(notice)
        self.notice?(notice)
    }

    /// Tells that earlier notices are over which this reading has not told again.
    private func tellEnds(of notices: Set<IIONotice.Kind>, _ device: TriaxialSensor) {
        for kind in IIONotice.Kind.allCases where notices.contains(kind) && !findings.holds(kind, of: device.kind) {
            let text = "\(device.candidate.name): is read anew: '\(kind.rawValue)' is over"
            tell(IIONotice(kind, of: device.kind, text, isOver: true))
        }
    }

    private func fail(_ failure: SensorFailure) {
        if options.reading == .auto, capture?.mode == .buffer, failure.reason != .gone, fallBack(failure) { return }
        let failed = failed
        stop()
        failed?(failure)
    }

    /// Continues with polling after the buffer failed.
    private func fallBack(_ failure: SensorFailure) -> Bool {
        capture?.stop()
        capture = nil
        do {
            try run(polling)
        } catch {
            return false
        }
        tellPolling(reason(of: failure))
        changed?()
        return true
    }

    private func text(of finding: SampleMonitor.Finding, _ kind: SensorKind) -> IIONotice {
        switch finding {
        case .plausible:
            return IIONotice(.gravity, of: kind, "\(sensor.name): measures what it should at rest again", isOver: true)
        case .changing: return IIONotice(.stuck, of: kind, "\(sensor.name): its values change again", isOver: true)
        case .gravity(let magnitude):
            let tenths = (magnitude * 10).rounded() / 10
            let axis = tenths < 9.8 ? ", or an axis is dead" : ""
            return IIONotice(
                .gravity, of: kind,
                "\(sensor.name): measures \(tenths) m/s² at rest instead of 9.8: its driver's scale "
                    + "(\(sensor.scale)) is wrong\(axis), so shakes may go unseen or be seen too often")
        case .field(let magnitude):
            let tenths = (magnitude * 10).rounded() / 10
            return IIONotice(
                .gravity, of: kind,
                "\(sensor.name): measures a field of \(tenths) µT instead of 20 to 70: its driver's scale "
                    + "(\(sensor.scale)) is wrong, or a magnet is near")
        case .stuck(let duration):
            return IIONotice(
                .stuck, of: kind,
                "\(sensor.name): exactly the same values for \(duration.components.seconds) s; "
                    + "if they stay so when it is moved, suspending and resuming often helps")
        }
    }
}
