// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// A stage with a player that plays, and the real batond with headsets that umockdev replays.
///
/// umockdev keeps the events from before batond opens the node, and delivers them all at once then. It reports every
/// key as up.
final class HeadsetStage: TurnedStage {
    let stage: AgentStage
    let player: StagePlayer
    private let agent: ChildProcess
    private let began: Duration

    /// - Parameters:
    ///   - settings: what `batond --set` gets.
    ///   - configuration: what baton.conf says.
    ///   - environment: further variables of batond's environment.
    ///   - lead: milliseconds before each device's first event.
    ///   - prepare: prepares the bus before batond starts.
    init(
        _ devices: [EvemuDevice], _ settings: [String] = [], configuration: String? = nil,
        environment: [String: String] = [:], lead: Int = 1500, prepare: (AgentStage) throws -> Void = { _ in }
    ) throws {
        // One bus is both the session's and the system's.
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

    /// A stage on which batond reads all devices before the first event. batond has ten seconds for its start, several
    /// times what it takes while other tests use the machine.
    static func inTime(
        _ devices: [EvemuDevice], _ settings: [String] = [], prepare: (AgentStage) throws -> Void = { _ in }
    ) throws -> HeadsetStage {
        let lead = 10_000
        let headset = try HeadsetStage(devices, settings, lead: lead, prepare: prepare)
        let areRead = headset.turn { devices.allSatisfy { (try? headset.state(of: $0.name)) == "listening" } }
        guard areRead, headset.age < .milliseconds(lead - 300) else { throw Late() }
        return headset
    }

    /// The machine is too slow for a result.
    struct Late: Error {}

    /// How long umockdev has been running.
    var age: Duration { stage.reactor.now - began }

    var reactor: Reactor { stage.reactor }

    /// Lets time pass in which something unwanted could happen.
    func pass(_ time: Duration) { _ = stage.turn(within: time) { false } }

    /// Writes baton.conf again, and makes batond read it.
    func reload(_ configuration: String) throws {
        try Self.write(configuration, in: stage)
        kill(try process, SIGHUP)
    }

    private static func write(_ configuration: String, in stage: AgentStage) throws {
        let folder = "\(stage.folder.path)/.config/baton"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try configuration.write(toFile: "\(folder)/baton.conf", atomically: true, encoding: .utf8)
    }

    /// The state of a source in `Inputs()`, with the code of its reason; nil if there is none.
    func state(of name: String) throws -> String? { try stage.inputState(of: name) }

    /// Waits until a source is in a state.
    func waitForState(_ state: String, of name: String) -> Bool {
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

    /// The number of nodes that batond has open: umockdev has a terminal in the place of each.
    var openNodes: Int {
        get throws {
            let folder = "/proc/\(try process)/fd/"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0)
                return target?.hasPrefix("/dev/pts/") == true
            }
        }
    }

    /// The number of batond's descriptors: one more for each node that it reads.
    var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count }
    }
}
