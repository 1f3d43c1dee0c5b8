// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonMPRIS
package import BatonRouting

/// The interface com.github.altdesktop.playerctld, which playerctl and status bars use (rule MPRIS40).
@MainActor
package final class PlayerctldInterface {
    static let noActivePlayer: ErrorName = "com.github.altdesktop.playerctld.NoActivePlayer"

    private let window: MediaWindow

    package init(window: MediaWindow) {
        self.window = window
    }

    /// The error of a call that needs a player while there is none.
    static var noPlayer: DBusError { DBusError(noActivePlayer, "no player is being controlled") }

    package var interface: Interface {
        Interface(
            BatonBus.playerctld,
            methods: [
                Method("Shift", in: [], out: [Argument("Player", "s")]) { [weak self] in
                    self?.rotate($0) { $0.shift(among: $1) }
                },
                Method("Unshift", in: [], out: [Argument("Player", "s")]) { [weak self] in
                    self?.rotate($0) { $0.unshift(among: $1) }
                },
            ],
            signals: [
                Signal("ActivePlayerChangeBegin", [Argument("Name", "s")]),
                Signal("ActivePlayerChangeEnd", [Argument("Name", "s")]),
            ],
            properties: [
                Property("PlayerNames", "as") { [weak self] in .strings(self?.playerNames ?? []) }
            ])
    }

    /// The full bus names of the players, the first one being the active one.
    var playerNames: [String] {
        window.orderedResponders.compactMap { ($0 as? PlayerResponder)?.player.name.rawValue }
    }

    /// Clients know players only, so apps take no part.
    private func rotate(
        _ call: Invocation, _ step: (inout RoutingOrder, (ResponderID) -> Bool) -> ResponderID?
    ) {
        let players = Set(window.orderedResponders.compactMap { ($0 as? PlayerResponder)?.id })
        guard let first = window.change({ step(&$0, players.contains) }) else {
            call.fail(Self.noPlayer)
            return
        }
        call.reply(.string(first.rawValue))
    }
}
