// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import BatonReactor
import BatonValues
import Glibc

/// Follows logind: whether the user's graphical session is in front, unlocked, and the machine awake (rule APP14).
///
/// An application that reads a touchscreen itself suspends it meanwhile, since nobody else keeps fingers on a locked screen from
/// it. Without a system bus, logind or a graphical session nothing is in the way. What logind has said stands while it is away
/// or does not answer, and it is asked again. Nothing waits and nothing throws. All is used on the main actor, whose thread
/// turns the connection's reactor. UIKit cancels touches for an application by itself when the device is locked.
///
/// For example:
/// ```swift
/// let session = LoginSession(on: systemBus)
/// let observation = session.observe { obstacle in screen.isSuspended = obstacle != nil }
/// ```
@MainActor
public final class LoginSession {
    /// Why the user cannot mean the application; nil if the session is in front, unlocked and awake, or nothing is known.
    public private(set) var obstacle: LoginObstacle? {
        didSet { if obstacle != oldValue { observers.tell(obstacle) } }
    }

    private let connection: Connection
    private let retry: RetryTimer
    private var observers = Observers<LoginObstacle?>()
    private var watch: NameWatch?
    private var matches: [Match] = []
    private var sessionMatch: Match?
    /// The unique name of logind. Signals count only from it, because any program can send signals of the same form.
    private var owner: BusName?
    private var session: ObjectPath?
    /// Counts the questions, so that the answer to an earlier one is recognized.
    private var question = 0
    private var isActive = true
    private var isLocked = false
    private var isAsleep = false

    private static let login: BusName = "org.freedesktop.login1"
    private static let manager: InterfaceName = "org.freedesktop.login1.Manager"
    private static let path: ObjectPath = "/org/freedesktop/login1"
    private static let userInterface: InterfaceName = "org.freedesktop.login1.User"
    private static let sessionInterface: InterfaceName = "org.freedesktop.login1.Session"
    /// logind answers within milliseconds.
    private static let deadline = Duration.seconds(2)

    /// Follows the session of the process's user.
    ///
    /// - Parameter connection: to the system bus. It may be opened later, and may be lost.
    public init(on connection: Connection) {
        self.connection = connection
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
        watch = connection.watchName(Self.login) { [weak self] in self?.ownerChanged($0) }
        follow("PrepareForSleep") { $0.sleepChanged($1) }
        for member: MemberName in ["SessionNew", "SessionRemoved"] {
            follow(member) { login, _ in login.findSession() }
        }
    }

    isolated deinit {
        retry.cancel()
        watch?.cancel()
        sessionMatch?.cancel()
        for match in matches { match.cancel() }
    }

    /// Calls a handler at once with what is in the way, nil for nothing, and again with each change, until the observation is let
    /// go or cancelled.
    ///
    /// - Parameter handler: gets ``obstacle``.
    /// - Returns: what keeps the observer.
    public func observe(_ handler: @escaping (LoginObstacle?) -> Void) -> ApplicationHostObservation {
        handler(obstacle)
        return ApplicationHostObservation(observation: observers.observe(handler))
    }

    private func follow(_ member: MemberName, then: @escaping (LoginSession, Message) -> Void) {
        let rule = MatchRule(path: Self.path, interface: Self.manager, member: member)
        matches.append(
            connection.addMatch(rule) { [weak self] message in
                guard let self, message.sender == owner else { return }
                then(self, message)
            })
    }

    // MARK: logind comes and goes

    private func ownerChanged(_ new: BusName?) {
        owner = new
        retry.reset()
        // One that is gone cannot say that the machine has woken. Since this code runs, it is awake.
        isAsleep = false
        judge()
        guard new != nil else { return leaveSession() }
        ask(Self.path, .properties, "Get", [.string(Self.manager.rawValue), .string("PreparingForSleep")]) {
            [weak self] result in
            guard let self, owner == new, (try? result.get())?.first?.unwrapped.asBool == true else { return }
            isAsleep = true
            judge()
        }
        findSession()
    }

    private func leaveSession() {
        question += 1
        retry.cancel()
        session = nil
        sessionMatch?.cancel()
        sessionMatch = nil
    }

    private func sleepChanged(_ message: Message) {
        guard let isGoing = (try? message.arguments())?.first?.asBool else { return }
        isAsleep = isGoing
        judge()
    }

    private func judge() {
        obstacle = if isAsleep { .asleep } else if !isActive { .inactive } else if isLocked { .locked } else { nil }
    }

    // MARK: The session

    /// Finds the user's display session. If the user has several, logind chooses one.
    private func findSession() {
        let question = begin()
        ask(Self.path, Self.manager, "GetUser", [.uint32(getuid())]) { [weak self] result in
            guard let self, question == self.question else { return }
            guard case .success(let values) = result, case .objectPath(let user) = values.first else {
                return failed(result)
            }
            ask(user, .properties, "Get", [.string(Self.userInterface.rawValue), .string("Display")]) {
                [weak self] result in
                guard let self, question == self.question else { return }
                guard case .success(let values) = result, case .structure(let display) = values.first?.unwrapped,
                    display.count == 2, case .objectPath(let path) = display[1]
                else { return failed(result) }
                if display[0].asString == "" { hasNoSession() } else { read(path) }
            }
        }
    }

    private func begin() -> Int {
        question += 1
        retry.cancel()
        return question
    }

    /// What logind said before stands, and it is asked again.
    private func failed(_ result: Result<[Value], DBusError>) {
        if case .failure(let error) = result {
            if error.name == "org.freedesktop.login1.NoSuchUser" { return hasNoSession() }
            // A policy stays as it is until a session comes or goes.
            if error.name == .accessDenied { return }
        }
        retry.schedule { [weak self] in self?.findSession() }
    }

    private func hasNoSession() {
        leaveSession()
        (isActive, isLocked) = (true, false)
        judge()
    }

    /// Reads the session's properties, after their changes are followed.
    private func read(_ path: ObjectPath) {
        if path != session {
            session = path
            sessionMatch?.cancel()
            sessionMatch = connection.addMatch(
                MatchRule(path: path, interface: .properties, member: "PropertiesChanged")
            ) { [weak self] in self?.sessionChanged($0) }
        }
        let question = begin()
        ask(path, .properties, "GetAll", [.string(Self.sessionInterface.rawValue)]) { [weak self] result in
            guard let self, question == self.question else { return }
            guard let all = (try? result.get())?.first?.asVardict else { return failed(result) }
            retry.reset()
            take(all)
        }
    }

    private func sessionChanged(_ message: Message) {
        guard message.sender == owner, let session, message.path == session, let values = try? message.arguments(),
            values.count == 3, values[0].asString == Self.sessionInterface.rawValue
        else { return }
        if let changed = values[1].asVardict { take(changed) }
        // An invalidated property comes without its value, and the answer to a question before may be older than a change.
        let isInvalid = values[2].asStringArray?.contains { $0 == "Active" || $0 == "LockedHint" } == true
        if isInvalid || values[1].asVardict == nil { read(session) }
    }

    private func take(_ properties: [String: Value]) {
        if let value = properties["Active"]?.asBool { isActive = value }
        if let value = properties["LockedHint"]?.asBool { isLocked = value }
        judge()
    }

    private func ask(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value],
        then: @escaping (Result<[Value], DBusError>) -> Void
    ) {
        let questions = BusQuestions(connection: connection)
        questions.ask(Self.login, path, interface, member, arguments, by: questions.now + Self.deadline, then: then)
    }
}

/// Why the user of a session cannot mean the application (rule APP14).
///
/// For example:
/// ```swift
/// let isCovered = LoginSession(on: systemBus).obstacle == .locked
/// ```
public enum LoginObstacle: Hashable, Sendable {
    /// Another session of the seat is in front.
    case inactive
    /// The session is locked.
    case locked
    /// The machine is about to sleep, or sleeps.
    case asleep
}
