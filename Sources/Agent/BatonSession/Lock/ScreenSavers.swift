// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// The screen savers of the session bus: not every locker tells logind (rules I130 and UNDO20).
///
/// Each is asked when it appears, and announces what changes. What it has said stands while it does not answer and while the
/// bus is away.
@MainActor
final class ScreenSavers {
    /// Called after a change of ``isActive`` or ``isUnknown``, with how it is known.
    var onChange: ((SessionLock.Evidence) -> Void)?

    /// The screen savers in use, each at the paths where it was seen.
    private static let known: [(name: BusName, interface: InterfaceName, paths: [ObjectPath])] = [
        (
            "org.freedesktop.ScreenSaver", "org.freedesktop.ScreenSaver",
            ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]
        ),
        ("org.gnome.ScreenSaver", "org.gnome.ScreenSaver", ["/org/gnome/ScreenSaver"]),
        ("org.cinnamon.ScreenSaver", "org.cinnamon.ScreenSaver", ["/org/cinnamon/ScreenSaver"]),
        ("org.mate.ScreenSaver", "org.mate.ScreenSaver", ["/org/mate/ScreenSaver"]),
        ("org.xfce.ScreenSaver", "org.xfce.ScreenSaver", ["/org/xfce/ScreenSaver"]),
    ]
    /// How long an answer may take before the screen saver is asked again.
    private static let deadline = Duration.seconds(2)

    private let connection: Connection
    private var savers: [Saver] = []

    /// - Parameter connection: to the session bus.
    init(connection: Connection) {
        self.connection = connection
    }

    /// Begins to watch. Further calls do nothing.
    func open() {
        guard savers.isEmpty else { return }
        savers = Self.known.map { Saver(connection: connection, name: $0.name, paths: $0.paths) }
        for (saver, known) in zip(savers, Self.known) {
            saver.onChange = { [weak self] in self?.onChange?($0) }
            saver.watch(known.interface, deadline: Self.deadline)
        }
    }

    /// Ends it; nothing is told any more.
    func close() {
        onChange = nil
        for saver in savers { saver.close() }
    }

    /// Whether any of them is active, as far as they have said.
    var isActive: Bool { savers.contains { $0.isActive } }

    /// Whether one that is there, or may be, has not answered.
    var isUnknown: Bool { savers.contains { $0.isUnknown } }

    /// Asks all that are there, and calls `then` when they have answered, or at the deadline.
    ///
    /// - Parameter then: called with whether one of them has not answered.
    func ask(by deadline: Duration, then: @escaping (_ isUnanswered: Bool) -> Void) {
        open()
        Gathering.all(savers) { saver, answer in
            saver.ask(by: deadline) { answer($0) }
        } then: {
            then($0.contains(true))
        }
    }
}

/// One screen saver.
@MainActor
private final class Saver {
    private enum Standing {
        /// The bus has not said whether it is there.
        case unasked
        /// It is not on the bus.
        case absent
        /// It is there, and has not answered.
        case silent
        /// It has said whether it is active, or that it does not say it.
        case heard
    }

    var onChange: ((SessionLock.Evidence) -> Void)?
    /// Whether it is active, as far as it has said.
    private(set) var isActive = false
    /// Whether it has not answered, or the bus has not said whether it is there. Without the bus it cannot be asked.
    var isUnknown: Bool { standing == .silent || standing == .unasked && questions.connection.isConnected }

    private let questions: BusQuestions
    private let name: BusName
    private let paths: [ObjectPath]
    private let retry: RetryTimer
    private var interface: InterfaceName?
    private var standing = Standing.unasked
    private var owner: BusName?
    private var nameWatch: NameWatch?
    private var match: Match?
    /// Counts what it has said by itself, and its owners: an answer to an earlier question is older.
    private var news = 0

    init(connection: Connection, name: BusName, paths: [ObjectPath]) {
        questions = BusQuestions(connection: connection)
        self.name = name
        self.paths = paths
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
    }

    func watch(_ interface: InterfaceName, deadline: Duration) {
        self.interface = interface
        let connection = questions.connection
        match = connection.addMatch(MatchRule(interface: interface, member: "ActiveChanged")) { [weak self] in
            self?.announced($0)
        }
        nameWatch = connection.watchName(name) { [weak self] in self?.ownerChanged($0, deadline) }
    }

    func close() {
        onChange = nil
        retry.cancel()
        nameWatch?.cancel()
        match?.cancel()
    }

    private func ownerChanged(_ owner: BusName?, _ deadline: Duration) {
        news += 1
        retry.reset()
        self.owner = owner
        if owner != nil {
            change(to: .silent, isActive, .inferred)
            askAgain(deadline)
        } else if questions.connection.isConnected {
            change(to: .absent, false, .inferred)
        } else {
            change(to: .unasked, isActive, .inferred)
        }
    }

    private func announced(_ message: Message) {
        guard message.sender != nil, message.sender == owner, let isOn = (try? message.arguments())?.first?.asBool
        else { return }
        news += 1
        retry.reset()
        change(to: .heard, isOn, .announced)
    }

    /// Asks until it answers; the waits grow.
    private func askAgain(_ deadline: Duration) {
        ask(by: questions.now + deadline) { [weak self] _ in
            guard let self, standing == .silent else { return }
            retry.schedule { [weak self] in self?.askAgain(deadline) }
        }
    }

    /// Asks once, unless it is known not to be there.
    ///
    /// - Parameter then: called with whether it is there and has not answered.
    func ask(by deadline: Duration, then: @escaping (_ isUnanswered: Bool) -> Void) {
        guard let interface, standing != .absent else { return then(false) }
        let news = news
        Gathering.all(paths) { [questions, name] path, answer in
            questions.ask(name, path, interface, "GetActive", [], by: deadline) { answer($0) }
        } then: { [weak self] results in
            guard let self else { return then(true) }
            if news == self.news { return then(take(results)) }
            // What it has said meanwhile, or that it has left, is newer. A new one is asked.
            guard isUnknown, questions.now < deadline else { return then(isUnknown) }
            ask(by: deadline, then: then)
        }
    }

    /// - Returns: whether it has not answered. What it said before stands.
    private func take(_ results: [Result<[Value], DBusError>]) -> Bool {
        let answers = results.compactMap { (try? $0.get())?.first?.asBool }
        guard answers.isEmpty else {
            change(to: .heard, answers.contains(true), .answered)
            return false
        }
        let errors = results.compactMap { result in if case .failure(let error) = result { error } else { nil } }
        // That it is gone the bus says as well.
        if errors.contains(where: \.isAbsence) { return false }
        // One that denies the question, or answers with something else, has not said it either. Other errors say that it never
        // will: GNOME's proxy for org.freedesktop.ScreenSaver has no answer.
        guard errors.count == results.count, !errors.contains(where: \.isNoAnswer) else { return true }
        change(to: .heard, isActive, .inferred)
        return false
    }

    private func change(to standing: Standing, _ isActive: Bool, _ evidence: SessionLock.Evidence) {
        let wasUnknown = isUnknown
        let wasActive = self.isActive
        self.standing = standing
        self.isActive = isActive
        if wasUnknown != isUnknown || wasActive != isActive { onChange?(evidence) }
    }
}

extension DBusError {
    /// Whether the screen saver that was asked has not said anything: it denied it, did not answer in time, or the bus
    /// went away.
    fileprivate var isNoAnswer: Bool {
        name == .timeout || name == .noReply || name == .disconnected || name == .limitsExceeded
            || name == .accessDenied
    }

    /// Whether there is no screen saver to be asked.
    var isAbsence: Bool { name == .serviceUnknown || name == .nameHasNoOwner }
}

extension Connection {
    /// Whether it is connected to its bus.
    var isConnected: Bool { if case .connected = state { true } else { false } }
}
