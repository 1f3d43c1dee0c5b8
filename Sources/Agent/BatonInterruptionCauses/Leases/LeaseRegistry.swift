// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus
import BatonInterruptions
import BatonReactor
import BatonSession
import BatonSettings
package import BatonValues
import Glibc
package import SystemPackage

/// The interruptions of applications (rule I13). One ends when its application says so, closes its pipe or leaves the bus, and
/// after 12 h at the latest.
@MainActor
package final class LeaseRegistry: AgentPart {
    /// What an application asks for.
    package struct Request {
        package var kind: LeaseKind
        /// For people; may be empty.
        package var reason = ""
        package var resumes = true
        /// Whether players are lowered instead of paused.
        package var lowers = false
        /// The only players that it concerns, by their names; nil for all.
        package var players: [String]?
        /// When it ends by itself.
        package var longest = InterruptionRequest.longestLease

        package init(_ kind: LeaseKind) {
            self.kind = kind
        }
    }

    /// The most leases of one application.
    package static let mostOfClient = 8
    /// The most leases of an application in a sandbox.
    package static let mostOfConfined = 2
    /// The most leases.
    package static let most = 32
    /// The longest reason, in bytes.
    package static let longestReason = 255

    private struct Lease {
        let client: BusName
        let kind: LeaseKind
        let pipe: FileDescriptor
        let watch: Watch
    }

    /// An application with leases, or one that had some a moment ago.
    private struct Client {
        let watch: NameWatch
        var begins = RateLimit(count: 10, per: .seconds(60))
    }

    /// Told when a program says that a headset is taken off or put on (rule I31).
    private var observers = Observers<Void>()

    private let interruptions: Interruptions
    private var observation: Observation?
    private let connection: Connection
    private var leases: [UInt32: Lease] = [:]
    private var clients: [BusName: Client] = [:]
    /// The kind of the one that begins now.
    private var opening: LeaseKind?

    package init(interruptions: Interruptions, connection: Connection) {
        self.interruptions = interruptions
        self.connection = connection
        observation = interruptions.observe { [weak self] effect in
            if case .ended(let id, _, _) = effect { self?.drop(id) }
        }
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    /// How many there are.
    package var count: Int { leases.count }

    /// How many applications are watched, because they have begun some.
    package var clientCount: Int { clients.count }

    /// The bus name of the program that began an interruption; nil for one of Baton's own.
    package func client(of id: UInt32) -> BusName? { leases[id]?.client }

    /// The word for what an interruption of an application is for; nil when it is over.
    package func kind(of id: UInt32) -> String? { (leases[id]?.kind ?? opening)?.rawValue }

    package func busLost() {
        // That the bus is gone does not end what the applications do (rule I131).
        for id in leases.keys.sorted() { interruptions.end(id, isNormal: false) }
        for client in clients.values { client.watch.cancel() }
        clients = [:]
    }

    package func close() {
        for id in leases.keys.sorted() { drop(id) }
    }

    // MARK: Beginning and ending

    /// Begins one.
    ///
    /// - Returns: its identifier, and the end of a pipe that the application keeps open as long as it lasts.
    /// - Throws: `LimitsExceeded`; then nobody is paused.
    package func begin(
        _ request: Request, by client: BusName, isConfined: Bool
    ) throws(DBusError) -> (id: UInt32, pipe: FileDescriptor) {
        try admit(client, isConfined: isConfined)
        let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
        do {
            ends = try Self.pipe()
        } catch {
            throw DBusError(.failed, "no pipe can be made: \(error)")
        }
        var wanted = InterruptionRequest(
            request.kind.cause, reason: Self.reason(request), resumes: request.resumes, longest: request.longest)
        wanted.origin = client.rawValue
        wanted.lowers = request.lowers
        wanted.players = request.players.map { names in
            interruptions.players.identities.filter { player in names.contains { player.isNamed($0) } }
        }
        do {
            return (try open(wanted, request.kind, client, ends.readEnd), ends.writeEnd)
        } catch {
            try? ends.readEnd.close()
            try? ends.writeEnd.close()
            throw error
        }
    }

    /// Ends one; another program's, and one that is over, are left alone.
    package func end(_ id: UInt32, by client: BusName) {
        guard leases[id]?.client == client else { return }
        interruptions.end(id)
    }

    private func open(
        _ request: InterruptionRequest, _ kind: LeaseKind, _ client: BusName, _ pipe: FileDescriptor
    ) throws(DBusError) -> UInt32 {
        var opened: UInt32?
        let watch: Watch
        do {
            // Nothing is read: a pipe whose other end is closed says so by itself.
            watch = try connection.reactor.watch(pipe, for: []) { [weak self] _ in
                opened.map { _ = self?.interruptions.end($0, isNormal: kind.endsWithProgram) }
            }
        } catch {
            throw DBusError(.failed, "the pipe cannot be watched: \(error)")
        }
        opening = kind
        defer { opening = nil }
        guard let id = interruptions.begin(request) else {
            watch.cancel()
            throw DBusError(.limitsExceeded, "there are too many interruptions; end one first")
        }
        opened = id
        leases[id] = Lease(client: client, kind: kind, pipe: pipe, watch: watch)
        if kind == .wear { observers.tell(()) }
        return id
    }

    private func admit(_ client: BusName, isConfined: Bool) throws(DBusError) {
        let own = leases.values.count { $0.client == client }
        let most = isConfined ? Self.mostOfConfined : Self.mostOfClient
        guard own < most, leases.count < Self.most else {
            throw DBusError(
                .limitsExceeded, "\(own < most ? Self.most : most) interruptions last already; end one first")
        }
        if clients[client] == nil { clients[client] = Client(watch: watch(client)) }
        guard clients[client]?.begins.allows(at: connection.reactor.now) == true else {
            throw DBusError(.limitsExceeded, "interruptions begin too often; wait a minute")
        }
    }

    private func watch(_ client: BusName) -> NameWatch {
        connection.watchName(client) { [weak self] owner in
            guard let self, owner == nil else { return }
            clients.removeValue(forKey: client)?.watch.cancel()
            // It ended in order, or crashed; in both cases what it was about is over.
            for (id, lease) in leases where lease.client == client {
                interruptions.end(id, isNormal: lease.kind.endsWithProgram)
            }
        }
    }

    private func drop(_ id: UInt32) {
        guard let lease = leases.removeValue(forKey: id) else { return }
        lease.watch.cancel()
        try? lease.pipe.close()
        if lease.kind == .wear { observers.tell(()) }
    }

    private static func reason(_ request: Request) -> String {
        let words = String(decoding: request.reason.utf8.prefix(longestReason), as: UTF8.self)
        return words.isEmpty ? request.kind.rawValue : "\(request.kind.rawValue): \(words)"
    }

    private static func pipe() throws(Errno) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
        let ends: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
        do {
            ends = try FileDescriptor.pipe()
        } catch {
            throw (error as? Errno) ?? .ioError
        }
        // A child that inherited the write end would keep the interruption alive.
        for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        return ends
    }
}

extension PlayerIdentity {
    /// Whether a caller's name means it: its name on the bus, or what users type.
    func isNamed(_ text: String) -> Bool {
        guard let pattern = PlayerPattern(text) else { return false }
        return pattern.matches(name)
    }
}
