// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonRouting
import BatonSession
import BatonSettings
import BatonValues

/// The apps that registered as responders. A client that leaves the bus is unregistered.
@MainActor
final class AppRegistry: AgentPart {
    /// The most objects of one client.
    static let limitPerClient = 16
    /// The most objects of all clients together.
    static let limit = 256

    private let connection: Connection
    private let window: MediaWindow
    private let desktop: DesktopWindow
    private let queues: CallQueues
    private var clients: [BusName: Client] = [:]
    private var count = 0
    private var observers = Observers<Change>()

    /// What happens to an app.
    enum Change {
        /// It has registered, or has changed its options.
        case registered(AppResponder)
        /// It has unregistered, or has left the bus.
        case left(AppResponder)
    }

    private struct Client {
        var apps: [ObjectPath: AppResponder] = [:]
        var watch: NameWatch?
    }

    init(connection: Connection, window: MediaWindow, desktop: DesktopWindow, queues: CallQueues) {
        self.connection = connection
        self.window = window
        self.desktop = desktop
        self.queues = queues
        connection.observeLateReplies { [weak self] in self?.heard($0) }
    }

    /// Adds an observer, which is called after those before it.
    func observe(_ observer: @escaping (Change) -> Void) -> Observation { observers.observe(observer) }

    /// Whether the object `path` of `owner` is registered.
    func isRegistered(_ owner: BusName, _ path: ObjectPath) -> Bool { clients[owner]?.apps[path] != nil }

    /// A late answer shows that its sender responds again.
    private func heard(_ message: Message) {
        guard let sender = message.sender, let client = clients[sender] else { return }
        for app in client.apps.values { app.noteAnswer() }
    }

    func app(_ id: ResponderID) -> AppResponder? { window.responder(id) as? AppResponder }

    /// Registers the object `path` of `owner`, or changes its options.
    func register(_ owner: BusName, _ path: ObjectPath, _ options: AppOptions) throws(DBusError) {
        if let known = clients[owner]?.apps[path] {
            known.noteAnswer()
            let isMediaResponder = known.options.receives(.remoteControl)
            known.options = options
            // An app that received the beginning of a shake also receives its end, even if it changes its other options
            // meanwhile.
            if !options.receives(.motion) { desktop.remove(known) }
            if isMediaResponder, options.receives(.remoteControl) {
                window.change { $0.setPlaying(options.isPlaying, for: known.id) }
            } else if isMediaResponder {
                if options.takesSeeking { window.replaceByPlayer(known) } else { window.remove(known) }
            }
            return enter(known)
        }
        guard clients[owner]?.apps.count ?? 0 < Self.limitPerClient, count < Self.limit else {
            throw DBusError(
                .limitsExceeded, "no more than \(Self.limitPerClient) objects a client and \(Self.limit) in all")
        }
        let app = AppResponder(owner: owner, path: path, options: options, queues: queues, connection: connection)
        if clients[owner] == nil {
            clients[owner] = Client()
            clients[owner]?.watch = connection.watchName(owner) { [weak self] present in
                if present == nil { self?.removeClient(owner) }
            }
        }
        clients[owner]?.apps[path] = app
        count += 1
        enter(app)
    }

    /// Adds the app to the chains that it wants: an app that wants only shakes is not a media responder, and one that
    /// does not want them receives none.
    private func enter(_ app: AppResponder) {
        defer { observers.tell(.registered(app)) }
        if app.options.receives(.remoteControl), window.responder(app.id) == nil {
            window.add(
                app, as: RoutingEntry(id: app.id, isPlaying: app.options.isPlaying, isSuspect: app.isSuspect))
        }
        window.setCompanion(app, isOne: app.options.takesSeeking)
        if app.options.receives(.motion) { desktop.add(app) }
        // Its process says whether its window is in front, and which sound is its.
        guard app.options.receives(.motion) || app.options.wantsInterruptions, app.process == nil else { return }
        connection.connectionProcessID(of: app.owner) { [weak app] in app?.process = try? $0.get() }
    }

    private func leave(_ app: AppResponder) {
        window.remove(app)
        window.setCompanion(app, isOne: false)
        desktop.remove(app)
        observers.tell(.left(app))
    }

    func unregister(_ owner: BusName, _ path: ObjectPath) throws(DBusError) {
        guard let app = clients[owner]?.apps.removeValue(forKey: path) else { throw CallerAccess.notRegistered(path) }
        count -= 1
        leave(app)
        app.queue.failWaiting(DBusError(.noReply, "the app unregistered"))
        if clients[owner]?.apps.isEmpty == true { clients.removeValue(forKey: owner)?.watch?.cancel() }
    }

    func app(of owner: BusName, at path: ObjectPath) throws(DBusError) -> AppResponder {
        guard let app = clients[owner]?.apps[path] else { throw CallerAccess.notRegistered(path) }
        return app
    }

    /// Unregisters all clients: their unique names are not valid on another bus.
    func busLost() {
        for owner in clients.keys { removeClient(owner) }
    }

    private func removeClient(_ owner: BusName) {
        guard let client = clients.removeValue(forKey: owner) else { return }
        client.watch?.cancel()
        count -= client.apps.count
        for app in client.apps.values {
            leave(app)
            app.queue.failWaiting(DBusError(.noReply, "the app left the bus"))
        }
    }
}
