// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonReactor
import Foundation
import Glibc
import Testing

@testable import batonctl

/// A private bus with the services of a test on it, and `batonctl` run against them.
///
/// The services run in the test's process, whose reactor is turned while a program runs; nothing runs in parallel.
final class Stage {
    let reactor: Reactor
    let address: String
    private let bus: ChildProcess
    let directory: URL
    private var connections: [Connection] = []

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "baton-stage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        address = "unix:path=\(directory.path)/bus"
        let configuration = directory.appending(path: "bus.conf")
        try """
        <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
        </busconfig>
        """.write(to: configuration, atomically: true, encoding: .utf8)
        bus = try ChildProcess(
            ["dbus-daemon", "--nofork", "--config-file=\(configuration.path)"], environment: ["PATH": "/usr/bin:/bin"])
        reactor = try Reactor()
        let socket = directory.appending(path: "bus").path
        // The socket exists a moment before the daemon listens on it.
        try #require(wait { Self.isListening(socket) })
    }

    deinit {
        for connection in connections { connection.close() }
        try? FileManager.default.removeItem(at: directory)
    }

    private static func isListening(_ path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            for (index, byte) in path.utf8.prefix(buffer.count - 1).enumerated() { buffer[index] = byte }
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    /// A connection of its own for a service.
    func connect() throws -> Connection {
        let connection = Connection(address: address, reactor: reactor)
        try connection.open()
        connections.append(connection)
        return connection
    }

    /// Waits until the connection owns the name.
    func own(_ name: BusName, _ connection: Connection) throws {
        var isOwned = false
        _ = connection.requestName(name) { isOwned = $0 == .owned }
        try #require(wait { isOwned })
    }

    /// Takes a service off the bus.
    func disconnect(_ connection: Connection) {
        connection.close()
        connections.removeAll { $0 === connection }
    }

    /// Sends a forged `Event` signal of another program to a monitor.
    func forgeEvent(_ values: [Value], to monitor: BusName) throws {
        let signal = Message.signal(
            path: BatonBus.path, interface: BatonBus.application, member: "Event", to: monitor)
        try signal.append(contentsOf: values)
        try connect().send(signal)
    }

    /// Ends the bus.
    func stopBus() { bus.kill() }

    /// Turns the services until `condition` holds.
    ///
    /// - Returns: Whether it held within a minute.
    func wait(_ condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while !condition() {
            if ContinuousClock.now > end { return false }
            _ = try? reactor.turn(timeout: .milliseconds(2))
        }
        return true
    }

    /// The path of a program that the package builds.
    static func program(_ name: String) -> String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name).path
    }

    /// Starts a program from the build's directory.
    func start(_ program: String = "batonctl", _ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            [Self.program(program)] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"])
    }

    /// Runs `batonctl` to its end.
    func run(_ arguments: String...) throws -> (status: Int32?, output: String, errors: String) {
        let child = try start("batonctl", arguments)
        try #require(wait { child.hasEnded }, "batonctl \(arguments) did not end")
        return (child.status, child.output, child.errors)
    }
}

extension ChildProcess {
    /// Turns the stage's services until the process has ended, and returns its status.
    func waited(on stage: Stage) throws -> Int32? {
        try #require(stage.wait { hasEnded }, "the process did not end")
        return status
    }
}
