// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonLog

/// An inhibitor of a service on the session bus: as long as it is held, the desktop keeps the screen on (rule AWAKE6).
///
/// A service drops it when batond leaves the bus. It is taken anew from each owner of the name.
@MainActor
final class DesktopInhibitor {
    /// A service that gives inhibitors.
    enum Service: CaseIterable {
        /// KDE's, and that of other desktops and of idle daemons.
        case screenSaver
        /// GNOME's, which Cinnamon, MATE and Budgie have too.
        case sessionManager

        var name: BusName {
            switch self {
            case .screenSaver: "org.freedesktop.ScreenSaver"
            case .sessionManager: "org.gnome.SessionManager"
            }
        }

        /// Its interface has the name of the service.
        fileprivate var interface: InterfaceName {
            switch self {
            case .screenSaver: "org.freedesktop.ScreenSaver"
            case .sessionManager: "org.gnome.SessionManager"
            }
        }

        /// Where its object may be.
        fileprivate var paths: ArraySlice<ObjectPath> {
            switch self {
            case .screenSaver: ["/org/freedesktop/ScreenSaver", "/ScreenSaver"]
            case .sessionManager: ["/org/gnome/SessionManager"]
            }
        }

        fileprivate var arguments: [Value] {
            let reason = Value.string("a player plays")
            return switch self {
            case .screenSaver: [.string("Baton"), reason]
            // No window, and the flag of a session that does not count as idle.
            case .sessionManager: [.string("Baton"), .uint32(0), reason, .uint32(8)]
            }
        }

        fileprivate var end: MemberName {
            switch self {
            case .screenSaver: "UnInhibit"
            case .sessionManager: "Uninhibit"
            }
        }
    }

    /// How long an answer may take. Nothing waits for it; one that comes later cannot be taken back before batond leaves the bus.
    private static let patience = Duration.seconds(25)

    let service: Service
    private let questions: BusQuestions
    private let logger: Logger
    private var watch: NameWatch?
    private var owner: BusName?
    /// What the present owner has given, and its object that did.
    private var given: (cookie: UInt32, path: ObjectPath)?
    private var isWanted = false
    private var isAsking = false
    /// Counts the owners, so that the answer of a former one is recognized.
    private var round = 0

    init(_ service: Service, connection: Connection, logger: Logger) {
        self.service = service
        self.logger = logger
        questions = BusQuestions(connection: connection)
        watch = connection.watchName(service.name) { [weak self] in self?.ownerChanged($0) }
    }

    /// Whether the service has given one.
    var isHeld: Bool { given != nil }

    /// Takes it, or gives it back.
    func want(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        if isWanted { ask() } else { giveBack() }
    }

    func close() {
        want(false)
        watch?.cancel()
        watch = nil
        round += 1
    }

    private func ownerChanged(_ owner: BusName?) {
        round += 1
        isAsking = false
        given = nil
        self.owner = owner
        if isWanted { ask() }
    }

    private func ask() {
        guard given == nil, !isAsking else { return }
        ask(at: service.paths)
    }

    private func ask(at paths: ArraySlice<ObjectPath>) {
        guard let owner, let path = paths.first else { return }
        isAsking = true
        questions.ask(
            owner, path, service.interface, "Inhibit", service.arguments, by: questions.now + Self.patience
        ) { [weak self, round] result in
            self?.answered(result, round, path, otherwise: paths.dropFirst())
        }
    }

    private func answered(
        _ result: Result<[Value], DBusError>, _ round: Int, _ path: ObjectPath, otherwise others: ArraySlice<ObjectPath>
    ) {
        guard round == self.round else { return }
        isAsking = false
        switch result {
        case .success(let values):
            guard case .uint32(let cookie)? = values.first else {
                return logger.debug("\(service.name) answers without an inhibitor")
            }
            given = (cookie, path)
            if !isWanted { giveBack() }
        case .failure(let error):
            let isElsewhere = [.unknownObject, .unknownMethod, .unknownInterface].contains(error.name)
            if isWanted, isElsewhere, !others.isEmpty { return ask(at: others) }
            logger.debug("\(service.name) does not keep the screen on: \(error)")
        }
    }

    private func giveBack() {
        guard let owner, let given else { return }
        self.given = nil
        let message = Message.methodCall(
            to: owner, path: given.path, interface: service.interface, member: service.end, noReply: true)
        guard (try? message.append(.uint32(given.cookie))) != nil else { return }
        questions.connection.send(message)
    }
}
