// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonMPRIS

/// The values of the agent's properties.
struct AgentState: Sendable {
    struct Responder: Hashable, Sendable {
        /// A player's bus name, or the id of a registered app.
        let id: String
        let identity: String
        let status: String
        let isSuspect: Bool
        /// Why it stands at this place, a word of `RoutingReason`; empty if the agent did not say.
        let reason: String
    }

    /// The responder that gets the next command; empty if there is none.
    var firstResponder = ""

    /// The chain in order.
    var responders: [Responder] = []

    var pinned = ""
    var ignored: [String] = []
    var version = ""
    var policy = ""

    /// The players of the chain, the first responder before the others.
    var players: [PlayerName] {
        let others = responders.map(\.id).filter { $0 != firstResponder }
        return ([firstResponder] + others).compactMap(PlayerName.init(busName:))
    }

    /// The players behind a registered app that plays. No command goes past it to one that does not (rule MPRIS51).
    var playersBehindPlayingApp: Set<PlayerName> {
        let rest = responders.drop { PlayerName(busName: $0.id) != nil || $0.status != "Playing" }
        return Set(rest.compactMap { PlayerName(busName: $0.id) })
    }
}

extension AgentState {
    /// Reads the reply to `GetAll`; a property that is missing or of another type counts as empty.
    init(properties: [String: Value]) {
        func text(_ name: MemberName) -> String { properties[name.rawValue]?.asString ?? "" }
        var reasons: [String: String] = [:]
        if case .dictionary(let dictionary)? = properties[ApplicationMember.reasons.rawValue]?.unwrapped {
            for pair in dictionary.entries {
                if let id = pair.key.asString { reasons[id] = pair.value.asString }
            }
        }
        var rows: [Value] = []
        if case .array(let array)? = properties[ApplicationMember.responders.rawValue]?.unwrapped {
            rows = array.elements
        }
        self.init(
            firstResponder: text(ApplicationMember.firstResponder),
            responders: rows.compactMap { Responder($0, reasons) }, pinned: text(ApplicationMember.pinned),
            ignored: properties[ApplicationMember.ignored.rawValue]?.asStringArray ?? [],
            version: text(ApplicationMember.version), policy: text(ApplicationMember.policy))
    }
}

extension AgentState.Responder {
    fileprivate init?(_ row: Value, _ reasons: [String: String]) {
        guard case .structure(let members) = row, members.count >= 4, let id = members[0].asString else { return nil }
        self.init(
            id: id, identity: members[1].asString ?? "", status: members[2].asString ?? "",
            isSuspect: members[3].asBool ?? false, reason: reasons[id] ?? "")
    }
}
