// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Glibc

/// Sends millions of commands while players come and go, and compares batond's resources at the end with those near the
/// beginning.
final class Soak {
    static let face: BusName = "org.mpris.MediaPlayer2.playerctld"
    private static let steadyPlayers = 4
    /// How often batond is measured at rest; the first time is before any load.
    private static let looks = 11

    private let options: SoakOptions
    private let bus: PrivateBus
    private let reactor: Reactor
    private let agent: ChildProcess
    private let players: ChildProcess
    private var callers: [SoakCaller] = []
    private var visitors: [SoakVisitor] = []
    private var comings = 0
    /// Time under load, in nanoseconds.
    private var loaded: UInt64 = 0

    private init(_ options: SoakOptions) throws {
        self.options = options
        bus = try PrivateBus()
        reactor = try Reactor()
        players = try ChildProcess(
            ["/proc/self/exe", "player", "\(Self.steadyPlayers)", bus.folder + "/ledger"],
            environment: bus.environment, readsOutput: true)
        try players.waitForLine(within: 20_000)
        agent = try ChildProcess(
            [options.batond, "--set", "mpris.name=playerctld"],
            environment: bus.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent"]) { $1 })
        callers = try (0..<4).map { _ in try SoakCaller(address: bus.address, reactor: reactor) }
        visitors = (0..<8).map { _ in SoakVisitor(address: bus.address, reactor: reactor) }
    }

    deinit {
        for caller in callers { caller.close() }
        for visitor in visitors { visitor.close() }
        players.stop()
    }

    /// Runs the soak with the arguments of the command line, and prints the report.
    static func run(_ arguments: [String]) throws {
        if arguments.contains("--help") { return print(SoakOptions.help) }
        let options = try SoakOptions(arguments)
        let soak = try Soak(options)
        let report = try soak.run()
        print(report.text)
        if let fault = report.fault { throw BenchError(fault) }
    }

    private var answered: Int { callers.reduce(0) { $0 + $1.answered } }

    private func run() throws -> SoakReport {
        try waitForAgent()
        var rows = [look()]
        let part = UInt64(options.minutes) * 60_000_000_000 / UInt64(Self.looks - 1)
        var reason: String?
        for _ in 1..<Self.looks where reason == nil {
            reason = try load(for: part)
            rows.append(look())
            SoakReport.say(rows[rows.count - 1].text)
        }
        kill(agent.identifier, SIGTERM)
        return SoakReport(
            options: options, rows: rows, reason: reason ?? "the time was over", seconds: Double(loaded) / 1e9,
            errors: callers.reduce(into: [:]) { $0.merge($1.errors) { $0 + $1 } }, exit: agent.waitForEnd())
    }

    private func waitForAgent() throws {
        let connection = Connection(address: bus.address, reactor: reactor)
        try connection.open()
        defer { connection.close() }
        var isThere = false
        let watch = connection.watchName(Self.face) { isThere = $0 != nil }
        defer { watch.cancel() }
        let end = MonotonicTime.now + 15_000_000_000
        while !isThere {
            guard MonotonicTime.now < end else { throw BenchError("batond does not take its name") }
            try reactor.turn(timeout: .milliseconds(100))
        }
    }

    /// Sends commands and lets players come and go for a time, then waits until every call is answered and every player
    /// has gone. Returns the reason to end the soak; nil to go on.
    private func load(for time: UInt64) throws -> String? {
        let start = MonotonicTime.now
        var reason: String?
        while reason == nil, MonotonicTime.now < start + time {
            // Many turns between two looks at the clock and the limits.
            for _ in 0..<64 {
                for caller in callers { try caller.fill() }
                try visit()
                try reactor.turn(timeout: .milliseconds(2))
            }
            if answered >= options.commands { reason = "all commands were sent" }
            if comings >= options.comings { reason = "all visits were made" }
        }
        let end = MonotonicTime.now + 90_000_000_000
        while callers.contains(where: { $0.inFlight > 0 }) || visitors.contains(where: \.isBusy) {
            guard MonotonicTime.now < end else { throw BenchError("calls were never answered") }
            try reactor.turn(timeout: .milliseconds(10))
        }
        loaded += MonotonicTime.now - start
        return reason
    }

    /// Lets a player come for each hundred commands.
    private func visit() throws {
        guard comings * 100 < answered, let visitor = visitors.first(where: { !$0.isBusy }) else { return }
        comings += 1
        try visitor.come(comings)
    }

    /// Measures batond at rest.
    private func look() -> SoakReport.Row {
        // After this time delayed work, such as saving which player was first, is done.
        let end = MonotonicTime.now + 4_000_000_000
        while MonotonicTime.now < end { _ = try? reactor.turn(timeout: .milliseconds(100)) }
        let process = ProcessFigures(identifier: agent.identifier)
        let before = process.contextSwitches
        MonotonicTime.pause(milliseconds: 3000)
        return SoakReport.Row(
            seconds: Double(loaded) / 1e9, commands: answered, comings: comings,
            memory: process.memory.privateDirty, descriptors: process.descriptors, threads: process.threads.count,
            wakeUps: Int(process.contextSwitches - before))
    }
}
