// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonSession
import BatonSettings
package import BatonValues

/// The callers that asked for orientations on the bus and have not ended it (rule O15).
///
/// Requests count for each client; a client that leaves has ended all of its own.
@MainActor
package final class OrientationClaims: AgentPart {
    /// The most clients with requests, and the most requests of one client.
    package static let limit = 64
    package static let limitPerClient = 1024

    /// Told when the first request came or the last one ended.
    private var observers = Observers<Void>()

    private let connection: Connection
    private var counts: [BusName: (count: Int, watch: NameWatch)] = [:]

    package init(connection: Connection) {
        self.connection = connection
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    /// Whether no client asks for orientations.
    package var isEmpty: Bool { counts.isEmpty }

    /// Counts a request.
    ///
    /// - Throws: `LimitsExceeded`.
    package func begin(for client: BusName) throws(DBusError) {
        if let count = counts[client]?.count {
            guard count < Self.limitPerClient else {
                throw DBusError(.limitsExceeded, "no more than \(Self.limitPerClient) requests a client; end some")
            }
            counts[client]?.count = count + 1
            return
        }
        guard counts.count < Self.limit else {
            throw DBusError(.limitsExceeded, "no more than \(Self.limit) clients may ask for orientations")
        }
        let watch = connection.watchName(client) { [weak self] owner in
            if owner == nil { self?.leave(client) }
        }
        counts[client] = (1, watch)
        if counts.count == 1 { observers.tell(()) }
    }

    /// Ends a request; one too many does nothing (rule O2).
    package func end(for client: BusName) {
        guard let count = counts[client]?.count else { return }
        if count > 1 { counts[client]?.count = count - 1 } else { leave(client) }
    }

    /// Ends all requests: the clients' unique names are not valid on another bus.
    package func busLost() {
        for client in Array(counts.keys) { leave(client) }
    }

    private func leave(_ client: BusName) {
        guard let entry = counts.removeValue(forKey: client) else { return }
        entry.watch.cancel()
        if counts.isEmpty { observers.tell(()) }
    }
}
