// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Finds out whether the process of a connection is in a sandbox, and keeps the result while the connection is on the
/// bus.
@MainActor
package final class CallerIdentities: AgentPart {
    /// Whether a caller is in a sandbox.
    package enum Standing: Sendable, Equatable {
        /// The caller is in no sandbox, so it may do what the user may do.
        case unconfined
        /// The caller is in a sandbox, or its process cannot be inspected.
        case confined
        /// The bus did not answer in time which process the caller is. It is asked again at the caller's next call.
        case unknown
    }

    private let connection: Connection
    /// Inspects a process. Tests pass their own function.
    private let look: (ConnectionCredentials) -> Standing
    private var known: [BusName: (standing: Standing, watch: NameWatch)] = [:]
    private var waiting: [BusName: [(Standing) -> Void]] = [:]

    /// The largest number of connections that are kept. At one more all are dropped, and inspected again when they
    /// call. Larger: more memory and more watched names.
    private static let most = 256

    package init(
        connection: Connection, look: @escaping (ConnectionCredentials) -> Standing = { SandboxedProcess.standing($0) }
    ) {
        self.connection = connection
        self.look = look
    }

    /// The number of connections that are kept.
    package var count: Int { known.count }

    /// Calls `then` once, now or later.
    package func ask(_ caller: BusName, then: @escaping (Standing) -> Void) {
        if let standing = known[caller]?.standing { return then(standing) }
        waiting[caller, default: []].append(then)
        guard waiting[caller]?.count == 1 else { return }
        connection.credentials(of: caller) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let credentials): found(caller, look(credentials))
            case .failure(let error) where error.name == .timeout: found(caller, .unknown)
            // The bus does not know the connection: it has left.
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

    package func busLost() { removeAll() }

    /// Drops all callers. Their unique names are not valid on another bus.
    package func removeAll() {
        for caller in known.values { caller.watch.cancel() }
        known = [:]
    }
}
