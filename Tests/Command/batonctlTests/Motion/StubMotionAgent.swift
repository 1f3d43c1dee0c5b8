// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMotion
import BatonReactor
import BatonTemplate
import Glibc
import SystemPackage

@testable import batonctl

/// The agent's motion interface: a real pipe with records, and answers that the test chooses.
final class StubMotionAgent {
    let connection: Connection
    private let state = State()

    private final class State {
        var calls: [String] = []
        var isOn = true
        var pausedUntil: UInt64 = 0
        var refusal: DBusError?
        var outcome = ("handled", "org.mpris.MediaPlayer2.a")
        var reason: Reason?
        var format: [(String, Value)] = StubMotionAgent.format
        var point = Reason.shake(.byFormFactor, [.sensitivity: "medium", .formFactor: "laptop"])
        var writeEnd: FileDescriptor?
        var file = ""

        func note(_ name: String, _ invocation: Invocation) {
            calls.append("\(name)(\(invocation.arguments.map(ValueText.text).joined(separator: ", ")))")
        }
    }

    static let format: [(String, Value)] = [
        ("version", .uint32(2)), ("frame", .string("device")), ("sign", .string("hid")), ("record-size", .uint32(40)),
        ("device", .string("accel_3d")),
        ("mode", .string("poll")), ("rate", .double(50)), ("scale", .double(0.01)), ("clock", .string("monotonic")),
        ("longest-shake", .double(4)), ("sensitivity", .string("medium")),
        ("mount-matrix", .array(DBusArray("d", [0, 1, 0, -1, 0, 0, 0, 0, 1].map { .double($0) }))),
    ]

    /// The calls it got, in order.
    var calls: [String] { state.calls }
    /// Whether a stream is or was open.
    var hasReader: Bool { state.writeEnd != nil }

    /// The error with which it refuses calls.
    var refusal: DBusError? {
        get { state.refusal }
        set { state.refusal = newValue }
    }

    /// The outcome of a simulated shake.
    var outcome: (String, String) {
        get { state.outcome }
        set { state.outcome = newValue }
    }

    /// The reason for that outcome.
    var reason: Reason? {
        get { state.reason }
        set { state.reason = newValue }
    }

    /// What it says counts as a shake.
    var point: Reason {
        get { state.point }
        set { state.point = newValue }
    }

    /// The file of its configuration; empty for none.
    var configurationFile: String {
        get { state.file }
        set { state.file = newValue }
    }

    /// The format of a stream.
    var format: [(String, Value)] {
        get { state.format }
        set { state.format = newValue }
    }

    /// - Parameter hasDoctor: whether it has `Doctor`, which an older agent has not.
    init(on stage: Stage, hasDoctor: Bool = false) throws {
        connection = try stage.connect()
        connection.export(
            ExportedObject(interfaces: [Self.application(state, hasDoctor), Self.motion(state)]),
            at: "/org/baton/Baton1")
        try stage.own("org.baton.Baton1", connection)
    }

    deinit { close() }

    /// Writes records. Records that do not fit are lost, and the next one that fits says so, as with baton-sensor.
    func write(_ records: [StreamRecord]) {
        var untold: UInt32 = 0
        for record in records {
            if untold > 0 {
                guard put(.lost(count: untold, at: record.timestamp)) else {
                    untold += 1
                    continue
                }
                untold = 0
            }
            if !put(record) { untold += 1 }
        }
    }

    /// Writes raw bytes.
    func write(_ bytes: [UInt8]) {
        guard let end = state.writeEnd else { return }
        _ = bytes.withUnsafeBytes { Self.write($0, into: end) }
    }

    /// Ends the stream.
    func close() {
        try? state.writeEnd?.close()
        state.writeEnd = nil
    }

    private func put(_ record: StreamRecord) -> Bool {
        guard let end = state.writeEnd else { return false }
        return withUnsafeTemporaryAllocation(byteCount: StreamRecord.size, alignment: 8) { buffer in
            record.encode(into: buffer)
            return Self.write(UnsafeRawBufferPointer(buffer), into: end) == buffer.count
        }
    }

    /// Writes without SIGPIPE, which would end all tests when the reader has gone.
    private static func write(_ bytes: UnsafeRawBufferPointer, into end: FileDescriptor) -> Int {
        var pipe = sigset_t()
        var before = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let count = Glibc.write(end.rawValue, bytes.baseAddress, bytes.count)
        var none = timespec()
        if count < 0, errno == EPIPE { sigtimedwait(&pipe, nil, &none) }
        return count
    }

    // MARK: Interfaces

    private static let sensor = Value.vardict([
        ("device", .string("accel_3d")), ("mode", .string("poll")), ("rate", .double(50)),
    ])

    private static func calibrate(_ state: State) -> Method {
        Method("CalibrateShake", in: [Argument("sensitivity", "s"), Argument("raise", "d")]) { invocation in
            state.note("CalibrateShake", invocation)
            if let refusal = state.refusal { return invocation.fail(refusal) }
            invocation.reply()
        }
    }

    private static func doctor(_ state: State) -> Method {
        Method("Doctor", out: [Argument("rows", "a(ssssa{sv})")]) { invocation in
            var details: Reason.Details = [:]
            if !state.file.isEmpty { details[.path] = .text(state.file) }
            let reason = Reason.doctor(.configurationRead, details)
            let row = ["service", DoctorName.configuration, "works"].map { Value.string($0) } + Reason.values(reason)
            invocation.reply(.array(DBusArray("(ssssa{sv})", [.structure(row)])))
        }
    }

    private static func point(_ state: State) -> [Property] {
        [
            Property("ShakePoint", "s") { () throws(DBusError) in .string(state.point.code.rawValue) },
            Property("ShakePointDetails", "a{sv}") { () throws(DBusError) in .vardict(state.point.details.pairs) },
        ]
    }

    private static func application(_ state: State, _ hasDoctor: Bool) -> Interface {
        Interface(
            "org.baton.Baton1.Application",
            methods: [
                Method(
                    "SimulateMotion", in: [Argument("phase", "u"), Argument("wait", "b")],
                    out: [
                        Argument("outcome", "s"), Argument("responder", "s"), Argument("reason", "s"),
                        Argument("details", "a{sv}"),
                    ]
                ) { invocation in
                    state.note("SimulateMotion", invocation)
                    if let refusal = state.refusal { return invocation.fail(refusal) }
                    invocation.reply(
                        [.string(state.outcome.0), .string(state.outcome.1)] + Reason.values(state.reason))
                },
                Method("PauseShake", in: [Argument("until", "t")]) { invocation in
                    state.note("PauseShake", invocation)
                    if let refusal = state.refusal { return invocation.fail(refusal) }
                    if case .uint64(let until) = invocation.arguments[0] { state.pausedUntil = until }
                    invocation.reply()
                },
                calibrate(state),
            ] + (hasDoctor ? [doctor(state)] : []),
            properties: point(state) + [
                Property(
                    "ShakeToUndo", "b",
                    set: { value, invocation in
                        state.calls.append("ShakeToUndo = \(ValueText.text(value))")
                        if let refusal = state.refusal { return invocation.fail(refusal) }
                        state.isOn = value.asBool ?? false
                        invocation.reply()
                    }, get: { () throws(DBusError) in .boolean(state.isOn) }),
                Property("ShakePausedUntil", "t") { () throws(DBusError) in .uint64(state.pausedUntil) },
                Property("Sensor", "s") { () throws(DBusError) in .string("reading") },
                Property("SensorDetails", "a{sv}") { () throws(DBusError) in sensor },
            ])
    }

    private static func motion(_ state: State) -> Interface {
        Interface(
            "org.baton.Baton1.Motion",
            methods: [
                Method(
                    "OpenStream", in: [Argument("options", "a{sv}")],
                    out: [Argument("pipe", "h"), Argument("format", "a{sv}")]
                ) { invocation in
                    if let refusal = state.refusal { return invocation.fail(refusal) }
                    guard let ends = try? FileDescriptor.pipe() else { return }
                    _ = fcntl(ends.writeEnd.rawValue, F_SETFL, O_NONBLOCK)
                    _ = fcntl(ends.writeEnd.rawValue, F_SETFD, FD_CLOEXEC)
                    _ = fcntl(ends.readEnd.rawValue, F_SETFD, FD_CLOEXEC)
                    let format = state.format.map { DBusDictionary.Entry(.string($0.0), .variant($0.1)) }
                    invocation.reply(
                        .fileDescriptor(UnixFileDescriptor(owning: ends.readEnd)),
                        .dictionary(DBusDictionary("s", "v", format)))
                    state.writeEnd = ends.writeEnd
                }
            ],
            properties: [Property("Orientation", "s") { () throws(DBusError) in .string("face-up") }])
    }
}
