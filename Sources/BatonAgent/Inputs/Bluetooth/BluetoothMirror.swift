// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonEvents
internal import BatonMPRIS

/// The first player of the chain, as headsets are shown it.
@MainActor
struct BluetoothMirror {
    let window: MediaWindow

    /// The player that is shown: the first one, as on the face.
    var player: Player? { responder?.player }

    private var responder: PlayerResponder? {
        window.orderedResponders.lazy.compactMap { $0 as? PlayerResponder }.first
    }

    /// What is shown.
    var view: BluetoothView { BluetoothView(chain: window.orderedResponders, mirrored: player) }

    /// Whether who gets the next command plays; nil when nobody knows.
    var isPlaying: Bool? {
        (window.orderedResponders.first as? PlayerResponder)?.player.status.map { $0 == .playing }
    }

    /// Sets a property of the player as the headset wants it; nothing where it has none.
    func set(_ name: MemberName, to value: Value) {
        guard let responder, let property = PlayerProperty(name.rawValue, of: .player),
            responder.player.value(of: property) != nil
        else { return }
        if property == .loopStatus, value.asString.flatMap({ LoopStatus(rawValue: $0) }) == nil { return }
        let message = responder.player.message(BluetoothPlayer.properties, "Set")
        // A string and a boolean always fit.
        try? message.append(.string(PlayerInterface.player.name.rawValue), .string(name.rawValue), .variant(value))
        // Some players do not tell of what was set: they are asked.
        responder.forward(message, from: nil) { _ in responder.player.reload(.player) }
    }
}
