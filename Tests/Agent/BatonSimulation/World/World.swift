// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import BatonDBus
import BatonReactor
import Glibc

/// A simulated session: a bus, the real agent on it, and peers that behave by a seed. One thread, no real time.
@MainActor
final class World {
    let seed: UInt64
    let clock: MovingClock
    let reactor: Reactor
    let bus: SimulatedBus
    let systemBus: SimulatedBus
    var random: Random
    let isTracing: Bool
    /// The folder of the agent's state and configuration.
    let folder: String

    private(set) var failures: [String] = []
    private var processes: UInt32 = 4_300_000
    private var confined: Set<UInt32> = []
    /// The instant until which the agent does not read.
    private var stalledUntil = Duration.zero
    private var stalled = Duration.zero
    /// How much longer replies may take behind a flood.
    var floodTime = Duration.zero
    /// Callers that send more than a slow player can handle, and therefore may wait longer.
    var flooders: Set<BusName> = []
    /// The instant until which so many similar commands are under way that calls at players cannot be matched with
    /// them.
    var crowdedUntil = Duration.zero
    var isCrowded: Bool { now < crowdedUntil }
    /// How long the bus may take to report the credentials of a caller.
    var lookUpTime = Duration.zero

    private(set) var agent: HostedAgent?
    private var agentTransport: SimulatedTransport?
    private var agentSince = Duration.zero
    private(set) lazy var watcher = Watcher(self)
    var players: [SimulatedPlayer] = []
    var apps: [SimulatedApp] = []
    var callers: [SimulatedCaller] = []
    var daemon: SimulatedSettingsDaemon?
    var login: SimulatedLogin?
    var bluez: SimulatedBluez?
    private var baseline = AgentCensus()
    /// The text of the configuration file.
    var configuration = ""

    private static let faces = ["org.mpris.MediaPlayer2.playerctld", "org.mpris.MediaPlayer2.baton"]

    /// - Parameter clockStep: how far the clock goes on with each reading.
    init(seed: UInt64, folder: String, isTracing: Bool, clockStep: Duration = .zero) throws {
        self.seed = seed
        self.folder = folder
        self.isTracing = isTracing
        random = Random(seed: seed)
        clock = MovingClock(step: clockStep)
        reactor = try Reactor(clock: clock)
        bus = SimulatedBus(reactor: reactor)
        systemBus = SimulatedBus(reactor: reactor)
    }

    var now: Duration { reactor.now }
    /// The time of day, in microseconds since 1970.
    var wallTime: UInt64 { 1_700_000_000_000_000 + UInt64(now / .microseconds(1)) }

    func fail(_ text: String) {
        trace("FAILED: \(text)")
        if failures.count < 20 { failures.append("at \(now - .seconds(1000)): \(text)") }
    }

    func trace(_ text: @autoclosure () -> String) {
        if isTracing { print("\(now - .seconds(1000))  \(text())") }
    }

    // MARK: Processes

    func newProcess(isConfined: Bool) -> UInt32 {
        processes += 1
        if isConfined { confined.insert(processes) }
        return processes
    }

    func isConfined(_ process: UInt32) -> Bool { confined.contains(process) }

    func isConfined(_ name: BusName) -> Bool { bus.owner(of: name).map { confined.contains($0.process) } ?? false }

    func isFace(_ name: String) -> Bool { Self.faces.contains(name) }

    // MARK: The agent

    /// Starts the agent.
    func startAgent() throws {
        var surroundings = Surroundings(hasDevices: false) { [weak self] credentials in
            guard let process = credentials.processID else { return false }
            return self?.isConfined(process) == false
        }
        surroundings.bootTime = { [reactor] in reactor.now }
        surroundings.wallTime = { [weak self] in self?.wallTime ?? 0 }
        surroundings.openSessionBus = { [unowned self] (_, _) throws(DBusError) in try connectAgent() }
        surroundings.openSystemBus = { [unowned self] (_, _) throws(DBusError) in
            try systemBus.connect(process: newProcess(isConfined: false))
        }
        watcher.reset()
        watcher.isLeaving = false
        // It learns what the session is like: that may be locked.
        if login != nil { watcher.interruptions.begin(at: now + .seconds(1)) }
        let agent = try HostedAgent(
            arguments: ["--config", try writeConfiguration()],
            environment: [
                "XDG_STATE_HOME": folder, "XDG_CONFIG_HOME": folder, "HOME": folder, "XDG_RUNTIME_DIR": folder,
                "DBUS_SESSION_BUS_ADDRESS": "simulated:",
            ], surroundings: surroundings, reactor: reactor, logsEverything: isTracing)
        self.agent = agent
        try agent.begin()
    }

    private func connectAgent() throws(DBusError) -> any Transport {
        let transport = try bus.connect(process: newProcess(isConfined: false))
        // The agent may exist slightly longer than the world, and send messages while it ends.
        transport.onRead = { [weak self] message in
            guard let self else { return }
            trace("agent ← \(describe(message))")
            watcher.read(message)
        }
        transport.onSend = { [weak self] message in
            guard let self else { return }
            trace("agent → \(describe(message))")
            watcher.send(message)
        }
        transport.delay = { [weak self] in self.map { max(.zero, $0.stalledUntil - $0.now) } ?? .zero }
        watcher.reset()
        agentTransport = transport
        agentSince = now
        return transport
    }

    func writeConfiguration() throws -> String {
        mkdir(folder, 0o700)
        let path = "\(folder)/baton.conf"
        guard let file = fopen(path, "we") else { throw WorldError.noFolder(folder) }
        fputs(configuration, file)
        fclose(file)
        return path
    }

    func reload() throws {
        _ = try writeConfiguration()
        agent?.reload()
    }

    /// Ends the agent as at SIGTERM, after it has answered the calls under way.
    func endAgent() {
        guard let agent else { return }
        watcher.agentEnds()
        agent.leave()
        let limit = now + .milliseconds(500)
        while agent.isBusy, now < limit { run(for: .milliseconds(5)) }
        if now >= limit { fail("the agent takes longer than half a second to end") }
        watcher.checkLeft()
        agent.close()
        self.agent = nil
        run(for: .zero)
    }

    /// Ends the agent as at SIGKILL.
    func killAgent() {
        watcher.agentWasKilled()
        let files = FolderImage(folder)
        agentTransport?.close()
        agent?.close()
        agent = nil
        run(for: .zero)
        files.restore()
    }

    /// Stops the agent for a while, as on a busy machine or by SIGSTOP.
    func stallAgent(for time: Duration) {
        stalledUntil = now + time
        stalled = time
        agentTransport?.stall(until: stalledUntil)
    }

    /// How long the agent did not read since `instant`, with the time that deadlines are extended for that.
    func stallTime(since instant: Duration) -> Duration {
        stalledUntil > instant - .seconds(5) ? stalled + .seconds(4) : .zero
    }

    /// Whether the agent has known all peers for a while, and hears of everything at once.
    var isCalm: Bool {
        bus.delay == .zero && lookUpTime == .zero && stallTime(since: now - .seconds(4)) == .zero
            && now - agentSince > .seconds(3)
    }

    // MARK: Time

    /// Advances the clock from one event to the next.
    func run(for time: Duration) {
        let end = now + time
        turnUntilIdle()
        while let next = reactor.nextDeadline, next <= end {
            clock.advance(by: max(.zero, next - now))
            turnUntilIdle()
        }
        clock.advance(by: max(.zero, end - now))
        turnUntilIdle()
    }

    private func turnUntilIdle() {
        var turns = 0
        while reactor.turnWithoutDescriptors() {
            turns += 1
            guard turns < 100_000 else { return fail("the agent does not come to rest") }
        }
    }

    // MARK: Checks

    /// Checks what must be true after each step.
    func check() {
        watcher.checkBounds()
        guard let agent else { return }
        if agent.exitStatus != 0 { fail("the agent gave up with \(agent.exitStatus)") }
        if let transport = agentTransport, transport.isOpen {
            let waiting = bus.awaitedCount(of: transport)
            if waiting > Self.mostAwaited { fail("the agent waits for \(waiting) answers at once") }
        }
        for player in players where player.hasHadTime(at: now, agentSince: agentSince) {
            guard let name = player.names.first?.rawValue, agent.status(of: name) != player.status else { continue }
            fail("\(name) had its object a little late, \(player.status), and for the agent it is \(agent.chain)")
        }
        if let problem = HostedAgent.problem(ofStateIn: "\(folder)/baton") { fail(problem) }
    }

    /// The most calls of the agent that may wait for replies; the simulated bus allows 1000.
    private static let mostAwaited = 700

    /// Records what the agent keeps while there are no peers.
    func rememberBaseline() { baseline = agent?.census ?? AgentCensus() }

    /// Checks that the agent keeps nothing of peers that have left.
    func checkForgotten() {
        guard let census = agent?.census else { return }
        if census != baseline { fail("the agent keeps something of peers that left: \(census), before \(baseline)") }
    }

    func describe(_ message: Message) -> String {
        let kind = message.kind.map { "\($0)" } ?? "?"
        let values = ((try? message.arguments()) ?? []).prefix(4).map { Self.short($0) }.joined(separator: ", ")
        let what = message.member?.rawValue ?? message.errorName?.rawValue ?? "#\(message.replySerial)"
        return "\(kind) \(message.sender?.rawValue ?? "-")→\(message.destination?.rawValue ?? "*") \(what)(\(values))"
    }
}

extension World {
    fileprivate static func short(_ value: Value) -> String {
        switch value {
        case .string(let text): "\"\(text.prefix(40))\""
        case .dictionary(let all):
            "{" + all.entries.map { "\(short($0.key)): \(short($0.value))" }.joined(separator: ", ") + "}"
        case .variant(let inner): short(inner)
        default: String("\(value)".prefix(60))
        }
    }
}

enum WorldError: Error {
    case noFolder(String)
}
