// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonHousehold
import BatonLog
import BatonReactor

/// The interruptions of one other host here: however many it tells of, they are one interruption on this bus, from the first to the
/// last.
///
/// It has a connection of its own: batond counts how many a caller has and how often it begins one, so no host takes the place of
/// another's calls.
final class HostLease {
    /// How long the connection is kept after the last interruption. batond counts a minute; a host that begins anew is the same caller.
    private static let patience = Duration.seconds(120)

    private let host: HostName
    private let address: String
    private let reactor: Reactor
    private let logger: Logger
    /// Called when nothing was interrupted for a long time.
    private let idle: () -> Void
    private var connection: Connection?
    private var active: Set<String> = []
    private var lease: RemoteLease?
    private var mayResume = true
    private var timer: ReactorTimer?

    init(of host: HostName, address: String, on reactor: Reactor, logger: Logger, idle: @escaping () -> Void) {
        self.host = host
        self.address = address
        self.reactor = reactor
        self.logger = logger
        self.idle = idle
    }

    deinit {
        timer?.cancel()
        connection?.close()
    }

    /// An interruption of the host begins.
    func begin(_ interruption: SharedInterruption) {
        timer?.cancel()
        guard active.insert(interruption.id).inserted, lease == nil else { return }
        let words = interruption.reason.isEmpty ? interruption.cause : interruption.reason
        let new = RemoteLease("\(host): \(words)", RemoteAgent(on: opened()), logger: logger)
        lease = new
        mayResume = true
        new.begin()
    }

    /// One ends.
    ///
    /// - Parameter mayResume: false: what they paused stays paused, whatever the others say.
    func end(_ interruption: SharedInterruption, mayResume: Bool) {
        guard active.remove(interruption.id) != nil else { return }
        self.mayResume = self.mayResume && mayResume
        guard active.isEmpty else { return }
        lease?.end(mayResume: self.mayResume)
        lease = nil
        timer = reactor.schedule(after: Self.patience, tolerance: .seconds(30)) { [weak self] in self?.idle() }
    }

    /// All end, and nothing goes on by itself: nobody knows whether what they are about is over.
    func endAll() {
        active = []
        lease?.end(mayResume: false)
        lease = nil
    }

    /// batond has come, or has gone.
    func agentChanged(isThere: Bool) {
        if isThere { lease?.begin() } else { lease?.agentLeft() }
    }

    private func opened() -> Connection {
        if let connection { return connection }
        let new = Connection(address: address, reactor: reactor)
        try? new.open()
        connection = new
        return new
    }
}
