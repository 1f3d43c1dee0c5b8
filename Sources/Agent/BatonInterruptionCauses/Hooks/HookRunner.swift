// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonEvents
import BatonInterruptions
package import BatonLog
import BatonProcesses
package import BatonReactor
package import BatonRouting
package import BatonSession
package import BatonSettings
package import BatonValues
import Glibc
import SystemPackage

/// Starts the programs of `[hook NAME]` when something happens: each event at most once, one process of a hook at a time, and none
/// for the state in which the players were found at the start (rules I80 to I84).
@MainActor
package final class HookRunner: AgentPart {
    /// How often a hook is started in ``HookPace/window``.
    nonisolated static let mostStarts = 5
    /// How often all hooks together are.
    nonisolated static let mostStartsTogether = 20

    /// What is known of a hook.
    package struct Report {
        package let name: String
        package let isRunning: Bool
        /// When it was started last; nil if it never was.
        package let started: Duration?
        /// How its program ended last, as a shell tells it, or ``HookReport/cannotStart``; nil if it never did.
        package let status: Int32?
        /// How many events came while it ran, or too often.
        package let dropped: Int
        /// Whether no event or no program is named, so that nothing starts it.
        package let neverRuns: Bool
    }

    private struct Hook {
        var rule: Configuration.HookRule
        var started: Duration?
        var status: Int32?
        var pace = HookPace(HookRunner.mostStarts)
        /// What came while it ran, or too often.
        var dropped = 0
        /// The latest track, which is told when the present run has ended and the limits allow it.
        var waiting: HookOccasion?

        mutating func wait(with occasion: HookOccasion) {
            if waiting != nil { dropped += 1 }
            waiting = occasion
        }
    }

    private let interruptions: Interruptions
    private var observations: [Observation] = []
    private let directory: PlayerDirectory
    private let session: SessionMonitor
    private let environment: [String: String]
    /// Whether batond runs as a service of the user's manager.
    private lazy var isService = environment["SYSTEMD_EXEC_PID"] == "\(getpid())"
    /// What programs get of batond's environment.
    private lazy var passedOn = environment.filter {
        [
            "HOME", "PATH", "LANG", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY",
        ].contains($0.key)
    }
    private let reactor: Reactor
    private let logger: Logger
    private var hooks: [String: Hook] = [:]
    private var observers = Observers<String>()
    /// What runs, by the name of its hook, which may not be in the configuration any more.
    private var runs: [String: HookRun] = [:]
    private var pace = HookPace(mostStartsTogether)
    /// When a track that waits for the limits is told.
    private var limitTimer: ReactorTimer?

    /// - Parameter environment: batond's, of which a few variables are passed on.
    package init(
        interruptions: Interruptions, directory: PlayerDirectory, session: SessionMonitor,
        environment: [String: String], reactor: Reactor, logger: Logger
    ) {
        self.interruptions = interruptions
        self.directory = directory
        self.session = session
        self.environment = environment
        self.reactor = reactor
        self.logger = logger
        observations = [
            interruptions.players.observe { [weak self] in self?.playerChanged($0) },
            interruptions.observe { [weak self] in self?.happened($0) },
        ]
    }

    /// What runs is left alone, also where its hook is gone from the configuration.
    package func apply(_ configuration: Configuration) {
        hooks = Dictionary(
            uniqueKeysWithValues: configuration.hooks.map { name, rule in
                var hook = hooks[name] ?? Hook(rule: rule)
                hook.rule = rule
                return (name, hook)
            })
    }

    package func close() {
        for run in runs.values { run.stop() }
        limitTimer?.cancel()
        hooks = [:]
    }

    /// Whether a program runs.
    package var isAnyRunning: Bool { !runs.isEmpty }

    /// Kills what still runs, as this process ends.
    package func killRuns() {
        for run in runs.values { run.kill() }
    }

    // MARK: For the user

    /// All hooks, by name.
    package var reports: [Report] { hooks.keys.sorted().compactMap(report) }

    /// The report of a hook; nil if the configuration has no hook of this name.
    package func report(_ name: String) -> Report? {
        hooks[name].map { hook in
            Report(
                name: name, isRunning: runs[name] != nil, started: hook.started, status: hook.status,
                dropped: hook.dropped, neverRuns: hook.rule.neverRuns)
        }
    }

    /// Adds an observer of the programs that start, end, or cannot be started; it gets the name of the hook.
    package func observe(_ observer: @escaping (String) -> Void) -> Observation { observers.observe(observer) }

    /// Starts a hook with sample values, however often it was started before.
    ///
    /// - Throws: `InvalidArgs` if there is no such hook, or it has no command; `Failed` if it runs already or cannot be started.
    package func test(_ name: String) throws(DBusError) {
        guard let rule = hooks[name]?.rule, !rule.command.isEmpty else {
            throw DBusError(.invalidArguments, "There is no [hook \(name)] with a command in baton.conf.")
        }
        guard runs[name] == nil else { throw DBusError(.failed, "It is running already.") }
        do throws(Errno) {
            try run(rule, name, .sample(rule.events.first ?? .playbackStarted))
        } catch {
            throw DBusError(.failed, "Could not start '\(rule.command[0])': \(error)")
        }
    }

    // MARK: What happens

    private func playerChanged(_ change: InterruptedPlayers.Change) {
        switch change {
        case .facts(let player, let facts, let before):
            guard !player.isApp, !facts.hasSameState(as: before) else { return }
            guard before != nil else { return tell(.playerAppeared, player) }
            switch facts.state {
            case .playing: tell(.playbackStarted, player)
            case .paused: tell(.playbackPaused, player)
            case .stopped: tell(.playbackStopped, player)
            }
        case .track(let player): tell(.trackChanged, player)
        case .left(let player): if !player.isApp { tell(.playerLeft, player) }
        }
    }

    private func happened(_ effect: InterruptionEffect) {
        switch effect {
        case .began(let id, let cause, let players):
            let reason = interruptions.model.interruptions[id]?.request.reason ?? ""
            tell(.interruptionBegan, cause, reason, players)
            if cause == .routeLost { tell(.routeLost, cause, reason, players) }
        case .ended(_, let cause, let resumed): tell(.interruptionEnded, cause, "", resumed)
        default: break
        }
    }

    /// The sleep timer has paused what played.
    package func slept() { fire(HookOccasion(.sleep)) }

    /// A command had no effect.
    package func unhandled(_ event: CommandEvent) {
        var occasion = HookOccasion(.unhandled)
        occasion.set("SOURCE", event.inputText)
        occasion.set("REASON", event.command.configurationName)
        fire(occasion)
    }

    private func tell(_ event: HookEvent, _ player: PlayerIdentity) {
        guard hooks.values.contains(where: { $0.rule.events.contains(event) }) else { return }
        var occasion = HookOccasion(event)
        occasion.player = player.name
        occasion.set("PLAYER", String(PlayerPattern.withoutPrefix(player.name)))
        if let responder = interruptions.players.responder(of: player) { occasion.set(responder) }
        fire(occasion)
    }

    private func tell(
        _ event: HookEvent, _ cause: InterruptionCause, _ reason: String, _ players: [PlayerIdentity]
    ) {
        var occasion = HookOccasion(event)
        occasion.set("SOURCE", cause.rawValue)
        occasion.set("REASON", reason)
        occasion.set("PLAYERS", players.map { PlayerPattern.withoutPrefix($0.name) }.joined(separator: " "))
        fire(occasion)
    }

    // MARK: Starting

    private func fire(_ occasion: HookOccasion) {
        // The state in which the players were found at the start is not an event.
        guard !hooks.isEmpty, directory.isSettled else { return }
        for (name, hook) in hooks where wants(hook.rule, occasion) { start(name, occasion) }
    }

    private func wants(_ rule: Configuration.HookRule, _ occasion: HookOccasion) -> Bool {
        guard !rule.command.isEmpty, rule.events.contains(occasion.event) else { return false }
        if !rule.worksWhileLocked, session.isLocked || !session.isSettled { return false }
        return rule.players.isEmpty || rule.players.contains { $0.matches(occasion.player) }
    }

    private func start(_ name: String, _ occasion: HookOccasion) {
        guard let rule = hooks[name]?.rule, mayStart(name, occasion) else { return }
        do throws(Errno) {
            try run(rule, name, occasion)
        } catch {
            logger.warning("hook \(name): '\(rule.command[0])' cannot be started: \(error)")
        }
    }

    /// Whether a hook may be started now. What may not is counted, or waits for its turn.
    private func mayStart(_ name: String, _ occasion: HookOccasion) -> Bool {
        guard var hook = hooks[name] else { return false }
        defer { hooks[name] = hook }
        let now = reactor.now
        let due = max(hook.pace.nextStart(at: now), pace.nextStart(at: now))
        guard runs[name] == nil else {
            if occasion.event == .trackChanged { hook.wait(with: occasion) } else { hook.dropped += 1 }
            return false
        }
        guard due <= now else {
            if hook.dropped == 0, hook.waiting == nil {
                logger.notice("hook \(name) is wanted too often; some events are dropped")
            }
            guard occasion.event == .trackChanged else {
                hook.dropped += 1
                return false
            }
            hook.wait(with: occasion)
            arm(for: due)
            return false
        }
        if occasion.event == .trackChanged { hook.waiting = nil }
        hook.pace.noteStart(at: now)
        pace.noteStart(at: now)
        return true
    }

    /// Looks again when the limits allow a start.
    private func arm(for due: Duration) {
        if let limitTimer {
            if !limitTimer.isScheduled || due < limitTimer.deadline { limitTimer.reschedule(at: due) }
        } else {
            limitTimer = reactor.schedule(at: due, tolerance: .milliseconds(100)) { [weak self] in self?.tellWaiting() }
        }
    }

    private func tellWaiting() {
        for name in hooks.keys.sorted() where runs[name] == nil { tellWaiting(name) }
    }

    private func tellWaiting(_ name: String) {
        guard let hook = hooks[name], let waiting = hook.waiting else { return }
        hooks[name]?.waiting = nil
        // The session may have been locked meanwhile.
        if wants(hook.rule, waiting) { start(name, waiting) }
    }

    private func run(_ rule: Configuration.HookRule, _ name: String, _ occasion: HookOccasion) throws(Errno) {
        let variables = passedOn.merging(occasion.variables) { $1 }
        hooks[name]?.started = reactor.now
        defer { observers.tell(name) }
        do throws(Errno) {
            runs[name] = try HookRun(
                command(rule, occasion), environment: variables, timeout: rule.timeout, reactor: reactor
            ) { [weak self] in self?.ended(name, $0, $1) }
        } catch {
            // Without a status the hook would look as if nothing had ever started it.
            hooks[name]?.status = HookReport.cannotStart
            throw error
        }
    }

    private func ended(_ name: String, _ run: HookRun, _ end: Subprocess.Exit) {
        let text = String(decoding: run.output, as: UTF8.self)
        logger.info("hook \(name) \(end)\(text.isEmpty ? "" : ": \(text)")")
        guard runs[name] === run else { return }
        runs[name] = nil
        hooks[name]?.status =
            switch end {
            case .status(let status): status
            case .signal(let signal): 128 &+ signal
            }
        observers.tell(name)
        tellWaiting(name)
    }

    /// The command as it is run: as a service batond may do less than the user's programs, so that the user's manager starts it,
    /// with the variables by their names only.
    private func command(_ rule: Configuration.HookRule, _ occasion: HookOccasion) -> [String] {
        guard isService else { return rule.command }
        let seconds = max(rule.timeout.components.seconds, 1)
        return [
            "systemd-run", "--user", "--collect", "--quiet", "--wait", "--slice=app.slice",
            "--property=RuntimeMaxSec=\(seconds)", "--property=TimeoutStopSec=\(HookRun.grace.components.seconds)",
            // It ends when Baton does.
            "--property=PartOf=\(BatonBus.unit)",
        ] + occasion.variables.sorted { $0.key < $1.key }.map { "--setenv=\($0.key)" } + ["--"]
            + rule.command
    }
}
