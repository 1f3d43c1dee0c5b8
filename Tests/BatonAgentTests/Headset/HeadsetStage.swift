// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// A stage with a player that plays, and batond as it ships with headsets that umockdev plays to it.
///
/// umockdev keeps what is played before batond opens the node, and gives it all at once then; it tells that every key is up.
final class HeadsetStage {
    let stage: AgentStage
    let player: StagePlayer
    private let agent: ChildProcess
    private let began: Duration

    /// - Parameters:
    ///   - settings: what `batond --set` gets.
    ///   - configuration: what baton.conf says.
    ///   - environment: what batond's environment has besides.
    ///   - lead: milliseconds before each device's first event.
    ///   - prepare: does what is to be done on the bus before batond starts.
    init(
        _ devices: [EvemuDevice], _ settings: [String] = [], configuration: String? = nil,
        environment: [String: String] = [:], lead: Int = 1500, prepare: (AgentStage) throws -> Void = { _ in }
    ) throws {
        // One bus serves as both.
        stage = try AgentStage(nil, hasSystemBus: true)
        player = try stage.player("one", "Playing", isAwaited: false)
        try prepare(stage)
        if let configuration { try Self.write(configuration, in: stage) }
        began = stage.reactor.now
        agent = try ChildProcess(
            EvemuDevice.command(devices, in: stage.folder.path, lead: lead) + [
                "setpriv", "--pdeathsig", "KILL", ChildProcess.built("batond"), "--address", stage.bus.address,
            ] + (AgentStage.patience + settings).flatMap { ["--set", $0] },
            environment: [
                "HOME": stage.folder.path, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
                "DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address,
            ].merging(environment) { $1 })
        try stage.stage.wait(for: AgentStage.baton, of: agent)
    }

    deinit { agent.kill() }

    /// A stage on which batond reads all devices before the first one plays anything: it has ten seconds to come so far, which is
    /// several times what it takes with the machine full of other tests.
    static func inTime(
        _ devices: [EvemuDevice], _ settings: [String] = [], prepare: (AgentStage) throws -> Void = { _ in }
    ) throws -> HeadsetStage {
        let lead = 10_000
        let headset = try HeadsetStage(devices, settings, lead: lead, prepare: prepare)
        let areRead = headset.turn { devices.allSatisfy { (try? headset.state(of: $0.name)) == "listening" } }
        guard areRead, headset.age < .milliseconds(lead - 300) else { throw Late() }
        return headset
    }

    /// The machine is too slow to tell anything.
    struct Late: Error {}

    /// How long umockdev has been running.
    var age: Duration { stage.reactor.now - began }

    /// Turns until the condition holds.
    func turn(within limit: Duration = .seconds(30), _ condition: () -> Bool) -> Bool {
        stage.turn(within: limit, condition)
    }

    /// Lets time pass: what is not to happen may happen now.
    func pass(_ time: Duration) { _ = stage.turn(within: time) { false } }

    /// Writes baton.conf anew, and has batond read it.
    func reload(_ configuration: String) throws {
        try Self.write(configuration, in: stage)
        kill(try process, SIGHUP)
    }

    private static func write(_ configuration: String, in stage: AgentStage) throws {
        let folder = "\(stage.folder.path)/.config/baton"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try configuration.write(toFile: "\(folder)/baton.conf", atomically: true, encoding: .utf8)
    }

    /// What `Inputs()` says of a source; nil when there is none.
    func state(of name: String) throws -> String? {
        guard case .array(let rows) = try stage.baton("Inputs").get().first else { return nil }
        for case .structure(let row) in rows.elements where row[1].asString == name { return row[2].asString }
        return nil
    }

    /// Waits until a source is in a state.
    func await(_ state: String, of name: String) -> Bool {
        turn { (try? self.state(of: name)) == state }
    }

    /// batond's process.
    var process: Int32 {
        get throws {
            let message = Message.methodCall(
                to: .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "GetConnectionUnixProcessID")
            try message.append(.string(AgentStage.baton.rawValue))
            return Int32(truncatingIfNeeded: try #require(try stage.call(message).get().first?.asInt64))
        }
    }

    /// How many descriptors batond has: one more for each node it reads.
    var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count }
    }
}
