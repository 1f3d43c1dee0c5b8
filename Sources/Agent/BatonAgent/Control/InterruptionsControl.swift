// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonIntake
import BatonInterruptionCauses
import BatonInterruptions
import BatonReactor
import BatonRouting
import BatonSession
import BatonValues

/// The interface org.baton.Baton1.Interruptions: interruptions of applications, and the sleep timer (docs/dbus-api.md).
@MainActor
final class InterruptionsControl: ControlMembers {
    /// How long an answer to `Begin` waits for players.
    private static let longestWait = Duration.milliseconds(500)
    /// The most commands that wait when a further call waits with them.
    private static let mostWaiting = 256
    /// The most players that an error names.
    private static let mostNamed = 16

    private let core: Interruptions
    private var observations: [Observation] = []
    private let leases: LeaseRegistry
    private let sleep: SleepTimer
    private let identities: CallerIdentities
    private let monitors: MonitorRegistry
    private let hooks: HookRunner
    private let intake: CommandIntake
    private let wallTime: () -> UInt64
    private let changes: ChangedProperties

    init(
        core: Interruptions, leases: LeaseRegistry, sleep: SleepTimer, identities: CallerIdentities,
        monitors: MonitorRegistry, hooks: HookRunner, intake: CommandIntake, changes: ChangedProperties,
        wallTime: @escaping () -> UInt64
    ) {
        self.core = core
        self.leases = leases
        self.sleep = sleep
        self.identities = identities
        self.monitors = monitors
        self.hooks = hooks
        self.intake = intake
        self.changes = changes
        self.wallTime = wallTime
        observations = [
            core.observe { [weak self] in self?.tell($0) },
            sleep.observe { [weak self] change in
                guard case .state = change else { return }
                self?.changes.tell(
                    BatonBus.interruptions,
                    [InterruptionsInterface.sleepUntil.name, InterruptionsInterface.sleepAtEndOfTrack.name])
            },
            hooks.observe { [weak self] name in
                guard let self, !monitors.isEmpty, let hook = self.hooks.report(name).map(Self.report) else { return }
                monitors.report(
                    InterruptionsInterface.hookChanged,
                    (hook.name, hook.isRunning, hook.started, hook.status, hook.dropped))
            },
        ]
    }

    var methods: [Method] {
        [
            InterruptionsInterface.begin.served { [weak self] in self?.begin($1, $0) },
            InterruptionsInterface.end.served { [leases] call, id in
                leases.end(id, by: call.sender)
                call.reply()
            },
            InterruptionsInterface.pauseAll.served { [weak self] call, _ in
                self?.whenAnswered { self?.pauseAll(call) }
            },
            InterruptionsInterface.resume.served { [weak self] call, _ in
                self?.whenAnswered { self?.resume(call) }
            },
            InterruptionsInterface.playPauseAll.served { [weak self] call, _ in
                self?.whenAnswered { self?.playPauseAll(call) }
            },
            InterruptionsInterface.forget.served { [core] call, _ in
                core.update { $0.forget(at: $1) }
                call.reply()
            },
            InterruptionsInterface.acted.served { [core] call, player in
                core.acted(on: player)
                call.reply()
            },
            InterruptionsInterface.sleep.served { [weak self] in self?.sleep($1, $0) },
            InterruptionsInterface.hooks.served { [hooks] call, _ in
                call.reply(hooks.reports.map(Self.report))
            },
            InterruptionsInterface.testHook.served { [hooks] call, name in
                call.answer { () throws(DBusError) in try hooks.test(name) }
            },
        ]
    }

    private static func report(_ hook: HookRunner.Report) -> HookReport {
        HookReport(
            name: hook.name, isRunning: hook.isRunning, started: hook.started?.microseconds ?? 0,
            status: hook.status ?? (hook.neverRuns ? HookReport.neverRuns : -1), dropped: UInt32(clamping: hook.dropped)
        )
    }

    var signals: [Signal] {
        [
            InterruptionsInterface.began.served, InterruptionsInterface.ended.served,
            InterruptionsInterface.hookChanged.served,
        ]
    }

    var properties: [Property] {
        [
            InterruptionsInterface.active.served { [weak self] in self?.active ?? [] },
            InterruptionsInterface.enabled.served(
                set: { [core] isOn, call in
                    core.isEnabled = isOn
                    call.reply()
                }
            ) { [core] in core.isEnabled },
            InterruptionsInterface.sleepUntil.served { [sleep, wallTime] in
                sleep.remaining.map { wallTime() &+ $0.microseconds } ?? 0
            },
            InterruptionsInterface.sleepAtEndOfTrack.served { [sleep] in sleep.waitsForTrack },
        ]
    }

    // MARK: Leases

    private typealias Begun = TypedCall<(UInt32, PipeEnd)>

    private func begin(_ arguments: (kind: String, reason: String, options: Vardict), _ call: Begun) {
        let request: (lease: LeaseRegistry.Request, waits: Bool)
        do throws(DBusError) {
            request = try Self.request(arguments.kind, arguments.reason, LeaseOptions(arguments.options))
        } catch {
            return call.fail(error)
        }
        identities.ask(call.sender) { [weak self] standing in
            let isConfined = standing != .unconfined
            if isConfined, request.lease.players != nil {
                return call.fail(
                    DBusError(
                        .accessDenied,
                        "option '\(LeaseOptions.playersName)' is not for sandboxed apps; leave it out"))
            }
            self?.whenAnswered {
                self?.begin(request.lease, waits: request.waits, isConfined: isConfined, call)
            }
        }
    }

    private func begin(_ request: LeaseRegistry.Request, waits: Bool, isConfined: Bool, _ call: Begun) {
        do throws(DBusError) {
            let (id, pipe) = try leases.begin(request, by: call.sender, isConfined: isConfined)
            let lease = PipeEnd(UnixFileDescriptor(owning: pipe))
            guard waits else { return call.reply((id, lease)) }
            core.whenPaused(by: id, within: Self.longestWait) { call.reply((id, lease)) }
        } catch {
            call.fail(error)
        }
    }

    private static func request(
        _ word: String, _ reason: String, _ options: LeaseOptions
    ) throws(DBusError) -> (LeaseRegistry.Request, Bool) {
        guard let kind = LeaseKind(rawValue: word) else {
            let kinds = LeaseKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw DBusError(
                .invalidArguments, "there is no interruption of this kind; the kinds are \(kinds)")
        }
        var request = LeaseRegistry.Request(kind)
        request.reason = reason
        request.resumes = options.resumes ?? true
        request.lowers = options.lowers ?? false
        request.players = options.players
        if let seconds = options.seconds {
            request.longest = min(.seconds(Int64(clamping: seconds)), request.longest)
        }
        return (request, options.waits ?? false)
    }

    // MARK: All players

    /// Waits as commands do until players that have just appeared have said whether they play (rules MPRIS20 and I154).
    private func whenAnswered(_ work: @escaping () -> Void) {
        if intake.heldCount < Self.mostWaiting { intake.perform(work) } else { work() }
    }

    private func pauseAll(_ call: TypedCall<[String]>) {
        core.pauseAll { [weak self] in self?.paused($0, playingOn: $1, call) }
    }

    private func paused(
        _ players: [PlayerIdentity], playingOn: [PlayerIdentity], _ call: TypedCall<[String]>
    ) {
        guard players.isEmpty, !playingOn.isEmpty else { return call.reply(Self.names(players)) }
        let names = playingOn.prefix(Self.mostNamed).map { core.players.identity(shownFor: $0) }
        let verb = names.count == 1 ? "plays" : "play"
        let isUnable = playingOn.allSatisfy { core.players.facts(of: $0)?.canPause == false }
        let problem = isUnable ? "cannot pause" : "did not pause"
        call.fail(
            DBusError(.notSupported, "\(names.joined(separator: ", ")) \(problem), and \(verb) on"))
    }

    private func resume(_ call: TypedCall<[String]>) {
        call.reply(Self.names(core.update { $0.resume(at: $1) }))
    }

    /// What an interruption holds is silent: a key that is pressed in a call does not make it the user's (rule I47).
    private func playPauseAll(_ call: TypedCall<[String]>) {
        if core.model.hasSoundForUser { pauseAll(call) } else { resume(call) }
    }

    // MARK: The sleep timer

    private func sleep(_ arguments: (until: UInt64, atEndOfTrack: Bool), _ call: TypedCall<Void>) {
        call.answer { () throws(DBusError) in
            let wait =
                arguments.until == 0
                ? nil : Duration(microseconds: arguments.until) - Duration(microseconds: wallTime())
            if let wait, wait > SleepTimer.longest || wait < .zero - SleepTimer.longest {
                throw DBusError(.invalidArguments, "That is more than a week away.")
            }
            try sleep.set(after: wait, atEndOfTrack: arguments.atEndOfTrack)
        }
    }

    // MARK: What is told

    private var active: [ActiveInterruption] {
        core.model.interruptions.values.sorted { $0.id < $1.id }.map { interruption in
            ActiveInterruption(
                id: interruption.id, source: word(interruption.id, interruption.request.cause),
                reason: interruption.request.reason,
                requester: leases.client(of: interruption.id)?.rawValue ?? "",
                since: interruption.began.microseconds, players: Self.names(core.players(of: interruption.id)))
        }
    }

    private func word(_ id: UInt32, _ source: InterruptionCause) -> String {
        leases.kind(of: id) ?? source.rawValue
    }

    private func tell(_ effect: InterruptionEffect) {
        switch effect {
        case .save, .began, .ended:
            changes.tell(BatonBus.interruptions, [InterruptionsInterface.active.name])
        case .switched: changes.tell(BatonBus.interruptions, [InterruptionsInterface.enabled.name])
        default: break
        }
        switch effect {
        case .began(let id, let source, let players) where !monitors.isEmpty:
            let reason = core.model.interruptions[id]?.request.reason ?? ""
            monitors.report(
                InterruptionsInterface.began, (id, word(id, source), reason, Self.names(players)))
        case .ended(let id, _, let resumed) where !monitors.isEmpty:
            monitors.report(InterruptionsInterface.ended, (id, !resumed.isEmpty, Self.names(resumed)))
        case .tellBegan(let app, let id, let source):
            core.players.app(of: app)?.interruptionBegan(id, word(id, source))
        case .tellEnded(let app, let id, let shouldResume):
            core.players.app(of: app)?.interruptionEnded(id, shouldResume: shouldResume)
        case .began, .ended, .save, .pause, .stop, .play, .released, .askPosition, .askCanPause, .lower,
            .cannotPause, .switched:
            break
        }
    }

    private static func names(_ players: [PlayerIdentity]) -> [String] { players.map(\.name) }
}
