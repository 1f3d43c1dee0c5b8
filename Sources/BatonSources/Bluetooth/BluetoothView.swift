// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonRouting

/// What BlueZ and the headset are shown of the first responder: everything but the position, which moves by itself.
struct BluetoothView: Equatable {
    var status = PlaybackStatus.stopped
    var loop = LoopStatus.none
    var shuffle = false
    /// Which buttons BlueZ gives to us; the others become keys of a kernel's device (spec/bluetooth.md).
    var capabilities = Capabilities.all
    var track = BluetoothTrack()
    /// Tells the track from another that looks the same: the player's name and its track's id.
    var identity = ""

    /// Nobody is there.
    init() {}

    /// The first player in the chain, as the face has it, and what the chain can do with each button.
    @MainActor
    init(chain: [ChainedResponder], mirrored: Player?) {
        if let mirrored {
            status = mirrored.status ?? .stopped
            loop = mirrored.value(of: .loopStatus)?.asString.flatMap { LoopStatus(tolerant: $0) } ?? .none
            shuffle = mirrored.value(of: .shuffle)?.asBool ?? false
            let metadata = mirrored.metadata
            track = BluetoothTrack(metadata)
            identity = "\(mirrored.name) \(metadata.trackID?.rawValue ?? "")"
        }
        capabilities = Self.capabilities(of: chain)
    }

    /// Play and pause end at the first responder; next and previous fall through to one that plays (spec/mpris.md iii).
    /// With nobody in the chain all come here: there is nobody else to give them to, and a play may start a program.
    @MainActor
    static func capabilities(of chain: [ChainedResponder]) -> Capabilities {
        guard let first = chain.first else { return .all }
        var result: Capabilities = .control
        // An app that registered says what it can when it is asked.
        let own = (first as? PlayerResponder)?.player.capabilities ?? .all
        result.formUnion(own.intersection([.play, .pause]))
        for (index, responder) in chain.enumerated() {
            let player = (responder as? PlayerResponder)?.player
            guard index == 0 || player == nil || player?.status == .playing else { continue }
            result.formUnion((player?.capabilities ?? .all).intersection([.goNext, .goPrevious]))
        }
        return result
    }

    /// All properties but the status and those of ``track``.
    var settings: [(String, Value)] {
        [
            ("LoopStatus", .string(loop.rawValue)), ("Shuffle", .boolean(shuffle)),
            ("CanPlay", .boolean(capabilities.contains(.play))),
            ("CanPause", .boolean(capabilities.contains(.pause))),
            ("CanGoNext", .boolean(capabilities.contains(.goNext))),
            ("CanGoPrevious", .boolean(capabilities.contains(.goPrevious))),
            ("CanControl", .boolean(capabilities.contains(.control))),
        ]
    }
}

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
