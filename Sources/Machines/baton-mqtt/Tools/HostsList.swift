// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import BatonMQTT
import BatonMachinesLink
import BatonReactor
import SystemPackage

/// Prints the machines of the household, a line of JSON for each: those that the broker knows, and if it follows them each change.
///
/// While it follows them, it says too when the broker is lost, and when it is there again. Then all machines come anew: those that
/// do not are not there any more.
final class HostsList {
    private let visit: BrokerVisit
    private let follows: Bool
    private let show: (String) -> Void
    private var view: HouseholdView
    /// Whether what the broker keeps has been printed, so that each change is.
    private var isComplete = false
    /// Why the broker was lost, as was said last; nil while it is there.
    private var loss: MQTTFailure?
    private var settling: ReactorTimer?
    private var reader: Watch?

    /// - Parameter follows: whether it goes on after those that the broker knows.
    init(_ visit: BrokerVisit, follows: Bool, show: @escaping (String) -> Void) {
        (self.visit, self.follows, self.show) = (visit, follows, show)
        view = Self.view(of: visit)
    }

    /// Those that are followed have a place, however many others there are.
    private static func view(of visit: BrokerVisit) -> HouseholdView {
        HouseholdView(visit.topics, wanted: Set(visit.settings.followed))
    }

    /// Prints them all.
    ///
    /// - Returns: whether the broker has let this client in.
    func run() -> Bool {
        guard visit.connect() else { return false }
        visit.connection.onMessage = { [weak self] arrival in
            guard let self else { return }
            let message = arrival.message
            let changed = view.read(topic: message.topic.text, message.payload)
            if isComplete, let changed { show(changed) }
        }
        visit.subscribe(HouseholdView.filters(of: visit.topics))
        visit.wait(BrokerVisit.settling)
        showAll()
        return true
    }

    private func showAll() {
        if follows { show(visit.report(.connected).json.text) }
        for host in view.hosts { show(host) }
        isComplete = true
    }

    /// Prints each change, until the program is ended or nobody reads it any more.
    ///
    /// - Parameter output: where the lines go.
    func follow(while output: FileDescriptor) throws {
        visit.connection.onChange = { [weak self] in self?.connectionChanged($0) }
        // The program that reads the lines may have been killed. A regular file needs no reader, and cannot be watched.
        reader = try? visit.reactor.watch(output, for: []) { [weak self] in self?.readerChanged($0) }
        if case .waiting = visit.connection.state { connectionChanged(visit.connection.state) }
        try visit.reactor.run()
    }

    private func readerChanged(_ readiness: Readiness) {
        if !readiness.isDisjoint(with: [.error, .hangUp]) { visit.reactor.stop() }
    }

    private func connectionChanged(_ state: MQTTConnection.State) {
        switch state {
        case .connected:
            loss = nil
            view = Self.view(of: visit)
            isComplete = false
            settling = visit.reactor.schedule(after: BrokerVisit.settling) { [weak self] in self?.showAll() }
        case .waiting(let reason) where loss != reason:
            loss = reason
            settling?.cancel()
            show(visit.report(.failed, reason).json.text)
        default: break
        }
    }

    private func show(_ host: RemoteHost) {
        var report = HostReport(name: host.name.text)
        report.title = host.title
        report.isOnline = host.isOnline
        report.isGone = !host.isKnown
        // Another machine may have this one's name.
        report.isThisOne = host.about?.id == visit.settings.id
        report.isFollowed = visit.settings.followed.contains(host.name)
        report.version = host.about?.version ?? ""
        report.interruptions = host.isOnline ? host.interruptions.map(\.cause) : []
        if host.isOnline, let now = host.now {
            (report.status, report.player) = (now.status.rawValue, now.player)
            (report.track, report.artist) = (now.title, now.artist)
        }
        show(report.json.text)
    }
}
