// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonSession
@testable import BatonUndo

/// A private bus and a directory, with the agent's connection and as many others as a test needs.
@MainActor
final class UndoStage {
    let bus: PrivateBus
    let reactor: Reactor
    let connection: Connection
    /// A directory of the test's own, with a short path as sockets need.
    let directory: String

    /// - Parameters:
    ///   - services: the command lines by which the bus starts the owners of names.
    /// - clock: the reactor's clock. With one that stands still no deadline passes while the machine is busy.
    init(
        services: (_ directory: String) -> [String: String] = { _ in [:] },
        clock: any ReactorClock = MonotonicClock()
    ) throws {
        directory = "/tmp/baton-undo-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        bus = try PrivateBus(services: services(directory))
        reactor = try Reactor(clock: clock)
        connection = Connection(address: bus.address, reactor: reactor)
        try connection.open()
        try #require(turn { self.connection.uniqueName != nil })
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    func turn(within limit: Duration = .seconds(60), _ condition: () -> Bool) -> Bool {
        reactor.turn(until: condition, within: limit)
    }

    /// Connects another program to the bus, optionally with a name.
    func connect(_ name: BusName? = nil) throws -> Connection {
        let other = Connection(address: bus.address, reactor: reactor)
        try other.open()
        try #require(turn { other.uniqueName != nil })
        if let name {
            var isOwned = false
            requests.append(other.requestName(name) { isOwned = $0 == .owned })
            try #require(turn { isOwned })
        }
        return other
    }
    private var requests: [NameRequest] = []

    /// The answer of an asynchronous call, and how long it took.
    func answer<Answer>(_ ask: (@escaping (Answer) -> Void) -> Void) throws -> (Answer, Duration) {
        var answers: [Answer] = []
        let start = reactor.now
        ask { answers.append($0) }
        try #require(turn { !answers.isEmpty })
        let time = reactor.now - start
        reactor.turnUntilIdle()
        #expect(answers.count == 1)
        return (answers[0], time)
    }

    /// The answer of a source within `limit`.
    func ask(
        _ source: any FocusSource, _ variables: [String: String], within limit: Duration = .seconds(30)
    ) throws -> Result<FocusedApp, FocusProblem> {
        let environment = DisplayEnvironment(manager: [:], own: variables)
        return try answer { source.ask(in: environment, by: reactor.now + limit, then: $0) }.0
    }
}
