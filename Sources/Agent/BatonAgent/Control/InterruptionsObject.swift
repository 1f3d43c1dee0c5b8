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
final class InterruptionsObject {
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
    /// Signals that properties of the interface have changed.
    var emitChange: (([MemberName]) -> Void)?

    init(
        core: Interruptions, leases: LeaseRegistry, sleep: SleepTimer, identities: CallerIdentities,
        monitors: MonitorRegistry, hooks: HookRunner, intake: CommandIntake, wallTime: @escaping () -> UInt64
    ) {
        self.core = core
        self.leases = leases
        self.sleep = sleep
        self.identities = identities
        self.monitors = monitors
        self.hooks = hooks
        self.intake = intake
        self.wallTime = wallTime
        observations = [
            core.observe { [weak self] in self?.tell($0) },
            sleep.observe { [weak self] change in
                guard case .state = change else { return }
                self?.emitChange?([InterruptionsMember.sleepUntil, InterruptionsMember.sleepAtEndOfTrack])
            },
        ]
    }

    var interface: Interface {
        Interface(BatonBus.interruptions, methods: methods, signals: signals, properties: properties)
    }

    private var methods: [Method] {
        let players = [Argument("players", "as")]
        return [
            Method(
                InterruptionsMember.begin,
                in: [Argument("kind", "s"), Argument("reason", "s"), Argument("options", "a{sv}")],
                out: [Argument("id", "u"), Argument("lease", "h")]
            ) { [weak self] in self?.begin($0) },
            Method(InterruptionsMember.end, in: [Argument("id", "u")], out: []) { [weak self] call in
                if case .uint32(let id) = call.arguments[0] { self?.leases.end(id, by: call.sender) }
                call.reply()
            },
            Method(InterruptionsMember.pauseAll, in: [], out: players) { [weak self] call in
                self?.whenAnswered { self?.pauseAll(call) }
            },
            Method(InterruptionsMember.resume, in: [], out: players) { [weak self] call in
                self?.whenAnswered { self?.resume(call) }
            },
            Method(InterruptionsMember.playPauseAll, in: [], out: players) { [weak self] call in
                self?.whenAnswered { self?.playPauseAll(call) }
            },
            Method(InterruptionsMember.forget, in: [], out: []) { [weak self] call in
                self?.core.update { $0.forget(at: $1) }
                call.reply()
            },
            Method(InterruptionsMember.acted, in: [Argument("player", "s")], out: []) { [weak self] call in
                self?.core.acted(on: call.arguments[0].asString ?? "")
                call.reply()
            },
            Method(
                InterruptionsMember.sleep, in: [Argument("until", "t"), Argument("end_of_track", "b")], out: []
            ) { [weak self] in self?.sleep($0) },
        ] + hookMethods
    }

    private static let hookType: Signature = "(sbtiu)"

    private var hookMethods: [Method] {
        [
            Method(InterruptionsMember.hooks, in: [], out: [Argument("hooks", "a(sbtiu)")]) { [weak self] call in
                let rows = (self?.hooks.reports ?? []).map { hook in
                    Value.structure([
                        .string(hook.name), .boolean(hook.isRunning), .uint64(hook.started?.microseconds ?? 0),
                        .int32(hook.status ?? -1), .uint32(UInt32(clamping: hook.dropped)),
                    ])
                }
                call.reply(.array(DBusArray(Self.hookType, rows)))
            },
            Method(InterruptionsMember.testHook, in: [Argument("name", "s")], out: []) { [weak self] call in
                do throws(DBusError) {
                    try self?.hooks.test(call.arguments[0].asString ?? "")
                    call.reply()
                } catch {
                    call.fail(error)
                }
            },
        ]
    }

    private let signals = [
        Signal(
            InterruptionsMember.began,
            [Argument("id", "u"), Argument("source", "s"), Argument("reason", "s"), Argument("players", "as")]),
        Signal(
            InterruptionsMember.ended,
            [Argument("id", "u"), Argument("should_resume", "b"), Argument("resumed", "as")]),
    ]

    private var properties: [Property] {
        [
            Property(InterruptionsMember.active, "a(ussstas)", emitsChange: .invalidates) { [weak self] in
                self?.active ?? .array(DBusArray("(ussstas)", []))
            },
            Property(InterruptionsMember.sleepUntil, "t", emitsChange: .invalidates) { [weak self] in
                .uint64(
                    self.flatMap { agent in agent.sleep.remaining.map { agent.wallTime() &+ $0.microseconds } } ?? 0)
            },
            Property(InterruptionsMember.sleepAtEndOfTrack, "b", emitsChange: .invalidates) { [weak self] in
                .boolean(self?.sleep.waitsForTrack ?? false)
            },
        ]
    }

    // MARK: Leases

    private func begin(_ call: Invocation) {
        let request: (lease: LeaseRegistry.Request, waits: Bool)
        do throws(DBusError) {
            request = try Self.request(call)
        } catch {
            return call.fail(error)
        }
        identities.ask(call.sender) { [weak self] standing in
            let isConfined = standing != .unconfined
            if isConfined, request.lease.players != nil {
                return call.fail(
                    DBusError(.accessDenied, "option '\(LeaseKey.players)' is not for sandboxed apps; leave it out"))
            }
            self?.whenAnswered {
                self?.begin(request.lease, waits: request.waits, isConfined: isConfined, call)
            }
        }
    }

    private func begin(_ request: LeaseRegistry.Request, waits: Bool, isConfined: Bool, _ call: Invocation) {
        do throws(DBusError) {
            let (id, pipe) = try leases.begin(request, by: call.sender, isConfined: isConfined)
            let lease = UnixFileDescriptor(owning: pipe)
            guard waits else { return call.reply(.uint32(id), .fileDescriptor(lease)) }
            core.whenPaused(by: id, within: Self.longestWait) { call.reply(.uint32(id), .fileDescriptor(lease)) }
        } catch {
            call.fail(error)
        }
    }

    private static func request(_ call: Invocation) throws(DBusError) -> (LeaseRegistry.Request, Bool) {
        let word = call.arguments[0].asString ?? ""
        guard let kind = LeaseKind(rawValue: word) else {
            let kinds = LeaseKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw DBusError(.invalidArguments, "there is no interruption of this kind; the kinds are \(kinds)")
        }
        var request = LeaseRegistry.Request(kind)
        request.reason = call.arguments[1].asString ?? ""
        let options = call.arguments[2].asVardict ?? [:]
        func read<Wanted>(_ key: String, _ type: String, _ get: (Value) -> Wanted?) throws(DBusError) -> Wanted? {
            guard let value = options[key] else { return nil }
            guard let wanted = get(value) else {
                throw DBusError(.invalidArguments, "option '\(key)' wants a value of type '\(type)'")
            }
            return wanted
        }
        request.resumes = try read(LeaseKey.resume, "b", \.asBool) ?? true
        request.players = try read(LeaseKey.players, "as", \.asStringArray)
        if let seconds = try read(LeaseKey.seconds, "u", \.asInt64) {
            request.longest = min(.seconds(max(seconds, 0)), request.longest)
        }
        return (request, try read(LeaseKey.wait, "b", \.asBool) ?? false)
    }

    // MARK: All players

    /// Waits as commands do until players that have just appeared have said whether they play (rules MPRIS20 and I154).
    private func whenAnswered(_ work: @escaping () -> Void) {
        if intake.heldCount < Self.mostWaiting { intake.perform(work) } else { work() }
    }

    private func pauseAll(_ call: Invocation) {
        core.pauseAll { [weak self] in self?.paused($0, playingOn: $1, call) }
    }

    private func paused(_ players: [PlayerIdentity], playingOn: [PlayerIdentity], _ call: Invocation) {
        guard players.isEmpty, !playingOn.isEmpty else { return call.reply(Self.names(players)) }
        let names = playingOn.prefix(Self.mostNamed).map { core.players.identity(shownFor: $0) }
        let verb = names.count == 1 ? "plays" : "play"
        let isUnable = playingOn.allSatisfy { core.players.facts(of: $0)?.canPause == false }
        let problem = isUnable ? "cannot pause" : "did not pause"
        call.fail(DBusError(.notSupported, "\(names.joined(separator: ", ")) \(problem), and \(verb) on"))
    }

    private func resume(_ call: Invocation) { call.reply(Self.names(core.update { $0.resume(at: $1) })) }

    /// What an interruption holds is silent: a key that is pressed in a call does not make it the user's (rule I47).
    private func playPauseAll(_ call: Invocation) {
        if core.model.hasSoundForUser { pauseAll(call) } else { resume(call) }
    }

    // MARK: The sleep timer

    private func sleep(_ call: Invocation) {
        guard case .uint64(let until) = call.arguments[0] else { return call.reply() }
        do throws(DBusError) {
            let wait = until == 0 ? nil : Duration(microseconds: until) - Duration(microseconds: wallTime())
            if let wait, wait > SleepTimer.longest || wait < .zero - SleepTimer.longest {
                throw DBusError(.invalidArguments, "the time is more than a week away")
            }
            try sleep.set(after: wait, atEndOfTrack: call.arguments[1].asBool ?? false)
            call.reply()
        } catch {
            call.fail(error)
        }
    }

    // MARK: What is told

    private var active: Value {
        let model = core.model
        let held = model.held
        return .array(
            DBusArray(
                "(ussstas)",
                model.interruptions.values.sorted { $0.id < $1.id }.map { interruption in
                    let players = held.filter { $0.value.contains(interruption.id) }.map(\.key).sorted()
                    return .structure([
                        .uint32(interruption.id), .string(word(interruption.id, interruption.request.source)),
                        .string(interruption.request.reason),
                        .string(leases.client(of: interruption.id)?.rawValue ?? ""),
                        .uint64(interruption.began.microseconds), Self.names(players),
                    ])
                }))
    }

    private func word(_ id: UInt32, _ source: InterruptionSource) -> String {
        leases.kind(of: id) ?? source.rawValue
    }

    private func tell(_ effect: InterruptionEffect) {
        switch effect {
        case .save, .began, .ended: emitChange?([InterruptionsMember.active])
        default: break
        }
        switch effect {
        case .began(let id, let source, let players):
            let reason = core.model.interruptions[id]?.request.reason ?? ""
            monitors.report(
                InterruptionsMember.began,
                [.uint32(id), .string(word(id, source)), .string(reason), Self.names(players)])
        case .ended(let id, _, let resumed):
            monitors.report(
                InterruptionsMember.ended, [.uint32(id), .boolean(!resumed.isEmpty), Self.names(resumed)])
        case .tellBegan(let app, let id, let source):
            core.players.app(of: app)?.interruptionBegan(id, word(id, source))
        case .tellEnded(let app, let id, let shouldResume):
            core.players.app(of: app)?.interruptionEnded(id, shouldResume: shouldResume)
        case .save, .pause, .stop, .play, .released, .askPosition, .askCanPause, .cannotPause: break
        }
    }

    private static func names(_ players: [PlayerIdentity]) -> Value { .strings(players.map(\.name)) }
}
