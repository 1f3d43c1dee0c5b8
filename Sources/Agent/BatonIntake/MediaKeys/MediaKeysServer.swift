// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonLog
import BatonMPRIS
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings

/// Acts as the settings daemon for old players that know only GrabMediaPlayerKeys, on desktops without such a daemon
/// (rule KEYS21).
///
/// Each client that grabs becomes a responder, and receives its events as keys. A process that has an MPRIS player, on the
/// same connection or another, is in the chain as that player only (rule MPRIS85).
@MainActor
final class MediaKeysServer {
    /// The most grabs of one client.
    static let limitPerClient = 8
    /// The most grabs of all clients together.
    static let limit = 64
    /// The longest name of an application, in bytes.
    static let longestName = 128

    private struct Client {
        var apps: [GrabbedApp]
        let watch: NameWatch
        /// Its process; nil until the bus has answered, and if it does not know it.
        var process: UInt32?
        /// Whether the bus has answered.
        var isKnown = false
    }

    private let connection: Connection
    private let window: MediaWindow
    private let directory: PlayerDirectory
    private let environment: SessionEnvironment
    private let access: CallerAccess
    private let logger: Logger
    private var setting = ServeChoice.no
    private var requests: [NameRequest] = []
    /// When the user manager was last asked for the desktop, while that is not known.
    private var lastLook: Duration?
    private var watches: [NameWatch] = []
    private var clients: [BusName: Client] = [:]
    private var object: ExportedObject?

    private static let daemon = MediaKeysDaemon.gnome
    /// batond may start before the desktop is known. It asks again when a name of ``signs`` changes its owner, and this
    /// long after the last question at the earliest. There is no timer, so that an idle session stays idle.
    private static let pause = Duration.seconds(3)
    /// Names of services that desktops start with the session.
    private static let signs: [BusName] = ["org.freedesktop.Notifications", "org.freedesktop.portal.Desktop"]

    init(
        connection: Connection, window: MediaWindow, directory: PlayerDirectory, environment: SessionEnvironment,
        access: CallerAccess, logger: Logger
    ) {
        self.connection = connection
        self.window = window
        self.directory = directory
        self.environment = environment
        self.access = access
        self.logger = logger
    }

    /// Starts or stops serving.
    func set(_ setting: ServeChoice) {
        switch (setting, self.setting) {
        case (.no, .no), (.yes, .yes), (.auto, .auto): return
        default: break
        }
        close()
        self.setting = setting
        switch setting {
        case .no: break
        case .yes: serve()
        case .auto:
            look()
            watches = Self.signs.map { name in connection.watchName(name) { [weak self] _ in self?.lookAgain() } }
        }
    }

    /// Stops serving, and releases the names.
    func close() {
        setting = .no
        stopLooking()
        for request in requests { request.release() }
        requests = []
        connection.unexport(Self.daemon.path)
        object = nil
        busLost()
    }

    /// Forgets all clients.
    func busLost() {
        for client in clients.values {
            client.watch.cancel()
            for app in client.apps { window.remove(app) }
        }
        clients = [:]
    }

    // MARK: Whether to serve

    /// Serves when the desktop is known and has no daemon of its own; such a daemon would find its name taken.
    private func look() {
        lastLook = connection.reactor.now
        environment.read { [weak self] session in
            guard let self, case .auto = setting, requests.isEmpty, let desktop = session["XDG_CURRENT_DESKTOP"] else {
                return
            }
            stopLooking()
            if !Self.hasDaemon(desktop) { serve() }
        }
    }

    private func lookAgain() {
        guard let lastLook, connection.reactor.now - lastLook >= Self.pause else { return }
        look()
    }

    private func stopLooking() {
        lastLook = nil
        for watch in watches { watch.cancel() }
        watches = []
    }

    /// - Parameter desktop: `$XDG_CURRENT_DESKTOP`: names, separated by colons.
    nonisolated static func hasDaemon(_ desktop: String) -> Bool {
        let families = ["gnome", "unity", "cinnamon", "budgie", "mate", "pantheon", "phosh"]
        return desktop.lowercased().split(separator: ":").contains { name in
            families.contains { name == $0 || name.hasPrefix($0 + "-") || name.hasSuffix("-" + $0) }
        }
    }

    private func serve() {
        let object = ExportedObject(interfaces: [interface], access: access.checks(of: .mediaKeys))
        self.object = object
        connection.export(object, at: Self.daemon.path)
        let logger = logger
        // A daemon that starts later may take the names over.
        requests = Self.daemon.names.map { name in
            connection.requestName(name, flags: [.allowReplacement, .doNotQueue], retriesWhenFree: true) { ownership in
                switch ownership {
                case .owned: logger.info("serves old players as \(name)")
                case .lost: logger.info("another program owns \(name) now")
                case .refused(let error): logger.warning("the bus refuses the name \(name): \(error)")
                case .taken, .queued: break
                }
            }
        }
    }

    // MARK: Calls

    private var interface: Interface {
        Interface(
            Self.daemon.interface,
            methods: [
                Method("GrabMediaPlayerKeys", in: [Argument("application", "s"), Argument("time", "u")]) {
                    [weak self] call in
                    do throws(DBusError) {
                        try self?.grab(call.sender, call.arguments[0].asString ?? "")
                        call.reply()
                    } catch { call.fail(error) }
                },
                Method("ReleaseMediaPlayerKeys", in: [Argument("application", "s")]) { [weak self] call in
                    self?.release(call.sender, call.arguments[0].asString ?? "")
                    call.reply()
                },
            ],
            signals: [Signal("MediaPlayerKeyPressed", [Argument("application", "s"), Argument("key", "s")])])
    }

    private func grab(_ owner: BusName, _ name: String) throws(DBusError) {
        guard !name.isEmpty, name.utf8.count <= Self.longestName else {
            throw DBusError(.invalidArguments, "an application has a name of 1 to \(Self.longestName) bytes")
        }
        if let known = clients[owner]?.apps.first(where: { $0.application == name }) {
            // A repeated grab moves the client to the front.
            if window.responder(known.id) === known { window.change { $0.use(known.id) } }
            return
        }
        guard clients[owner]?.apps.count ?? 0 < Self.limitPerClient,
            clients.values.reduce(0, { $0 + $1.apps.count }) < Self.limit
        else {
            throw DBusError(
                .limitsExceeded, "no more than \(Self.limitPerClient) grabs a client and \(Self.limit) in all")
        }
        let app = GrabbedApp(owner: owner, application: name) { [weak self] in self?.send($0, to: owner, name) }
        if clients[owner] == nil {
            let watch = connection.watchName(owner) { [weak self] present in
                if present == nil { self?.removeClient(owner) }
            }
            clients[owner] = Client(apps: [], watch: watch)
            findProcess(of: owner)
        }
        clients[owner]?.apps.append(app)
        logger.info("\(name) (\(owner)) grabbed the media keys")
        review()
    }

    private func findProcess(of owner: BusName) {
        connection.connectionProcessID(of: owner) { [weak self] result in
            guard let self, clients[owner] != nil else { return }
            clients[owner]?.process = try? result.get()
            clients[owner]?.isKnown = true
            review()
        }
    }

    private func release(_ owner: BusName, _ name: String) {
        guard let app = clients[owner]?.apps.first(where: { $0.application == name }) else { return }
        window.remove(app)
        clients[owner]?.apps.removeAll { $0 === app }
        if clients[owner]?.apps.isEmpty == true { clients.removeValue(forKey: owner)?.watch.cancel() }
    }

    private func removeClient(_ owner: BusName) {
        guard let client = clients.removeValue(forKey: owner) else { return }
        client.watch.cancel()
        for app in client.apps { window.remove(app) }
    }

    private func send(_ command: RemoteControlSubtype, to owner: BusName, _ application: String) {
        guard let key = MediaKey(command) else { return }
        // Cannot fail: both strings came over the bus or are constants.
        try? object?.emitSignal(
            Self.daemon.interface, "MediaPlayerKeyPressed", [.string(application), .string(key.rawValue)], to: owner)
    }

    // MARK: The chain

    /// Adds the clients to the chain that are not in it as MPRIS players, and removes those that are.
    func review() {
        lookAgain()
        guard !clients.isEmpty else { return }
        let players = Set(window.orderedResponders.compactMap { ($0 as? PlayerResponder)?.player.owner })
        for (owner, client) in clients where client.isKnown {
            let isPlayer = players.contains(owner) || client.process.map(directory.hasPlayer) ?? false
            for app in client.apps {
                let isInChain = window.responder(app.id) === app
                if isPlayer {
                    if isInChain { window.remove(app) }
                } else if !isInChain {
                    window.add(app, as: RoutingEntry(id: app.id, lastUse: window.nextUse()))
                }
            }
        }
    }
}
