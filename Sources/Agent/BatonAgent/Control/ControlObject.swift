// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonIntake
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings
import BatonValues

/// The object /org/baton/Baton1, which apps and batonctl call (docs/dbus-api.md).
@MainActor
final class ControlObject: AgentPart {
    private let intake: CommandIntake
    private let window: MediaWindow
    private let apps: AppRegistry
    private let monitors: MonitorRegistry
    private let choices: UserChoices
    private let shake: ShakeControl
    private let motion: MotionObject
    private let undo: UndoControl
    private let doctor: DoctorControl
    private let inputs: InputsControl
    private let interruptions: InterruptionsObject
    private let reactor: Reactor
    private var toldFirst: ResponderID?
    private var toldOffered = false
    private var toldPolicy: RoutingPolicy
    private var chainTimer: ReactorTimer?
    /// How long other changes of the chain are collected; a new first responder is signalled at once. A larger value
    /// sends fewer signals, later: a player that changes its track with every command must not make all clients read
    /// the whole chain as often.
    private static let chainDelay = Duration.milliseconds(50)
    private var source = RemoteControlSource()
    private let changes: CallerLimit
    private(set) var exported = ExportedObject(interfaces: [])

    init(
        intake: CommandIntake, window: MediaWindow, apps: AppRegistry, monitors: MonitorRegistry, choices: UserChoices,
        access: CallerAccess, shake: ShakeControl, motion: MotionObject, undo: UndoControl, doctor: DoctorControl,
        inputs: InputsControl, interruptions: InterruptionsObject, reactor: Reactor
    ) {
        self.intake = intake
        self.window = window
        self.apps = apps
        self.monitors = monitors
        self.choices = choices
        toldPolicy = window.order.policy
        changes = CallerLimit(
            RateLimit(count: 20, per: .seconds(10)), reactor: reactor,
            excess: "pins and ignores change too often; wait ten seconds")
        self.shake = shake
        self.motion = motion
        self.undo = undo
        self.doctor = doctor
        self.inputs = inputs
        self.interruptions = interruptions
        self.reactor = reactor
        exported = ExportedObject(
            interfaces: [
                Interface(
                    BatonBus.application,
                    methods: methods + shake.methods + undo.methods + doctor.methods + inputs.methods,
                    signals: [Self.event], properties: properties + shake.properties + undo.properties),
                motion.interface, interruptions.interface,
            ], access: { access.check($0, of: .application) })
        interruptions.emitChange = { [weak self] in
            self?.exported.emitPropertiesChanged(BatonBus.interruptions, $0)
        }
        motion.emitChange = { [weak self] in self?.exported.emitPropertiesChanged(BatonBus.motion, [$0]) }
    }

    /// The bus is lost: the seeking that its clients began is over (rule C3).
    func busLost() {
        _ = source.disconnect()
    }

    /// Signals that the chain has changed.
    func chainChanged() {
        let first = window.orderedResponders.first?.id
        guard first == toldFirst else {
            toldFirst = first
            chainTimer?.cancel()
            exported.emitPropertiesChanged(
                BatonBus.application,
                [ApplicationMember.firstResponder, ApplicationMember.responders, ApplicationMember.reasons])
            return
        }
        guard chainTimer?.isScheduled != true else { return }
        chainTimer = reactor.schedule(after: Self.chainDelay, tolerance: Self.chainDelay) { [weak self] in
            self?.exported.emitPropertiesChanged(
                BatonBus.application, [ApplicationMember.responders, ApplicationMember.reasons])
        }
    }

    func choicesChanged() {
        exported.emitPropertiesChanged(BatonBus.application, [ApplicationMember.pinned, ApplicationMember.ignored])
    }

    /// Signals a policy that a reload has changed.
    func apply(_ configuration: Configuration) {
        guard window.order.policy.isRecent != toldPolicy.isRecent else { return }
        toldPolicy = window.order.policy
        exported.emitPropertiesChanged(BatonBus.application, [ApplicationMember.policy])
    }

    /// Signals a change of the sensor or of the user's switch.
    func shakeChanged() {
        exported.emitPropertiesChanged(
            BatonBus.application,
            [
                ApplicationMember.shakeToUndo, ApplicationMember.shakePausedUntil, ApplicationMember.sensor,
                ApplicationMember.sensorDetails, ApplicationMember.shakePoint, ApplicationMember.shakePointDetails,
            ])
    }

    /// Signals whether a question is open.
    func undoOfferedChanged() {
        let isOffered = undo.isOffered
        guard isOffered != toldOffered else { return }
        toldOffered = isOffered
        exported.emitPropertiesChanged(BatonBus.application, [ApplicationMember.undoOffered])
    }

    // MARK: Methods

    private var methods: [Method] {
        [
            Method(
                ApplicationMember.sendRemoteControlEvent, in: [Argument("subtype", "u")],
                out: [Argument("handled", "b"), Argument("responder", "s")]
            ) { [weak self] in self?.sendRemoteControlEvent($0) },
            Method(ApplicationMember.register, in: [Argument("object", "o"), Argument("options", "a{sv}")], out: []) {
                [weak self] in
                self?.answer($0) { (self, call) throws(DBusError) in
                    let options = try AppOptions(call.arguments[1].asVardict ?? [:])
                    try self.motion.check(options.requiredCapabilities)
                    try self.apps.register(call.sender, Self.path(call), options)
                    return []
                }
            },
            Method(ApplicationMember.unregister, in: [Argument("object", "o")], out: []) { [weak self] in
                self?.answer($0) { (self, call) throws(DBusError) in
                    try self.apps.unregister(call.sender, Self.path(call))
                    return []
                }
            },
            Method(
                ApplicationMember.becomeFirstResponder, in: [Argument("object", "o")], out: [Argument("accepted", "b")]
            ) {
                [weak self] in
                self?.answer($0) { (self, call) throws(DBusError) in
                    let app = try self.apps.app(of: call.sender, at: Self.path(call))
                    guard app.canBecomeFirstResponder else { return [.boolean(false)] }
                    self.window.change { $0.use(app.id) }
                    return [.boolean(self.window.orderedResponders.first === app)]
                }
            },
            Method(
                ApplicationMember.resignFirstResponder, in: [Argument("object", "o")], out: [Argument("accepted", "b")]
            ) {
                [weak self] in
                self?.answer($0) { (self, call) throws(DBusError) in
                    let app = try self.apps.app(of: call.sender, at: Self.path(call))
                    self.window.change { $0.resign(app.id) }
                    return [.boolean(self.window.orderedResponders.first !== app)]
                }
            },
            Method(ApplicationMember.pin, in: [Argument("player", "s")], out: []) { [weak self] in
                self?.change($0) { (choices, name) throws(DBusError) in try choices.pin(name) }
            },
            Method(ApplicationMember.unpin, in: [], out: []) { [weak self] in
                self?.change($0) { (choices, _) throws(DBusError) in choices.unpin() }
            },
            Method(ApplicationMember.ignore, in: [Argument("player", "s")], out: []) { [weak self] in
                self?.change($0) { (choices, name) throws(DBusError) in try choices.ignore(name) }
            },
            Method(ApplicationMember.unignore, in: [Argument("player", "s")], out: []) { [weak self] in
                self?.change($0) { (choices, name) throws(DBusError) in try choices.unignore(name) }
            },
            Method(ApplicationMember.refresh, in: [Argument("player", "s")], out: []) { [weak self] call in
                (self?.window.responder(ResponderID(call.arguments[0].asString ?? "")) as? PlayerResponder)?.refresh()
                call.reply()
            },
            Method(ApplicationMember.monitor, in: [Argument("on", "b")], out: []) { [weak self] in
                self?.answer($0) { (self, call) throws(DBusError) in
                    try self.monitors.set(call.arguments[0].asBool ?? false, for: call.sender)
                    return []
                }
            },
        ]
    }

    private static let event = Signal(
        ApplicationMember.event,
        [
            Argument("subtype", "u"), Argument("timestamp", "t"), Argument("input", "s"), Argument("sender", "s"),
            Argument("responder", "s"), Argument("outcome", "s"), Argument("microseconds", "t"),
        ])

    private func sendRemoteControlEvent(_ call: Invocation) {
        guard case .uint32(let raw) = call.arguments[0], let subtype = RemoteControlSubtype(rawValue: Int(raw)) else {
            call.fail(
                DBusError(
                    .invalidArguments,
                    "there is no remote-control event subtype \(call.arguments[0]); they are 100 (play) to 109 (end seeking forward)"
                ))
            return
        }
        var wellFormed = source.receive(subtype, at: reactor.now)
        guard wellFormed.popLast() != nil else {
            // A second beginning, or an end without a beginning (rule C3).
            return call.reply(.boolean(false), .string(""))
        }
        for end in wellFormed { intake.submit(end, input: .control, sender: call.sender) { _ in } }
        intake.submit(subtype, input: .control, sender: call.sender) { outcome in
            switch outcome {
            case .handled(let id): call.reply(.boolean(true), .string(id.rawValue))
            case .unhandled: call.reply(.boolean(false), .string(""))
            case .timedOut(let id): call.fail(.timedOut(id))
            case .failed(_, let error): call.fail(error)
            }
        }
    }

    private static func path(_ call: Invocation) throws(DBusError) -> ObjectPath {
        guard case .objectPath(let path) = call.arguments[0] else {
            throw DBusError(.invalidArguments, "the first argument wants an object path")
        }
        return path
    }

    private func answer(_ call: Invocation, _ body: (ControlObject, Invocation) throws(DBusError) -> [Value]) {
        do {
            call.reply(try body(self, call))
        } catch {
            call.fail(error)
        }
    }

    /// Changes the user's settings; refused if the calls come too often.
    private func change(_ call: Invocation, _ body: @escaping (UserChoices, String) throws(DBusError) -> Void) {
        changes.admit(call) { [weak self] in
            self?.answer(call) { (self, call) throws(DBusError) in
                try body(self.choices, call.arguments.first?.asString ?? "")
                return []
            }
        }
    }

    // MARK: Properties

    /// A signal reaches every program that may listen to the name, in a sandbox or not. So a property that not every
    /// program may read is signalled without its value, here and in the parts with more of the interface.
    private var properties: [Property] {
        [
            Property(ApplicationMember.version, "s", emitsChange: .const) { .string(BatonBus.version) },
            Property(ApplicationMember.policy, "s", emitsChange: .invalidates) { [weak self] in
                .string(self?.window.order.policy.rawValue ?? "")
            },
            Property(ApplicationMember.firstResponder, "s", emitsChange: .invalidates) { [weak self] in
                .string(self?.window.orderedResponders.first?.id.rawValue ?? "")
            },
            Property(ApplicationMember.responders, "a(sssb)", emitsChange: .invalidates) { [weak self] in
                self?.responders ?? .array(DBusArray("(sssb)", []))
            },
            Property(ApplicationMember.reasons, "a{ss}", emitsChange: .invalidates) { [weak self] in
                self?.reasons ?? .dictionary(DBusDictionary("s", "s", []))
            },
            Property(ApplicationMember.pinned, "s", emitsChange: .invalidates) { [weak self] in
                .string(self?.choices.pinned ?? "")
            },
            Property(ApplicationMember.ignored, "as", emitsChange: .invalidates) { [weak self] in
                .strings(self?.choices.ignored ?? [])
            },
        ]
    }

    private var responders: Value {
        .array(
            DBusArray(
                "(sssb)",
                window.orderedResponders.map { responder in
                    .structure([
                        .string(responder.id.rawValue), .string(responder.identity), .string(responder.status),
                        .boolean(window.order.entry(responder.id)?.isSuspect ?? false),
                    ])
                }))
    }

    private var reasons: Value {
        .dictionary(
            DBusDictionary(
                "s", "s",
                window.orderedResponders.map {
                    .init(.string($0.id.rawValue), .string(window.order.reason(for: $0.id).rawValue))
                }))
    }
}
