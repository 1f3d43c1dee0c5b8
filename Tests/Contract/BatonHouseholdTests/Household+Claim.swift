// SPDX-License-Identifier: Apache-2.0

import BatonHousehold

extension Household {
    /// Claims the name and hears the claim come back, as from a broker that answers at once. Nobody objects.
    mutating func settle(from start: Duration) {
        let claimed = start + Self.settling
        advance(to: claimed)
        hearClaim(at: claimed)
        advance(to: claimed + Self.objection)
        _ = takeEffects()
    }

    /// The broker delivers what this host has just said of itself.
    mutating func hearClaim(at now: Duration) {
        for case .publish(let topic, let payload, true) in takeEffects() where topic.hasSuffix("/about") {
            received(HouseholdMessage(topic, payload), at: now)
        }
    }
}
