// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
package import BatonLog
import BatonReactor
import BatonValues
import Glibc

/// Follows logind: whether the user's graphical session is active, unlocked and awake (rules I130, UNDO20 and SHAKE14).
///
/// Without a system bus, logind or a graphical session, nothing is forbidden. What logind has said stands while it is away or
/// does not answer, and it is asked again. Nothing is polled.
@MainActor
package final class SessionMonitor: AgentPart {
    /// What forbids motion and Undo; nil if the session is active, unlocked and awake.
    package private(set) var obstacle: SessionCode? {
        didSet { if obstacle != oldValue { changed() } }
    }
    /// Whether iio-sensor-proxy is on the system bus.
    package private(set) var isProxyPresent = false {
        didSet { if isProxyPresent != oldValue { changed() } }
    }
    /// Whether the first answers have arrived, or their deadline has passed.
    package private(set) var isSettled = false

    /// The lid's state.
    package let lid: LidMonitor
    /// Whether the session is locked.
    package let lock: SessionLock

    private let bus: SystemBus
    private var busObservation: Observation?
    private let logger: Logger
    private var isOpen = false
    private var front = SessionFront()
    /// Whether the machine sleeps, as far as logind has said.
    private var isAsleep = false
    /// Whether the machine woke a moment ago.
    private var isWaking = false {
        didSet { if isWaking != oldValue { changed() } }
    }
    private var session: ObjectPath?
    /// The unique name of logind. Signals count only from it, because any program can send signals of the same form.
    private var loginOwner: BusName?
    private var matches: [Match] = []
    private var sessionMatch: Match?
    private var requestMatch: Match?
    private var watches: [NameWatch] = []
    private var settleTimer: ReactorTimer?
    private var wakeTimer: ReactorTimer?
    private let retry: RetryTimer
    /// Counts the questions, so that the answer to an earlier one is recognized.
    private var question = 0
    /// What the session has announced since it was asked: the answer may be older.
    private var announced: Set<String> = []
    private var waiting: [() -> Void] = []
    var observers = Observers<Change>()

    private static let login: BusName = "org.freedesktop.login1"
    private static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    private static let managerPath: ObjectPath = "/org/freedesktop/login1"
    private static let userInterface: InterfaceName = "org.freedesktop.login1.User"
    private static let sessionInterface: InterfaceName = "org.freedesktop.login1.Session"
    private static let proxy: BusName = "net.hadess.SensorProxy"
    /// The deadline of a call to logind, which answers within milliseconds.
    private static let deadline = Duration.seconds(2)
    /// How long after waking the sensors are off: they return stale samples at first (rule IIO33).
    private static let wakeTime = Duration.seconds(1)

    /// - Parameter connection: to the session bus, for screen savers.
    package init(bus: SystemBus, connection: Connection, logger: Logger) {
        self.bus = bus
        self.logger = logger
        lid = LidMonitor(connection: bus.connection)
        lock = SessionLock(connection: connection)
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
        lid.onChange = { [weak self] in self?.changed() }
        lock.onReview = { [weak self] in self?.lockReviewed(isNew: $0) }
    }

    /// Connects and begins to ask. Further calls do nothing.
    package func open() {
        guard !isOpen else { return }
        isOpen = true
        settleTimer = reactor.schedule(after: Self.deadline, tolerance: .milliseconds(500)) { [weak self] in
            self?.settle()
        }
        lock.open()
        busObservation = bus.observe { [weak self] isConnected in
            guard let self else { return }
            guard isConnected else { return forget() }
            ask()
            lid.open()
        }
        bus.open()
    }

    package func close() {
        settleTimer?.cancel()
        wakeTimer?.cancel()
        retry.cancel()
        lid.close()
        lock.close()
    }

    /// Whether the session is the active one of its seat; nil while that is not known.
    package var isActive: Bool? { front.isActive }

    /// Whether logind or a screen saver says that the session is locked.
    package var isLocked: Bool { lock.isLocked }

    /// Why the sensors are off; nil if they may be read.
    package var obstacleToSensors: SessionCode? { obstacle ?? (isWaking ? .asleep : nil) }

    /// Why buttons of headsets do nothing; nil if they work. A locked session is not an inactive one (rule I58).
    package func obstacleToButtons(whileLocked works: Bool) -> SessionCode? {
        switch obstacle {
        case .locked, .screenSaver: works ? nil : obstacle
        default: obstacle
        }
    }

    /// Calls `then` when the first answers have arrived or their deadline has passed, after about 2 s at the latest.
    package func whenSettled(then: @escaping () -> Void) {
        open()
        if isSettled { then() } else { waiting.append(then) }
    }

    private var connection: Connection { bus.connection }
    private var reactor: Reactor { bus.connection.reactor }

    private func changed() { observers.tell(.state) }

    /// The bus is lost, or there is none.
    private func forget() {
        isProxyPresent = false
        lid.forget()
        loginLeft()
    }

    private func lockReviewed(isNew: Bool) {
        let former = obstacle
        judge()
        // What is said of an inactive session changes nothing else.
        if isNew, obstacle == former { changed() }
        settleIfAnswered()
    }

    private func settleIfAnswered() {
        if lock.isAnswered { settle() }
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
        let locked: SessionCode? = if case .locked(let code) = lock.state { code } else { nil }
        let former = obstacle
        obstacle = if isAsleep { .asleep } else if isActive == false { .inactive } else { locked }
        // The lid may have moved meanwhile.
        if obstacle != former { lid.review() }
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
            for member: MemberName in ["SessionNew", "SessionRemoved"] {
                let rule = MatchRule(path: Self.managerPath, interface: Self.manager, member: member)
                matches.append(connection.addMatch(rule) { [weak self] in self?.sessionsChanged($0) })
            }
        }
    }

    private func loginChanged(_ owner: BusName?) {
        retry.reset()
        loginOwner = owner
        if owner == nil {
            loginLeft()
        } else {
            assumeAwake()
            askWhetherAsleep()
            findSession()
        }
    }

    /// What logind has said stands until another one says something else.
    private func loginLeft() {
        question += 1
        retry.cancel()
        loginOwner = nil
        session = nil
        cancelSessionMatches()
        assumeAwake()
        front.saysNothing()
        lock.left()
        judge()
        settleIfAnswered()
    }

    private func sessionsChanged(_ message: Message) {
        if message.sender == loginOwner { findSession() }
    }

    /// Finds the user's display session. If the user has several, logind chooses one.
    private func findSession() {
        let question = begin()
        call(Self.managerPath, Self.manager, "GetUser", [.uint32(getuid())]) { [weak self] result in
            guard let self, question == self.question else { return }
            guard case .success(let values) = result, case .objectPath(let user) = values.first else {
                return failed(result)
            }
            call(
                user, .properties, "Get", [.string(Self.userInterface.rawValue), .string("Display")]
            ) { [weak self] result in
                guard let self, question == self.question else { return }
                guard case .success(let values) = result, case .structure(let display) = values.first?.unwrapped,
                    display.count == 2, case .objectPath(let path) = display[1]
                else { return failed(result) }
                if display[0].asString == "" { hasNoSession() } else { follow(path) }
            }
        }
    }

    /// A question is sent; answers to earlier ones do not count any more.
    private func begin() -> Int {
        question += 1
        retry.cancel()
        announced = []
        front.asks()
        lock.asks()
        return question
    }

    /// A question was not answered as it should be. What logind said before stands, and it is asked again.
    private func failed(_ result: Result<[Value], DBusError>) {
        if case .failure(let error) = result {
            let refusal = LoginRefusal(error.name)
            // What it has said before stands.
            let isNew = !lock.hasHint
            if refusal == .absence || refusal == .ignorance && isNew { return hasNoSession() }
            if refusal == .denial && isNew { return hasNoSession(isDenied: true) }
            logger.debug("logind does not tell about the session: \(error)")
        }
        retry.schedule { [weak self] in self?.findSession() }
    }

    private func cancelSessionMatches() {
        sessionMatch?.cancel()
        sessionMatch = nil
        requestMatch?.cancel()
        requestMatch = nil
    }

    /// - Parameter isDenied: whether the question is denied. A policy stays as it is, so it is asked again only when sessions come
    ///   or go, or logind restarts.
    private func hasNoSession(isDenied: Bool = false) {
        retry.reset()
        session = nil
        cancelSessionMatches()
        front.hasNoSession()
        if isDenied { lock.isNotTold() } else { lock.saysNothing() }
        judge()
        settleIfAnswered()
    }

    private func follow(_ path: ObjectPath) {
        if path != session {
            session = path
            cancelSessionMatches()
            requestMatch = connection.addMatch(MatchRule(path: path, interface: Self.sessionInterface)) {
                [weak self] in self?.lockRequested($0)
            }
            sessionMatch = connection.addMatch(
                MatchRule(path: path, interface: .properties, member: "PropertiesChanged")
            ) { [weak self] in self?.sessionChanged($0) }
        }
        let question = begin()
        call(path, .properties, "GetAll", [.string(Self.sessionInterface.rawValue)]) { [weak self] result in
            guard let self, question == self.question else { return }
            guard case .success(let values) = result, let all = values.first?.asVardict else { return failed(result) }
            let properties = all.filter { !self.announced.contains($0.key) }
            take(properties, .answered)
            // An old logind does not know it; another type says nothing.
            if all[Self.hint] == nil { lock.saysNothing() } else if lock.isAsking { failed(result) }
            if !lock.isAsking { retry.reset() }
            settleIfAnswered()
        }
    }

    private func sessionChanged(_ message: Message) {
        guard message.sender == loginOwner, message.path == session, let values = try? message.arguments(),
            values.count == 3,
            values[0].asString == Self.sessionInterface.rawValue, let changed = values[1].asVardict
        else { return }
        announced.formUnion(changed.keys)
        take(changed, .announced)
        settleIfAnswered()
        // An invalidated property comes without its value, so it is read.
        if values[2].asStringArray?.contains(where: { $0 == "Active" || $0 == Self.hint }) == true, let session {
            follow(session)
        }
    }

    private func lockRequested(_ message: Message) {
        guard message.sender == loginOwner, message.path == session else { return }
        if message.member == "Lock" { observers.tell(.lockRequest(true)) }
        if message.member == "Unlock" { observers.tell(.lockRequest(false)) }
    }

    private static let hint = "LockedHint"

    private func take(_ properties: [String: Value], _ evidence: SessionLock.Evidence) {
        let wasActive = isActive
        if let active = properties["Active"]?.asBool {
            front.said(active)
        } else if evidence == .answered {
            front.saysNothing()
        }
        if let locked = properties[Self.hint]?.asBool { lock.said(locked, evidence) }
        let former = obstacle
        judge()
        if wasActive != isActive, obstacle == former { changed() }
    }

    // MARK: Sleep

    /// Asks whether the machine is about to sleep: that was announced before this agent, or this logind, had started.
    private func askWhetherAsleep() {
        call(
            Self.managerPath, .properties, "Get", [.string(Self.manager.rawValue), .string("PreparingForSleep")]
        ) { [weak self] result in
            guard let self, let isGoing = (try? result.get())?.first?.unwrapped.asBool else { return }
            if isGoing { fallsAsleep() } else if !isAsleep { observers.tell(.sleep(.isAwake)) }
        }
    }

    private func sleepChanged(_ message: Message) {
        guard message.sender == loginOwner, let isGoing = (try? message.arguments())?.first?.asBool else { return }
        if isGoing { fallsAsleep() } else { hasWoken(.hasWoken) }
    }

    private func fallsAsleep() {
        wakeTimer?.cancel()
        guard !isAsleep else { return }
        isAsleep = true
        observers.tell(.sleep(.fallsAsleep))
        judge()
    }

    private func hasWoken(_ change: SleepChange) {
        isAsleep = false
        wakeTimer?.cancel()
        isWaking = true
        observers.tell(.sleep(change))
        judge()
        wakeTimer = reactor.schedule(after: Self.wakeTime, tolerance: .milliseconds(200)) { [weak self] in
            self?.isWaking = false
        }
    }

    /// logind is gone, and cannot say any more that the machine has woken. Since this code runs, it is awake.
    private func assumeAwake() {
        if isAsleep { hasWoken(.isAssumedAwake) }
    }

    private func call(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value],
        then: @escaping (Result<[Value], DBusError>) -> Void
    ) {
        let questions = BusQuestions(connection: connection)
        questions.ask(Self.login, path, interface, member, arguments, by: questions.now + Self.deadline, then: then)
    }
}
