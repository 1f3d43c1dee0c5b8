// SPDX-License-Identifier: Apache-2.0

import BatonHousehold

/// What must be so when nothing has happened for a while.
extension HouseholdWorld {
    mutating func checkViews() {
        for (index, host) in hosts.enumerated() {
            guard isAlive(index) else { return report("\(index) is not connected") }
            let name = host.household.name
            if broker.retained["baton/\(name)/available"] != Array("online".utf8) {
                report("\(name) is not online at the broker")
            }
            for (other, view) in hosts.enumerated() where other != index { check(host, sees: view) }
            if host.household.hosts.count > Household.mostHosts { report("\(name) knows too many hosts") }
        }
        if Set(hosts.map(\.household.name)).count != hosts.count { report("two hosts have one name") }
    }

    private mutating func check(_ host: SimulatedHost, sees other: SimulatedHost) {
        let (own, name) = (host.household.name, other.household.name)
        guard let view = host.household.hosts[name] else { return report("\(own) does not know \(name)") }
        if !view.isOnline { report("\(own) believes that \(name) is away") }
        if view.about?.id != other.household.settings.id { report("\(own) takes \(name) for another") }
        let settings = host.household.settings
        if settings.followed.contains(name) {
            guard let shown = host.shown[name]?.now else { return report("\(own) does not show \(name)") }
            if shown.differs(from: other.playing) { report("\(own) shows \(shown) of \(name): \(other.playing)") }
        } else if host.shown[name] != nil {
            report("\(own) shows \(name), which it does not follow")
        }
        checkHolds(of: host, by: other)
    }

    private mutating func checkHolds(of host: SimulatedHost, by other: SimulatedHost) {
        let (own, name) = (host.household.name, other.household.name)
        let settings = host.household.settings
        let shares = [.both, .tell].contains(other.household.settings.sharing)
        let follows = [.both, .follow].contains(settings.sharing)
        var told: Set<String> = []
        if shares && follows { for call in other.calls { told.insert("\(name)/\(call.id)") } }
        let held = host.holds.filter { $0.hasPrefix("\(name)/") }
        if !held.isSubset(of: told) { report("\(own) is held by \(held) of \(name), which has \(told)") }
        // What has lasted too long holds no more.
        if settings.resumeLimit > Self.unrest * 2, held != told {
            report("\(own) is not held by \(told.subtracting(held)) of \(name)")
        }
    }

    /// In the next minute nothing more is said than what a moment's delay has left over.
    mutating func checkRest() {
        let published = broker.published
        let rest = now + .seconds(60)
        while now < rest, faults.isEmpty {
            step()
            advance(to: rest)
        }
        let said = broker.published - published
        if said > 2 * hosts.count { report("\(said) messages in a minute of rest") }
    }
}
