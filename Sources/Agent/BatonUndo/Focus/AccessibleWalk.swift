// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// Questions to the objects of apps on the accessibility bus, and a walk through them level by level (AT-SPI 2).
///
/// All bounds are here: an app may have any number of objects, name objects that contain themselves, and never answer. It has
/// a connection of its own, and keeps itself alive while a question is open.
@MainActor
final class AccessibleWalk {
    /// What one walk may cost the app.
    struct Bounds: Sendable {
        /// The objects that are looked at.
        var objects: Int
        /// The children of one object; those behind them are left out.
        var children: Int
        /// The levels below the first one.
        var depth: Int
    }

    /// Why a walk has ended.
    enum End: Sendable, Equatable {
        /// There are no objects left, or more than the bounds allow.
        case over
        /// The deadline has passed.
        case late
    }

    /// What is asked of a level. It answers with the objects whose children are the next level; a walk that it does not answer has
    /// found what it looked for.
    typealias Look = (_ level: [AccessibleObject], _ descend: @escaping ([AccessibleObject]) -> Void) -> Void

    /// `ATSPI_STATE_ACTIVE` (the window in front), `ATSPI_STATE_FOCUSED`, `ATSPI_STATE_SENSITIVE` and `ATSPI_STATE_SHOWING`, as bits.
    enum State {
        static let active: UInt32 = 1 << 1
        static let focused: UInt32 = 1 << 12
        static let sensitive: UInt32 = 1 << 24
        static let showing: UInt32 = 1 << 25
    }

    /// For other questions over the same connection.
    let bus: BusQuestions
    /// The instant by which each question is answered, or counts as not answered.
    let deadline: Duration
    /// The object of each app that has its name, its toolkit and its windows.
    static let root: ObjectPath = "/org/a11y/atspi/accessible/root"
    static let accessible: InterfaceName = "org.a11y.atspi.Accessible"

    private let bounds: Bounds
    private var seen = 0

    private static let registry: BusName = "org.a11y.atspi.Registry"
    /// The apps that are looked at. More than these are not on a desktop.
    private static let mostApps = 256

    /// - Parameters:
    ///   - address: the address of the accessibility bus.
    ///   - deadline: the end of the questions.
    ///   - connectionDeadline: the instant by which the bus has to answer; nil for the end of the questions.
    init(
        at address: String, reactor: Reactor, by deadline: Duration, connectingBy connectionDeadline: Duration? = nil,
        within bounds: Bounds
    ) {
        var options = ConnectionOptions()
        options.firstBackOff = nil
        options.greetingDeadline = max((connectionDeadline ?? deadline) - reactor.now, .milliseconds(1))
        bus = BusQuestions(connection: Connection(address: address, reactor: reactor, options: options))
        self.deadline = deadline
        self.bounds = bounds
    }

    /// Connects to the bus.
    func open() throws(DBusError) { try bus.connection.open() }

    /// Closes the connection at the end of the turn: a handler of one of its replies may be running.
    func close() {
        let connection = bus.connection
        connection.reactor.deferUntilEndOfTurn { connection.close() }
    }

    // MARK: Apps

    /// Finds all apps on the bus.
    func apps(then: @escaping (Result<[AccessibleObject], DBusError>) -> Void) {
        list(AccessibleObject(owner: Self.registry, path: Self.root)) { result in
            then(result.map { AccessibleObject.list($0, most: Self.mostApps) })
        }
    }

    /// Finds the apps whose process is the wanted one; none if the bus does not answer.
    func apps(in isWanted: @escaping (UInt32?) -> Bool, then: @escaping ([AccessibleObject]) -> Void) {
        apps { [self] result in
            let apps = (try? result.get()) ?? []
            Gathering.all(apps, ask: { [self] app, then in bus.process(of: app.owner, by: deadline, then: then) }) {
                processes in then(zip(apps, processes).filter { isWanted($0.1) }.map(\.0))
            }
        }
    }

    // MARK: Objects

    /// The children of an object, without those of other apps: an app may report only objects of its own.
    func children(of object: AccessibleObject, then: @escaping ([AccessibleObject]) -> Void) {
        list(object) { [bounds] result in
            let all = AccessibleObject.list((try? result.get()) ?? nil, most: bounds.children)
            then(all.filter { $0.owner == object.owner })
        }
    }

    /// The role of an object; 0 if it does not say. No role has that number.
    func role(of object: AccessibleObject, then: @escaping (UInt32) -> Void) {
        bus.ask(object.owner, object.path, Self.accessible, "GetRole", [], by: deadline) { result in
            guard case .uint32(let role) = (try? result.get())?.first else { return then(0) }
            then(role)
        }
    }

    /// The first 32 states of an object, as bits; 0 if it does not say.
    func state(of object: AccessibleObject, then: @escaping (UInt32) -> Void) {
        bus.ask(object.owner, object.path, Self.accessible, "GetState", [], by: deadline) { result in
            guard case .array(let words) = (try? result.get())?.first, case .uint32(let word) = words.elements.first
            else { return then(0) }
            then(word)
        }
    }

    private func list(_ object: AccessibleObject, then: @escaping (Result<Value?, DBusError>) -> Void) {
        bus.ask(object.owner, object.path, Self.accessible, "GetChildren", [], by: deadline) { result in
            then(result.map(\.first))
        }
    }

    // MARK: The walk

    /// Looks at objects, then at the children of those that `look` names, and so on.
    ///
    /// - Parameter end: called once, unless `look` keeps an answer back.
    func go(through level: [AccessibleObject], look: @escaping Look, end: @escaping (End) -> Void) {
        go(through: level, depth: 0, look, end)
    }

    private func go(
        through level: [AccessibleObject], depth: Int, _ look: @escaping Look, _ end: @escaping (End) -> Void
    ) {
        guard bus.now < deadline else { return end(.late) }
        seen += level.count
        guard !level.isEmpty, depth <= bounds.depth, seen <= bounds.objects else { return end(.over) }
        look(level) { [self] parents in
            Gathering.all(parents, ask: children) { [self] children in
                // One more than is allowed says that there are too many.
                let below = Array(children.joined().prefix(bounds.objects + 1))
                go(through: below, depth: depth + 1, look, end)
            }
        }
    }
}
