// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMotion
import BatonReactor
import BatonSensingSupport
import BatonSensorLink
import BatonTestSupport
import Glibc
import SystemPackage
import Testing

@testable import BatonAPI
@testable import BatonAgent
@testable import BatonSensing

/// org.baton.Baton1.Motion over a real bus and the real link to the sensor's process (docs/dbus-api.md).
@MainActor
@Suite struct MotionControlTests {
    private static let path: ObjectPath = "/org/baton/Baton1"

    private let stage: SensorStage
    private let motion: MotionControl

    init() throws {
        stage = try SensorStage("ready")
        let changes = ChangedProperties()
        motion = MotionControl(
            sensor: stage.sensor, streams: stage.streams, claims: stage.claims, changes: changes)
        let object = ExportedObject(interfaces: [ControlObject.interface(BatonBus.motion, [motion])])
        changes.object = object
        stage.other.export(object, at: Self.path)
    }

    private func client() throws -> Connection {
        let client = Connection(address: stage.bus.address, reactor: stage.reactor)
        try stage.connect(client)
        return client
    }

    private func openStream(
        _ client: Connection, _ options: [(String, Value)] = []
    ) throws -> Result<[Value], DBusError> {
        let server = try #require(stage.other.uniqueName)
        let message = Message.methodCall(
            to: server, path: Self.path, interface: BatonBus.motion, member: "OpenStream")
        try message.append(.vardict(options))
        var outcome: Result<Message, DBusError>?
        client.call(message, within: .seconds(30)) { outcome = $0 }
        try #require(stage.turn { outcome != nil })
        switch try #require(outcome) {
        case .success(let reply): return .success(try reply.arguments())
        case .failure(let error): return .failure(error)
        }
    }

    @Test("a stream comes with its format, and batond keeps no end of it")
    func format() throws {
        try stage.open()
        let client = try client()
        defer { client.close() }
        let values = try openStream(client, [("full-rate", .boolean(false)), ("of-a-later-version", .string(""))]).get()
        guard case .fileDescriptor(let pipe) = values[0] else {
            Issue.record("no pipe")
            return
        }
        let format = try #require(values[1].asVardict)
        #expect(format["version"] == .uint32(2))
        #expect(format["record-size"] == .uint32(40))
        #expect(format["clock"] == .string("monotonic"))
        #expect(format["device"] == .string("fake"))
        #expect(format["mode"] == .string("poll"))
        #expect(format["rate"] == .double(50))
        #expect(format["mount-matrix"]?.signature == "ad")
        #expect(format["frame"] == .string("device"))
        #expect(format["sign"] == .string("hid"))
        #expect(format["sensitivity"] == .string(stage.sensor.shakeSettings.sensitivity.rawValue))
        #expect(format["longest-shake"] == .double(stage.sensor.shakeSettings.longestShake / .seconds(1)))
        // The fake closes the descriptor that it gets. If another process still had the write end, the pipe would not
        // be at its end.
        let file = pipe.fileDescriptor.rawValue
        _ = fcntl(file, F_SETFL, O_NONBLOCK)
        var byte: UInt8 = 0
        #expect(stage.turn { read(file, &byte, 1) == 0 })
    }

    @Test("a locked session gives no samples, and says why; an option of a wrong type is refused")
    func refused() throws {
        let login = try stage.login()
        try stage.open()
        let client = try client()
        defer { client.close() }
        guard case .failure(let wrong) = try openStream(client, [("full-rate", .string("yes"))]) else {
            Issue.record("a stream")
            return
        }
        #expect(wrong.name == .invalidArguments)
        #expect(wrong.message == "option 'full-rate' wants a value of type 'b'")
        login.set(isLocked: true)
        try #require(stage.turn { stage.status == "session-locked" })
        guard case .failure(let error) = try openStream(client) else {
            Issue.record("a stream")
            return
        }
        #expect(error.name == "org.baton.Baton1.Error.SessionLocked")
        #expect(error.message == "the sensor is off: the session is locked")
        #expect(stage.streams.isEmpty)
    }

    @Test("there are sixteen streams at most, four a client, and one that leaves makes room")
    func limits() throws {
        try stage.open()
        var clients: [Connection] = []
        defer { for client in clients { client.close() } }
        for _ in 0..<4 {
            let client = try client()
            clients.append(client)
            for _ in 0..<4 { #expect(try openStream(client).errorName == nil) }
            #expect(try openStream(client).errorName == .limitsExceeded)
        }
        let late = try client()
        clients.append(late)
        #expect(try openStream(late).errorName == .limitsExceeded)
        clients[0].close()
        #expect(
            stage.turn {
                let outcome = try? openStream(late)
                return outcome != nil && outcome?.errorName == nil
            })
    }

    @Test("a sensor that does not answer is Timeout after 5 s, and not before; no stream is kept")
    func timeout() throws {
        stage.sensor.open()
        let client = try client()
        defer { client.close() }
        var outcomes: [Result<(FileDescriptor, [SensorDescription]), DBusError>] = []
        stage.streams.open(StreamRequest(), for: try #require(client.uniqueName)) { outcomes.append($0) }
        stage.pass(.milliseconds(4900))
        #expect(outcomes.isEmpty)
        stage.pass(.milliseconds(200))
        guard case .failure(let error)? = outcomes.first else {
            Issue.record("\(outcomes)")
            return
        }
        #expect(error.name == .timeout && stage.streams.isEmpty)
    }

    nonisolated private static func kinds(_ numbers: [UInt32]) -> (String, Value) {
        ("kinds", .array(DBusArray("u", numbers.map { .uint32($0) })))
    }

    nonisolated private static func intervals(_ intervals: [(UInt32, UInt32)]) -> (String, Value) {
        let entries = intervals.map { DBusDictionary.Entry(.uint32($0.0), .uint32($0.1)) }
        return ("intervals", .dictionary(DBusDictionary("u", "u", entries)))
    }

    @Test(
        "CM11: kinds and intervals that are none are refused with a sentence, and no stream is kept",
        arguments: [
            ([("kinds", .uint32(1))], "option 'kinds' wants a value of type 'au'"),
            ([("kinds", .array(DBusArray("s", [.string("1")])))], "option 'kinds' wants a value of type 'au'"),
            ([kinds([])], "option 'kinds' is empty"),
            ([kinds([1, 7])], "there is no kind 7"),
            ([kinds([.max])], "there is no kind 4294967295"),
            ([kinds([1, 15])], "there is no kind 15"),
            ([kinds([1, 16])], "kinds 16 to 19 need option 'reference-frame'"),
            ([kinds([16]), ("reference-frame", .string("1"))], "option 'reference-frame' wants a value of type 'u'"),
            ([kinds([16]), ("reference-frame", .uint32(3))], "a reference frame is 1, 2, 4 or 8, not 3"),
            (
                [kinds([16]), ("reference-frame", .uint32(1))],
                "this machine has no accelerometer and gyroscope that belong together"
            ),
            (
                [kinds([1]), intervals([(17, 20_000)])],
                "option 'intervals' has the kind 17, which is not among the kinds"
            ),
            ([kinds([2])], "this machine has no gyroscope"),
            ([intervals([(1, 0)])], "an interval is from 10000 to 1000000 µs, not 0"),
            ([intervals([(1, 9999)])], "an interval is from 10000 to 1000000 µs, not 9999"),
            ([intervals([(1, 3_600_000_000)])], "an interval is from 10000 to 1000000 µs, not 3600000000"),
            ([intervals([(2, 20_000)])], "option 'intervals' has the gyroscope, which is not among the kinds"),
            ([("intervals", .uint32(20_000))], "option 'intervals' wants a value of type 'a{uu}'"),
            ([("phases", .uint32(1))], "option 'phases' wants a value of type 'b'"),
        ] as [([(String, Value)], String)])
    func wrongOptions(_ options: [(String, Value)], _ message: String) throws {
        try stage.open()
        let client = try client()
        defer { client.close() }
        guard case .failure(let error) = try openStream(client, options) else {
            Issue.record("a stream with \(options)")
            return
        }
        #expect(error.name == .invalidArguments && error.message == message)
        #expect(stage.streams.isEmpty)
    }

    @Test("O2, O15: an end too many does nothing, requests have a limit, and a client that leaves ends its own")
    func claims() throws {
        stage.sensor.open()
        let client = try client()
        let name = try #require(client.uniqueName)
        stage.claims.end(for: name)
        #expect(stage.claims.isEmpty)
        for _ in 0..<OrientationClaims.limitPerClient { try stage.claims.begin(for: name) }
        let error = try #require(throws: DBusError.self) { try stage.claims.begin(for: name) }
        #expect(error.name == .limitsExceeded)
        stage.claims.end(for: name)
        #expect(!stage.claims.isEmpty)
        client.close()
        #expect(stage.turn { stage.claims.isEmpty })
    }
}
