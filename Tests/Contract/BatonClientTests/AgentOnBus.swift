// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

/// A bus with the real batond on it, or with an agent that only the test has, and a client.
final class AgentOnBus: StageOnBus {
    let stage: BusStage
    let agent: RemoteAgent
    private var batond: ChildProcess?

    init() throws {
        stage = try BusStage()
        var options = ConnectionOptions()
        options.firstBackOff = .milliseconds(10)
        agent = RemoteAgent(on: try stage.connect(options: options))
    }

    deinit { batond?.kill() }

    /// Starts batond, and waits until it owns its name.
    func start() throws {
        let batond = try ChildProcess(
            [ChildProcess.built("batond"), "--address", stage.bus.address],
            environment: [
                "HOME": stage.folder.path, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(stage.folder.path)/no-system-bus",
            ])
        self.batond = batond
        try stage.wait(for: BatonBus.name, of: batond)
    }

    /// Ends batond in order.
    func end() throws {
        let batond = try #require(batond)
        batond.signal(SIGTERM)
        try #require(turn { batond.hasEnded })
    }

    /// Stops batond, so that it does not answer.
    func hang() throws { StoppedProcess.stop(try #require(batond).identifier) }

    /// Puts an agent on the bus that has what the test says.
    func serve(_ interfaces: [Interface]) throws -> (connection: Connection, object: ExportedObject) {
        let connection = try stage.connect()
        let object = ExportedObject(interfaces: interfaces)
        connection.export(object, at: BatonBus.path)
        try stage.own(BatonBus.name, connection)
        stage.services.append(object)
        return (connection, object)
    }

    /// What a call ends with; it must end.
    func outcome<Content>(
        _ ask: (@escaping (AgentReply<Content>) -> Void) -> Void
    ) throws -> AgentReply<Content> {
        var outcome: AgentReply<Content>?
        ask { outcome = $0 }
        try #require(turn { outcome != nil })
        return try #require(outcome)
    }

    /// What kind of failure it ends with; nil for a success.
    func failure<Content>(
        _ ask: (@escaping (AgentReply<Content>) -> Void) -> Void
    ) throws -> String? {
        guard case .failure(let error) = try outcome(ask) else { return nil }
        return String("\(error)".prefix { $0 != "(" })
    }
}
