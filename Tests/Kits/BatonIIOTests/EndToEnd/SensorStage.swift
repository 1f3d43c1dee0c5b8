// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// The real batond on a machine with a mocked accelerometer, and an app that receives every shake.
final class SensorStage: StageOnBus {
    let machine: MockMachine
    let stage: BusStage
    let agent: ChildProcess
    /// The phases that the app received, in order.
    private(set) var phases: [String] = []
    private let home: String

    static let baton: BusName = "org.baton.Baton1"
    static let path: ObjectPath = "/org/baton/Baton1"

    /// - Parameters:
    ///   - shapes: the sensors.
    ///   - settings: the arguments of `batond --set`.
    init(_ shapes: [MockShape], settings: [String] = []) throws {
        machine = try MockMachine()
        for shape in shapes { try machine.add(shape) }
        stage = try BusStage(reactor: machine.reactor)
        home = machine.root + "/home"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        let all = ["shake.background-motion=Tester", "shake.longest-shake=30s", "routing.app-timeout=10s"] + settings
        agent = try ChildProcess(
            ["umockdev-wrapper", ChildProcess.built("batond"), "--address", stage.bus.address]
                + all.flatMap { ["--set", $0] },
            environment: machine.environment.merging([
                "HOME": home, "SWIFT_BACKTRACE": "enable=no", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
            ]) { $1 })
        try register()
    }

    deinit { agent.kill() }

    var app: Connection { stage.connection }

    /// Another app on the bus.
    func connect() throws -> Connection { try stage.connect() }

    private func register() throws {
        let members: [MemberName] = ["MotionBegan", "MotionEnded", "MotionCancelled"]
        let methods = members.map { name in
            Method(
                name, in: [Argument("subtype", "u"), Argument("timestamp", "t")],
                out: [Argument("handled", "b")]
            ) { [unowned self] call in
                phases.append(name.rawValue)
                call.reply(.boolean(true))
            }
        }
        app.export(
            ExportedObject(interfaces: [Interface("org.baton.Baton1.Responder", methods: methods)]), at: "/app")
        try stage.wait(for: Self.baton, of: agent)
        let types = Value.array(DBusArray("u", [.uint32(1)]))
        _ = try call(
            "Register", .objectPath("/app"),
            .vardict([
                ("event-types", types), ("background-motion", .boolean(true)), ("identity", .string("Tester")),
            ])
        ).get()
    }

    // MARK: The agent

    func call(
        _ member: MemberName, _ arguments: Value..., of interface: InterfaceName = "org.baton.Baton1.Application"
    ) throws -> Result<[Value], DBusError> {
        try stage.call(Self.baton, Self.path, interface, member, arguments)
    }

    /// The state of the agent's sensor.
    func sensor() throws -> String { try property("Sensor")?.asString ?? "" }

    /// What the agent says of the sensor that it reads.
    func sensorDetails() throws -> [String: Value] { try property("SensorDetails")?.asVardict ?? [:] }

    func property(
        _ name: String, of interface: InterfaceName = "org.baton.Baton1.Application"
    ) throws -> Value? {
        try call("Get", .string(interface.rawValue), .string(name), of: "org.freedesktop.DBus.Properties").get().first?
            .unwrapped
    }

    /// How often the agent has waited for events so far: each return of epoll is a switch of its thread.
    var waits: Int {
        let status = (try? String(contentsOfFile: "/proc/\(agent.identifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
        return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
    }

    /// Waits until the sensor is read.
    func expectReading() throws {
        var text = ""
        try #require(
            turn {
                text = (try? sensor()) ?? ""
                return text == "reading"
            }, "\(text); \(agent.printed)")
    }

    /// The processes of baton-sensor that batond has started.
    var helpers: [Int32] {
        let children = "/proc/\(agent.identifier)/task/\(agent.identifier)/children"
        let text = (try? String(contentsOfFile: children, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    // MARK: The device

    /// Shakes the device until the app has received `count` phases in total.
    func shake(_ sensor: MockSensor, until count: Int) throws {
        sensor.shake()
        defer { sensor.rest() }
        try #require(turn { self.phases.count >= count }, "\(phases); \(agent.printed)")
    }
}
