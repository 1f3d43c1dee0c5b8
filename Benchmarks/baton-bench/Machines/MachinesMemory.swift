// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMQTT
import BatonReactor

/// What baton-mqtt takes: alone and without a command, by TLS beside mosquitto_sub, and with many machines.
struct MachinesMemory {
    /// Private dirty memory in MiB.
    var alone = 0.0
    /// Context switches in ten seconds without a message.
    var wakeUps: UInt64 = 0
    /// How much more memory TLS takes, in MiB: baton-mqtt, and mosquitto_sub.
    var secure = 0.0
    var secureSub = 0.0
    /// With fifty followed machines of five players each: memory in MiB, and the share of a processor at ten changes a second.
    var many = 0.0
    var busy = 0.0

    private static let hosts = 50

    static func measure(_ options: Options) throws -> MachinesMemory {
        var result = MachinesMemory()
        let plain = try BenchBroker(["set_tcp_nodelay true"])
        result.alone = try alone(plain, options, wakeUps: &result.wakeUps)
        let secure = try BenchBroker(["set_tcp_nodelay true"], isSecure: true)
        var unused: UInt64 = 0
        result.secure = try alone(secure, options, wakeUps: &unused) - result.alone
        result.secureSub = try sub(secure) - sub(plain)
        try many(plain, options, into: &result)
        return result
    }

    private static func mebibytes(_ process: ProcessFigures) -> Double { Double(process.memory.privateDirty) / 1024 }

    private static func alone(_ broker: BenchBroker, _ options: Options, wakeUps: inout UInt64) throws -> Double {
        let machine = try BenchMachine("alone", broker, [], ledger: nil, options)
        MonotonicTime.pause(milliseconds: 4000)
        let before = machine.figures.contextSwitches
        MonotonicTime.pause(milliseconds: 10_000)
        wakeUps = machine.figures.contextSwitches - before
        return mebibytes(machine.figures)
    }

    private static func sub(_ broker: BenchBroker) throws -> Double {
        let secure = broker.authorities.map { ["--cafile", $0] } ?? []
        let client = try ChildProcess(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "x"] + secure,
            environment: ["PATH": "/usr/bin:/bin"])
        MonotonicTime.pause(milliseconds: 1500)
        return mebibytes(ProcessFigures(identifier: client.identifier))
    }

    private static func many(_ broker: BenchBroker, _ options: Options, into result: inout MachinesMemory) throws {
        let reactor = try Reactor()
        let connection = MQTTConnection(
            to: MQTTBroker(host: "127.0.0.1", port: broker.port, client: "bench-many"), will: nil, on: reactor)
        connection.open()
        while connection.state != .connected { try reactor.turn(timeout: .seconds(1)) }
        func tell(_ host: Int, _ topic: String, _ text: String) throws {
            guard let topic = Topic("baton/host\(host)/\(topic)") else { return }
            try connection.publish(
                MQTTMessage(topic, payload: Array(text.utf8), quality: .atLeastOnce, isRetained: true))
            while !connection.isConfirmed { try reactor.turn(timeout: .seconds(1)) }
        }
        func now(_ title: Int) -> String {
            """
            {"status":"playing","player":"mpv","title":"Title \(title)","artist":"Artist","album":"Album","length":180,\
            "position":1.5,"rate":1,"volume":0.5,"can":["play","pause","next","previous","seek","volume"]}
            """
        }
        for host in 0..<hosts {
            try tell(
                host, "about",
                "{\"id\":\"\(String(repeating: "0", count: 29))\(100 + host)\",\"title\":\"Host \(host)\"}")
            try tell(host, "players", "[\"mpv\",\"firefox\",\"vlc\",\"spotify\",\"chromium\"]")
            try tell(host, "now", now(0))
            try tell(host, "available", "online")
        }
        let follow = (0..<hosts).map { "follow = host\($0)" }
        let machine = try BenchMachine("many", broker, follow, ledger: nil, options)
        try machine.wait(for: try BusName("org.mpris.MediaPlayer2.household.host\(hosts - 1)"))
        MonotonicTime.pause(milliseconds: 3000)
        let (used, begun) = (machine.figures.processorTime, MonotonicTime.now)
        for change in 0..<100 {
            try tell(change % hosts, "now", now(change))
            MonotonicTime.pause(milliseconds: 100)
        }
        result.busy = Double(machine.figures.processorTime - used) / Double(MonotonicTime.now - begun)
        result.many = mebibytes(machine.figures)
        connection.close()
    }
}
