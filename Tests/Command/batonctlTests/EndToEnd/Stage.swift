// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import batonctl

/// A private bus with the services of a test on it, and `batonctl` run against them.
///
/// The services run in the test's process, whose reactor is turned while a program runs; nothing runs in parallel.
final class Stage: StageOnBus {
    let stage: BusStage

    init() throws { stage = try BusStage() }

    var address: String { stage.bus.address }
    var directory: URL { URL(filePath: stage.directory) }

    /// A connection of its own for a service.
    func connect() throws -> Connection { try stage.connect() }

    /// Waits until the connection owns the name.
    func own(_ name: BusName, _ connection: Connection) throws { try stage.own(name, connection) }

    /// Takes a service off the bus.
    func disconnect(_ connection: Connection) { connection.close() }

    /// Sends a forged `Event` signal of another program to a monitor.
    func forgeEvent(_ values: [Value], to monitor: BusName) throws {
        let signal = Message.signal(
            path: BatonBus.path, interface: BatonBus.application, member: "Event", to: monitor)
        try signal.append(contentsOf: values)
        try connect().send(signal)
    }

    /// Ends the bus.
    func stopBus() { stage.bus.kill() }

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
    func run(_ arguments: String...) throws -> (status: Int32?, output: String, errors: String) { try run(arguments) }

    /// The same with the arguments in an array.
    func run(_ arguments: [String]) throws -> (status: Int32?, output: String, errors: String) {
        let child = try start("batonctl", arguments)
        try #require(turn { child.hasEnded }, "batonctl \(arguments) did not end")
        return (child.status, child.output, child.errors)
    }
}

extension ChildProcess {
    /// Turns the stage's services until the process has ended, and returns its status.
    func waited(on stage: Stage) throws -> Int32? {
        try #require(stage.turn { hasEnded }, "the process did not end")
        return status
    }
}
