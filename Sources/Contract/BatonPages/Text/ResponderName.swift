// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
import BatonMPRIS

/// What people call a responder.
package enum ResponderName {
    /// The instance of a player, or the unchanged id of another responder.
    package static func short(_ id: String) -> String { PlayerName(busName: id)?.instance ?? id }

    /// The instance of a player, and the name for people of an app, whose other name says nothing to them.
    package static func shown(_ responder: ListedResponder) -> String {
        let isApp = PlayerName(busName: responder.id) == nil && !responder.identity.isEmpty
        return isApp ? responder.identity : short(responder.id)
    }

    /// The short names of some responders, in one text.
    package static func list(_ ids: some Sequence<String>) -> String { ids.map(short).joined(separator: ", ") }
}
