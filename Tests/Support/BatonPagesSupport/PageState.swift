// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonClient
import BatonDBus

/// A state of the agent that a test makes.
package enum PageState {
    /// A responder that is listed.
    package static func listed(_ name: String, _ status: String = "Playing", isSuspect: Bool = false) -> ListedResponder
    {
        ListedResponder(id: "org.mpris.MediaPlayer2.\(name)", identity: name, status: status, isSuspect: isSuspect)
    }

    /// The properties of both interfaces.
    ///
    /// - Parameter without: names of properties that an older agent lacks.
    package static func make(
        _ chain: [(ListedResponder, String)], pinned: String = "", ignored: [String] = [],
        active: [ActiveInterruption] = [], sleepUntil: UInt64 = 0, sleepAtEnd: Bool = false, without: [String] = []
    ) -> AgentState {
        let application: [String: Value] = [
            "FirstResponder": .string(chain.first?.0.id ?? ""), "Responders": chain.map(\.0).wire,
            "Reasons": PlaceReasons(chain.map { ($0.0.id, $0.1) }).wire, "Pinned": .string(pinned),
            "Ignored": .strings(ignored),
        ]
        let interruptions: [String: Value] = [
            "Active": active.wire, "SleepUntil": sleepUntil.wire, "SleepAtEndOfTrack": .boolean(sleepAtEnd),
        ]
        var state = AgentState()
        state.set(.application, to: application.filter { !without.contains($0.key) })
        state.set(.interruptions, to: interruptions.filter { !without.contains($0.key) })
        return state
    }

    /// An interruption that lasts.
    package static func active(_ source: String, _ players: [String], reason: String = "") -> ActiveInterruption {
        ActiveInterruption(
            id: 7, source: source, reason: reason, requester: "", since: 1_000_000,
            players: players.map { "org.mpris.MediaPlayer2.\($0)" })
    }
}
