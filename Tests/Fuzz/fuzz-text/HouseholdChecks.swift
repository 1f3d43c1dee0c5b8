// SPDX-License-Identifier: Apache-2.0

import BatonHousehold
import BatonJSON
import FuzzSupport

/// A message of another client of the broker, at each topic of a household; the bounds hold, and what is written can be read.
func checkHousehold(_ bytes: [UInt8]) {
    let (own, other) = (HostName(making: "own"), HostName(making: "other"))
    var settings = HouseholdSettings(id: HostID(digest: [1]), name: own, followed: [other], sharing: .both)
    settings.allowed = Set(HouseholdCommand.Permission.allCases)
    var household = Household(settings, seed: 1)
    household.connected(canAnswer: true, at: .seconds(1))
    household.advance(to: .seconds(2))
    household.advance(to: .seconds(3))
    household.received(HouseholdMessage("baton/other/available", Array("online".utf8)), at: .seconds(4))
    for topic in HostTopic.allCases {
        for host in [own, other] {
            var message = HouseholdMessage("baton/\(host)/\(topic.rawValue)", bytes)
            message.responseTopic = String(decoding: bytes.prefix(64), as: UTF8.self)
            message.correlation = bytes
            household.received(message, at: .seconds(5))
        }
    }
    household.received(HouseholdMessage(String(decoding: bytes, as: UTF8.self), bytes), at: .seconds(6))
    household.advance(to: .seconds(100_000))
    for effect in household.takeEffects() {
        switch effect {
        case .publish(_, let payload, _) where !payload.isEmpty && payload != Array("online".utf8):
            require((try? JSONReader.read(payload)) != nil, "it says what is no JSON")
        case .show(let host): require(host.title.utf8.count <= 1024, "a title without a bound")
        case .perform(let command, _):
            require((try? HouseholdCommand(payload: Array(command.json.text.utf8))) == command, "not the same command")
        default: break
        }
    }
    require(household.hosts.count <= 2 + bytes.count, "hosts from nowhere")
}
