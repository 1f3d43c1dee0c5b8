// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS
import BatonSettings

extension PlayerDirectory {
    /// The phones, whose players of mpris-proxy are no headsets (rule BLUEZ19); nil until the first one comes.
    package var phones: Phones? {
        get { standIns.phones }
        set {
            standIns.phones = newValue
            newValue?.onChange = { [weak self] in self?.phonesChanged() }
            phonesChanged()
        }
    }

    /// Whether the player is of mpris-proxy.
    package func isProxied(_ responder: PlayerResponder) -> Bool { standIns.isProxy(responder.player) }

    /// The names that mpris-proxy's players have for people.
    package var proxied: [String] { responders.values.filter { standIns.isProxy($0.player) }.map(\.identity) }

    /// How far a player is. A phone is here while it is heard here (rule BLUEZ21).
    func distance(_ responder: PlayerResponder) -> RoutingDistance {
        guard let phone = standIns.phone(responder.player) else { return rules.distance(of: responder) }
        return phone.isHeard ? .here : rules.distanceOfOthers
    }

    /// Whether the player plays on another device, so that what happens on this machine does not pause it.
    func isElsewhere(_ responder: PlayerResponder) -> Bool {
        standIns.phone(responder.player).map { !$0.isHeard } ?? responder.isOnAnotherDevice
    }

    private func phonesChanged() {
        window.change { order in
            for responder in responders.values {
                rank(responder, in: &order)
            }
        }
        placeAll()
    }
}
