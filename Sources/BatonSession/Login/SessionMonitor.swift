// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonDBus
import BatonReactor
import Glibc
package import Logging

/// Follows logind: whether the user's graphical session is active, unlocked and awake (rules UNDO20 and SHAKE14).
///
/// Without a system bus, logind or a graphical session, the state is unknown and forbids nothing. Nothing is polled.
@MainActor
package final class SessionMonitor {
    /// Why the sensor is off; nil if the session is active, unlocked and awake.
    package private(set) var obstacle: SessionCode? {
        didSet { if obstacle != oldValue { changed() } }
    }
    /// Whether iio-sensor-proxy is on the system bus.
    package private(set) var isProxyPresent = false {
        didSet { if isProxyPresent != oldValue { changed() } }
    }
    /// Whether the first answers have arrived, or their deadline has passed.
    package private(set) var isSettled = false

    /// Called at once when the machine is about to sleep (true), and when it has woken.
    package var onSleep: ((Bool) -> Void)?
    /// Called when a program asks to lock the session (true) or to unlock it, whether a locker obeys or not.
    package var onLockRequest: ((Bool) -> Void)?

    /// The lid's state.
    package let lid: LidMonitor

    private let bus: SystemBus
    private let logger: Logger
    private var isOpen = false
    /// Whether the session is the active one of its seat.
    package private(set) var isActive = true
    /// Whether the session says that it is locked.
    package private(set) var isLocked = false
    private var isAsleep = false
    /// Whether the machine sleeps, as far as logind has said.
    private var awaitsWaking = false
    private var session: ObjectPath?
    /// The unique name of logind. Signals count only from it, because any program can send signals of the same form.
    private var loginOwner: BusName?
    private var matches: [Match] = []
    private var sessionMatch: Match?
    private var requestMatch: Match?
    private var watches: [NameWatch] = []
    private var settleTimer: ReactorTimer?
    private var wakeTimer: ReactorTimer?
    private var waiting: [() -> Void] = []
    private var observers: [() -> Void] = []

    private static let login: BusName = "org.freedesktop.login1"
    private static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    private static let managerPath: ObjectPath = "/org/freedesktop/login1"
    private static let userInterface: InterfaceName = "org.freedesktop.login1.User"
    private static let sessionInterface: InterfaceName = "org.freedesktop.login1.Session"
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let proxy: BusName = "net.hadess.SensorProxy"
    /// The deadline of a call to logind, which answers within milliseconds.
    private static let deadline = Duration.seconds(2)
    /// How long after a resume the session counts as asleep: sensors return stale samples at first (rule IIO33).
    private static let wakeTime = Duration.seconds(1)

    package init(bus: SystemBus, logger: Logger) {
        self.bus = bus
        self.logger = logger
        lid = LidMonitor(connection: bus.connection)
        lid.onChange = { [weak self] in self?.changed() }
    }

    /// Connects and begins to ask. Further calls do nothing.
    package func open() {
        guard !isOpen else { return }
        isOpen = true
        settleTimer = reactor.schedule(after: Self.deadline, tolerance: .milliseconds(500)) { [weak self] in
            self?.settle()
        }
        bus.observe { [weak self] isConnected in
            guard let self else { return }
            if isConnected {
                ask()
                lid.open()
            } else {
                forget()
            }
        }
        bus.open()
    }

    package func close() {
        settleTimer?.cancel()
        wakeTimer?.cancel()
    }

    /// Why buttons of headsets do nothing; nil if they work. A locked session is not an inactive one (rule I58).
    package func obstacleToButtons(whileLocked works: Bool) -> SessionCode? {
        works && obstacle == .locked ? nil : obstacle
    }

    /// Adds an observer that is called after every change.
    package func observe(_ observer: @escaping () -> Void) { observers.append(observer) }

    /// Calls `then` when the first answers have arrived or their deadline has passed, after about 2 s at the latest.
    package func whenSettled(then: @escaping () -> Void) {
        open()
        if isSettled { then() } else { waiting.append(then) }
    }

    private var connection: Connection { bus.connection }
    private var reactor: Reactor { bus.connection.reactor }

    private func changed() {
        for observer in observers { observer() }
    }

    /// Drops what is known, because the bus is lost.
    private func forget() {
        isActive = true
        isLocked = false
        assumeAwake()
        session = nil
        cancelSessionMatches()
        isProxyPresent = false
        lid.forget()
        settle()
        judge()
    }

    private func settle() {
        settleTimer?.cancel()
        guard !isSettled else { return }
        isSettled = true
        changed()
        let settled = waiting
        waiting = []
        for then in settled { then() }
    }

    private func judge() {
        obstacle =
            if isAsleep { .asleep } else if !isActive { .inactive } else if isLocked { .locked } else { nil }
    }

    // MARK: Asking logind

    private func ask() {
        if matches.isEmpty {
            watches.append(connection.watchName(Self.proxy) { [weak self] in self?.isProxyPresent = $0 != nil })
            watches.append(connection.watchName(Self.login) { [weak self] in self?.loginChanged($0) })
            matches.append(
                connection.addMatch(
                    MatchRule(path: Self.managerPath, interface: Self.manager, member: "PrepareForSleep")
                ) { [weak self] in self?.sleepChanged($0) })
            matches.append(
                connection.addMatch(
                    MatchRule(path: Self.managerPath, interface: Self.manager, member: "SessionNew")
                ) { [weak self] in self?.sessionsChanged($0) })
            matches.append(
                connection.addMatch(
                    MatchRule(path: Self.managerPath, interface: Self.manager, member: "SessionRemoved")
                ) { [weak self] in self?.sessionsChanged($0) })
        }
    }

    private func loginChanged(_ owner: BusName?) {
        loginOwner = owner
        assumeAwake()
        if owner == nil { clear() } else { findSession() }
    }

    private func sessionsChanged(_ message: Message) {
        if message.sender == loginOwner { findSession() }
    }

    /// Finds the user's display session. If the user has several, logind chooses one.
    private func findSession() {
        call(Self.managerPath, Self.manager, "GetUser", [.uint32(getuid())]) { [weak self] result in
            guard let self else { return }
            guard case .success(let values) = result, case .objectPath(let user) = values.first else { return clear() }
            call(
                user, Self.properties, "Get", [.string(Self.userInterface.rawValue), .string("Display")]
            ) { [weak self] result in
                guard let self else { return }
                guard case .success(let values) = result, case .structure(let display) = values.first?.unwrapped,
                    display.count == 2, case .objectPath(let path) = display[1], display[0].asString != ""
                else { return clear() }
                follow(path)
            }
        }
    }

    private func cancelSessionMatches() {
        sessionMatch?.cancel()
        sessionMatch = nil
        requestMatch?.cancel()
        requestMatch = nil
    }

    private func clear() {
        session = nil
        cancelSessionMatches()
        isActive = true
        isLocked = false
        judge()
        settle()
    }

    private func follow(_ path: ObjectPath) {
        if path != session {
            session = path
            cancelSessionMatches()
            requestMatch = connection.addMatch(MatchRule(path: path, interface: Self.sessionInterface)) {
                [weak self] in self?.lockRequested($0)
            }
            sessionMatch = connection.addMatch(
                MatchRule(path: path, interface: Self.properties, member: "PropertiesChanged")
            ) { [weak self] in self?.sessionChanged($0) }
        }
        call(path, Self.properties, "GetAll", [.string(Self.sessionInterface.rawValue)]) { [weak self] result in
            guard let self, session == path else { return }
            if case .success(let values) = result, let properties = values.first?.asVardict { take(properties) }
            settle()
        }
    }

    private func sessionChanged(_ message: Message) {
        guard message.sender == loginOwner, message.path == session, let values = try? message.arguments(),
            values.count == 3,
            values[0].asString == Self.sessionInterface.rawValue, let changed = values[1].asVardict
        else { return }
        take(changed)
        // An invalidated property comes without its value, so it is read.
        if values[2].asStringArray?.contains(where: { $0 == "Active" || $0 == "LockedHint" }) == true, let session {
            follow(session)
        }
    }

    private func lockRequested(_ message: Message) {
        guard message.sender == loginOwner, message.path == session else { return }
        if message.member == "Lock" { onLockRequest?(true) }
        if message.member == "Unlock" { onLockRequest?(false) }
    }

    private func take(_ properties: [String: Value]) {
        if let active = properties["Active"]?.asBool { isActive = active }
        let wasLocked = isLocked
        if let locked = properties["LockedHint"]?.asBool { isLocked = locked }
        let former = obstacle
        judge()
        // What is said of an inactive session changes nothing else.
        if wasLocked != isLocked, obstacle == former { changed() }
    }

    private func sleepChanged(_ message: Message) {
        guard message.sender == loginOwner, let isGoing = (try? message.arguments())?.first?.asBool else { return }
        wakeTimer?.cancel()
        awaitsWaking = isGoing
        onSleep?(isGoing)
        guard !isGoing else {
            isAsleep = true
            return judge()
        }
        wakeTimer = connection.reactor.schedule(after: Self.wakeTime, tolerance: .milliseconds(200)) { [weak self] in
            self?.isAsleep = false
            self?.judge()
        }
    }

    /// logind is gone, and cannot say any more that the machine has woken. Since this code runs, it is awake.
    private func assumeAwake() {
        isAsleep = false
        guard awaitsWaking else { return }
        awaitsWaking = false
        onSleep?(false)
    }

    private func call(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value],
        then: @escaping (Result<[Value], DBusError>) -> Void
    ) {
        let message = Message.methodCall(to: Self.login, path: path, interface: interface, member: member)
        do throws(DBusError) {
            try message.append(contentsOf: arguments)
        } catch {
            return then(.failure(error))
        }
        connection.call(message, within: Self.deadline) { result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let reply):
                do throws(DBusError) { then(.success(try reply.arguments())) } catch { then(.failure(error)) }
            }
        }
    }
}
