// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Tells for each connection, once, whether its process is in a sandbox, and remembers it as long as the connection is there.
@MainActor
package final class CallerIdentities {
    /// How a caller stands.
    package enum Standing: Sendable, Equatable {
        /// It may do what the user may do.
        case unconfined
        /// It is in a sandbox, or cannot be looked at.
        case confined
        /// The bus did not tell in time whose it is. It is asked again the next time.
        case unknown
    }

    private let connection: Connection
    /// Looks at a process; tests have their own.
    private let look: (ConnectionCredentials) -> Standing
    private var known: [BusName: (standing: Standing, watch: NameWatch)] = [:]
    private var waiting: [BusName: [(Standing) -> Void]] = [:]

    /// Connections that are remembered; when there are more, they are looked at anew.
    private static let most = 256

    package init(
        connection: Connection, look: @escaping (ConnectionCredentials) -> Standing = { SandboxedProcess.standing($0) }
    ) {
        self.connection = connection
        self.look = look
    }

    /// How many connections are remembered.
    package var count: Int { known.count }

    /// Calls back once, now or later, with how the caller stands.
    package func ask(_ caller: BusName, then: @escaping (Standing) -> Void) {
        if let standing = known[caller]?.standing { return then(standing) }
        waiting[caller, default: []].append(then)
        guard waiting[caller]?.count == 1 else { return }
        connection.credentials(of: caller) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let credentials): found(caller, look(credentials))
            case .failure(let error) where error.name == .timeout: found(caller, .unknown)
            // A bus that does not know the connection has seen it leave.
            case .failure: found(caller, .confined)
            }
        }
    }

    private func found(_ caller: BusName, _ standing: Standing) {
        if standing != .unknown { remember(caller, standing) }
        for then in waiting.removeValue(forKey: caller) ?? [] { then(standing) }
    }

    private func remember(_ caller: BusName, _ standing: Standing) {
        if known.count >= Self.most { removeAll() }
        let watch = connection.watchName(caller) { [weak self] owner in
            if owner == nil { self?.known.removeValue(forKey: caller)?.watch.cancel() }
        }
        known[caller] = (standing, watch)
    }

    /// Forgets all callers: their names mean nothing on another bus.
    package func removeAll() {
        for caller in known.values { caller.watch.cancel() }
        known = [:]
    }
}
