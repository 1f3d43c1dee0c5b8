// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonLog
import BatonReactor
import BatonRouting
import BatonSession

/// Media keys from org.freedesktop.portal.GlobalShortcuts, presses and releases (rules KEYS18 and KEYS19), if the
/// configuration wants that.
///
/// The desktop asks the user for consent. After a refusal the user is not asked again before batond restarts, even if
/// the portal restarts.
@MainActor
final class PortalInput {
    private static let interface: InterfaceName = "org.freedesktop.portal.GlobalShortcuts"
    private static let sessionInterface: InterfaceName = "org.freedesktop.portal.Session"
    /// How long a call may take: the portal and its backend may have to be started first.
    private static let startLimit = Duration.seconds(25)
    private static let consentLimit = Duration.seconds(180)

    private let connection: Connection
    private let inputs: InputRegistry
    private let logger: Logger
    private var watch: NameWatch?
    private var portal: BusName?
    private var session: ObjectPath?
    private var matches: [Match] = []
    private var input: Input?
    private var keys: MediaKeyPresses?
    private var nextNumber = 1
    /// Whether the user has refused.
    private var isRefused = false
    /// The shortcuts that have a key, as far as the portal reports them or a press has shown.
    private var reached: Set<PortalShortcut> = []

    init(connection: Connection, inputs: InputRegistry, logger: Logger) {
        self.connection = connection
        self.inputs = inputs
        self.logger = logger
    }

    func open() {
        guard watch == nil else { return }
        let input = inputs.add(.portal, name: "shortcuts portal")
        input.state = .waiting(.input(.portalAwaited))
        self.input = input
        keys = MediaKeyPresses(input, reactor: connection.reactor) { true }
        watch = connection.watchName(DesktopPortal.name) { [weak self] in self?.ownerChanged($0) }
        PortalStarter.start(on: connection)
    }

    /// Closes the session, so that the desktop has the keys again.
    func close() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        closeSession()
        leave()
        isRefused = false
        keys = nil
        input?.remove(at: connection.reactor.now)
        input = nil
    }

    private func ownerChanged(_ owner: BusName?) {
        leave()
        guard !isRefused else { return }
        guard let owner else {
            input?.state = .waiting(.input(.portalAwaited))
            return
        }
        portal = owner
        ask(owner)
    }

    private func leave() {
        for match in matches { match.cancel() }
        matches = []
        keys?.cancel()
        portal = nil
        session = nil
        reached = []
    }

    /// Closes the session. While it is open the desktop withholds the keys from other programs.
    private func closeSession() {
        guard let session, let portal else { return }
        connection.send(
            Message.methodCall(to: portal, path: session, interface: Self.sessionInterface, member: "Close"))
    }

    private func stop(_ reason: Reason) {
        closeSession()
        leave()
        input?.state = .off(reason)
        logger.notice("shortcuts portal: \(reason)")
    }

    /// Ends the seeking: the session is inactive, and releases are not reported any more.
    func endSeeking() { keys?.cancel() }

    // MARK: Asking

    private func ask(_ owner: BusName) {
        register(owner)
        BusQuestions(connection: connection).getAll(
            owner, DesktopPortal.path, Self.interface.rawValue, within: Self.startLimit
        ) { [weak self] properties in
            guard let self, portal == owner else { return }
            guard properties["version"] != nil else {
                return stop(.input(.noShortcutsPortal))
            }
            request("CreateSession", [], [("session_handle_token", .string(makeToken()))], within: Self.startLimit) {
                [weak self] results in
                guard let self else { return }
                guard let text = results["session_handle"]?.asString, let session = try? ObjectPath(text) else {
                    return stop(.input(.shortcutsUnreadable))
                }
                bind(session)
            }
        }
    }

    /// Since version 1.20 of the portal a program outside a sandbox may say which app it is. The desktop keeps the
    /// shortcuts for that app.
    private func register(_ owner: BusName) {
        let message = Message.methodCall(
            to: owner, path: DesktopPortal.path, interface: "org.freedesktop.host.portal.Registry",
            member: "Register")
        // Two constants can always be appended.
        try? message.append(.string(BatonBus.applicationID), .vardict([]))
        connection.call(message, within: Self.startLimit) { _ in }
    }

    private func bind(_ session: ObjectPath) {
        guard let portal else { return }
        self.session = session
        listen(portal, DesktopPortal.path, Self.interface, "Activated") { [weak self] in
            self?.heard($0, isPress: true)
        }
        listen(portal, DesktopPortal.path, Self.interface, "Deactivated") { [weak self] in
            self?.heard($0, isPress: false)
        }
        listen(portal, DesktopPortal.path, Self.interface, "ShortcutsChanged") { [weak self] in
            self?.changed($0)
        }
        listen(portal, session, Self.sessionInterface, "Closed") { [weak self] _ in
            self?.session = nil
            self?.stop(.input(.shortcutsEnded))
        }
        input?.state = .waiting(.input(.shortcutsAsked))
        let shortcuts = Value.array(DBusArray("(sa{sv})", PortalShortcut.allCases.map(\.value)))
        request(
            "BindShortcuts", [.objectPath(session), shortcuts, .string("")], [], within: Self.consentLimit
        ) { [weak self] results in
            if let shortcuts = results["shortcuts"] { self?.bound(shortcuts) } else { self?.list(session) }
        }
    }

    /// After its dialog KDE's portal reports success without a list (xdg-desktop-portal-kde, globalshortcuts.cpp; rule
    /// KEYS19).
    private func list(_ session: ObjectPath) {
        request("ListShortcuts", [.objectPath(session)], [], within: Self.startLimit) { [weak self] results in
            self?.bound(results["shortcuts"])
        } orElse: { [weak self] problem in
            // If the user consented, at least one shortcut is bound.
            self?.logger.debug("shortcuts portal: ListShortcuts failed: \(problem)")
            self?.review()
        }
    }

    // MARK: What is bound

    private func bound(_ shortcuts: Value?) {
        guard let triggers = Self.triggers(shortcuts), !triggers.isEmpty else {
            return stop(.input(.noShortcuts))
        }
        logger.info("shortcuts portal: \(triggers.count) shortcuts are bound")
        note(triggers)
    }

    private func changed(_ signal: Message) {
        guard let session, let values = try? signal.arguments(), values.count >= 2,
            values[0] == .objectPath(session), let triggers = Self.triggers(values[1])
        else { return }
        note(triggers)
    }

    private func note(_ triggers: [(shortcut: PortalShortcut, trigger: String)]) {
        reached = Set(triggers.filter { !$0.trigger.isEmpty }.map(\.shortcut))
        review()
    }

    /// Hyprland's portal takes any shortcut, and binds no key to it before the user does (rule KEYS19). Until it is
    /// known that the play key, which headsets and keyboards have, arrives this way, another program may receive it.
    private func review() {
        input?.state =
            reached.contains(.playPause)
            ? .listening
            : .waiting(.input(.shortcutUnbound, [.shortcut: .text(PortalShortcut.playPause.title)]))
    }

    /// The triggers of Baton's shortcuts in a reply or signal; nil if the value has another type.
    private static func triggers(_ shortcuts: Value?) -> [(shortcut: PortalShortcut, trigger: String)]? {
        guard case .array(let array)? = shortcuts else { return nil }
        return array.elements.compactMap { element in
            guard case .structure(let fields) = element, fields.count == 2,
                let shortcut = PortalShortcut(rawValue: fields[0].asString ?? "")
            else { return nil }
            return (shortcut, fields[1].asVardict?["trigger_description"]?.asString ?? "")
        }
    }

    private func listen(
        _ portal: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ handler: @escaping (Message) -> Void
    ) {
        matches.append(
            connection.addMatch(
                MatchRule(sender: portal, path: path, interface: interface, member: member), handler: handler))
    }

    private func request(
        _ member: MemberName, _ arguments: [Value], _ options: [(String, Value)], within limit: Duration,
        then: @escaping ([String: Value]) -> Void, orElse: ((PortalProblem) -> Void)? = nil
    ) {
        guard let portal else { return }
        PortalRequest(connection: connection, portal: portal, token: makeToken(), interface: Self.interface)
            .start(member, arguments, options, within: limit) { [weak self] answer in
                guard let self, self.portal == portal else { return }
                switch answer {
                case .success(let results): then(results)
                case .failure(let problem):
                    if problem == .denied { isRefused = true }
                    if let orElse { orElse(problem) } else { stop(problem.reason) }
                }
            }
    }

    private func makeToken() -> String {
        defer { nextNumber += 1 }
        return "batonkeys\(nextNumber)"
    }

    // MARK: Keys

    private func heard(_ signal: Message, isPress: Bool) {
        guard let keys, let session, let values = try? signal.arguments(), values.count >= 2,
            values[0] == .objectPath(session), let shortcut = PortalShortcut(rawValue: values[1].asString ?? "")
        else { return }
        if isPress { keys.pressed(shortcut.key) } else { keys.released(shortcut.key) }
        if reached.insert(shortcut).inserted { review() }
    }
}
