// SPDX-License-Identifier: Apache-2.0

package import BatonAPI

extension ActiveInterruption {
    /// What it is, since when, why, and the players.
    package var row: [String] {
        [
            source, ClockText(sinceBoot: since).second(), reason.isEmpty ? "-" : reason,
            players.isEmpty ? "-" : ResponderName.list(players),
        ]
    }
}
