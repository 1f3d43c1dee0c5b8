// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonClient

extension AgentState {
    /// The chain in order; empty when no responder is in it, or when the agent has not told it.
    package var chain: [ListedResponder] { self[ApplicationInterface.responders] ?? [] }

    /// The places of the chain in order.
    ///
    /// - Parameter count: how many are wanted: words for a thousand cost more than the few that are shown.
    package func places(_ count: Int = .max) -> [ChainPlace] {
        let first = self[ApplicationInterface.firstResponder] ?? ""
        let (reasons, jumps) = (self[ApplicationInterface.reasons], self[ApplicationInterface.trackJumps])
        return chain.prefix(count).map { responder in
            ChainPlace(
                responder: responder, isFirst: responder.id == first, word: reasons?[responder.id] ?? "",
                jumps: jumps?[responder.id] ?? "")
        }
    }
}
