// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonLog
import BatonSession
package import BatonSettings
package import BatonValues

/// The bus names of the face (`[mpris] name`, rule MPRIS36).
@MainActor
package final class FaceNames: AgentPart {
    package static let playerctld: BusName = "org.mpris.MediaPlayer2.playerctld"
    package static let baton: BusName = "org.mpris.MediaPlayer2.baton"

    private let connection: Connection
    private let logger: Logger
    private var requests: [NameRequest] = []
    /// Told when Baton owns the first of the names (true), and when it owns none any more.
    private var observers = Observers<Bool>()
    private var wasAnyOwned = false
    private var isClosed = false

    package init(connection: Connection, logger: Logger) {
        self.connection = connection
        self.logger = logger
    }

    /// Requests the names of a setting, and releases all others.
    private func set(_ setting: FaceName) {
        let wanted = Self.names(setting)
        for request in requests where !wanted.contains(request.name) { request.release() }
        requests.removeAll { !wanted.contains($0.name) }
        review()
        for name in wanted where !requests.contains(where: { $0.name == name }) {
            let logger = logger
            // The request is never queued: bars and KDE Connect use this name, and the program that owned it first
            // keeps it.
            requests.append(
                connection.requestName(name, retriesWhenFree: true) { [weak self] ownership in
                    self?.review()
                    switch ownership {
                    case .owned: logger.info("owns \(name)")
                    case .taken: logger.notice("another program owns \(name); Baton takes it when it becomes free")
                    case .lost: logger.notice("lost \(name)")
                    case .refused(let error): logger.warning("the bus refuses the name \(name): \(error)")
                    case .queued: break
                    }
                })
        }
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping (_ isAnyOwned: Bool) -> Void) -> Observation {
        observers.observe(observer)
    }

    /// The names of the setting and their owners; nil before the bus has answered.
    package var ownerships: [(BusName, NameOwnership?)] { requests.map { ($0.name, $0.ownership) } }

    private func review() {
        let isAnyOwned = requests.contains { $0.ownership == .owned }
        guard isAnyOwned != wasAnyOwned else { return }
        wasAnyOwned = isAnyOwned
        if !isClosed { observers.tell(isAnyOwned) }
    }

    package func apply(_ configuration: Configuration) { set(configuration.mpris.name) }

    /// Releases all names. The face stays exported until its last call is answered.
    package func close() {
        isClosed = true
        set(.none)
    }

    private static func names(_ setting: FaceName) -> [BusName] {
        switch setting {
        case .auto, .playerctld: [playerctld]
        case .baton: [baton]
        case .both: [playerctld, baton]
        case .none: []
        }
    }
}
