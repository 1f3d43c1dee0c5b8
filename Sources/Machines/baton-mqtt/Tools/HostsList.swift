// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import BatonMQTT
import BatonMachinesLink
import BatonReactor

/// Prints the machines of the household: those that the broker knows, and with `--follow` each change, a line of JSON for each.
final class HostsList {
    private let visit: BrokerVisit
    private let show: (String) -> Void
    private var view: HouseholdView
    private var isFollowing = false

    init(_ visit: BrokerVisit, show: @escaping (String) -> Void) {
        self.visit = visit
        self.show = show
        view = HouseholdView(visit.topics)
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
            if isFollowing, let changed { show(changed) }
        }
        visit.subscribe(HouseholdView.filters(of: visit.topics))
        visit.wait(BrokerVisit.settling)
        for host in view.hosts { show(host) }
        return true
    }

    /// Prints each change, until the program is ended.
    func follow() throws {
        isFollowing = true
        try visit.reactor.run()
    }

    private func show(_ host: RemoteHost) {
        var report = HostReport(name: host.name.text)
        report.title = host.title
        report.isOnline = host.isOnline
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
