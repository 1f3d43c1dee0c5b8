// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonProcesses
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonSession

/// What batond costs on a machine without an accelerometer: a line in the log, and nothing more (rule SHAKE14).
@Suite struct NoSensorTests {
    /// A machine with an empty /sys, a system bus, and the real batond.
    private struct Machine {
        let stage: AgentStage
        let systemBus: PrivateBus
        let agent: ChildProcess
        private let folder = TemporaryFolder()

        init(_ settings: [String] = []) throws {
            stage = try AgentStage(nil)
            systemBus = try PrivateBus()
            for name in ["sys", "dev"] { mkdir("\(folder.path)/\(name)", 0o755) }
            let settings = settings.flatMap { ["--set", $0] }
            agent = try ChildProcess(
                ["umockdev-wrapper", ChildProcess.built("batond"), "--address", stage.bus.address] + settings,
                environment: [
                    "HOME": folder.path, "PATH": "/usr/bin:/bin", "UMOCKDEV_DIR": folder.path,
                    "SWIFT_BACKTRACE": "enable=no", "DBUS_SYSTEM_BUS_ADDRESS": systemBus.address,
                ])
            try stage.stage.wait(for: AgentStage.baton, of: agent)
            // When it has answered twice, it has done everything that it does at its start.
            for _ in 0..<2 { _ = try stage.property("Version") }
        }

        /// The number of connections to the system bus, without the one that asks.
        func connections() throws -> Int {
            let asking = Connection(address: systemBus.address, reactor: stage.reactor)
            defer { asking.close() }
            try asking.open()
            var names: [String]?
            try #require(stage.turn { asking.uniqueName != nil })
            asking.listNames { names = try? $0.get() }
            try #require(stage.turn { names != nil })
            return (names ?? []).count { $0.hasPrefix(":") } - 1
        }

        /// The number of processes that batond has started.
        var children: Int {
            guard let directory = opendir("/proc") else { return -1 }
            defer { closedir(directory) }
            var count = 0
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard let process = UInt32(name) else { continue }
                if ProcessFiles(of: process)?.parent == UInt32(agent.identifier) { count += 1 }
            }
            return count
        }
    }

    private func openStream(on stage: AgentStage) throws -> DBusError? {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Motion", member: "OpenStream")
        try message.append(.vardict([]))
        guard case .failure(let error) = try stage.call(message) else { return nil }
        return error
    }

    @Test("no process, no more connections to the system bus than the one for Bluetooth, one line in the log")
    func nothing() throws {
        let machine = try Machine()
        #expect(try machine.stage.property("Sensor") == .string("no-accelerometer"))
        #expect(machine.children == 0)
        #expect(try machine.connections() <= 1)
        let lines = machine.agent.printed.split(separator: "\n").filter { $0.contains("accelerometer") }
        #expect(lines.count == 1, "\(lines)")
    }

    @Test("a caller that wants samples is told that there is no accelerometer; a shake can be played all the same")
    func asked() throws {
        let machine = try Machine()
        let error = try openStream(on: machine.stage)
        #expect(error?.name == "org.baton.Baton1.Error.NoAccelerometer")
        #expect(error?.message == "the sensor is off: there is no accelerometer")
        #expect(machine.children == 0)
        for phase: UInt32 in [0, 1] {
            let reply = try machine.stage.baton("SimulateMotion", .uint32(phase), .boolean(true)).get()
            #expect(reply == [.string("unhandled"), .string(""), .string(""), .vardict([])])
        }
        #expect(machine.children == 0)
    }

    @Test("a sensor at an address is one: the system bus is asked then")
    func address() throws {
        // No server listens at this address.
        let machine = try Machine(["shake.sensor=ip:127.0.0.1"])
        let isAsked = machine.stage.turn { (try? machine.connections()) == 1 }
        #expect(isAsked)
        #expect(try machine.stage.property("Sensor") != .string("no-accelerometer"))
    }
}
