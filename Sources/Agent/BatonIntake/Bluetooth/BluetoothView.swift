// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonRouting

/// The state of the first responder for BlueZ and the headset, without the position.
struct BluetoothView: Equatable {
    var status = PlaybackStatus.stopped
    var loop = LoopStatus.none
    var shuffle = false
    /// Which buttons BlueZ sends to Baton's player. The others become keys of an event node (rules BLUEZ3 and BLUEZ4).
    var capabilities = Capabilities.all
    var track = BluetoothTrack()
    /// How fast the track is played. BlueZ has no such property.
    var rate = 1.0
    /// Distinguishes the track from another one with the same metadata: the player's name and its track id.
    var identity = ""

    /// The view of an empty chain.
    init() {}

    /// The view of a chain: the state of the mirrored player, and the buttons that the chain can act on.
    @MainActor
    init(chain: [ChainedResponder], mirrored: Player?) {
        if let mirrored {
            status = mirrored.status ?? .stopped
            loop = mirrored.value(of: .loopStatus)?.asString.flatMap { LoopStatus(tolerant: $0) } ?? .none
            shuffle = mirrored.value(of: .shuffle)?.asBool ?? false
            rate = mirrored.value(of: .rate)?.asDouble ?? 1
            let metadata = mirrored.metadata
            track = BluetoothTrack(metadata)
            identity = "\(mirrored.name) \(metadata.trackID?.rawValue ?? "")"
        }
        capabilities = Self.capabilities(of: chain)
    }

    /// Play and Pause end at the first responder; Next and Previous fall through to one that plays (rule MPRIS22). With
    /// an empty chain all buttons come to Baton: no other program could use them, and a Play may start a player.
    @MainActor
    static func capabilities(of chain: [ChainedResponder]) -> Capabilities {
        guard let first = chain.first else { return .all }
        var result: Capabilities = .control
        // Whether a registered app can act is known only when it is asked.
        let own = (first as? PlayerResponder)?.player.capabilities ?? .all
        result.formUnion(own.intersection([.play, .pause]))
        for (index, responder) in chain.enumerated() {
            let player = (responder as? PlayerResponder)?.player
            guard index == 0 || player == nil || player?.status == .playing else { continue }
            let able = (responder as? PlayerResponder)?.capabilities ?? .all
            result.formUnion(able.intersection([.goNext, .goPrevious]))
        }
        return result
    }

    /// After how long BlueZ's clock, which runs at rate 1, is wrong by more than it may be (rules MPRIS7 and BLUEZ12); nil if it
    /// stays right.
    var driftTime: Duration? {
        let speed = (rate - 1).magnitude
        // Slower than this it is right for an hour. The cache takes rates beyond 1000 as 1.
        guard status == .playing, track.length > 0, speed > 0.0003, rate.magnitude <= 1000 else { return nil }
        return .seconds(max(1, 1.1 * Double(BluetoothDisplay.tolerance.microseconds) / 1_000_000 / speed))
    }

    /// All properties except the status and those of ``track``.
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

/// The first player of the chain, which headsets show and set.
@MainActor
struct BluetoothMirror {
    let window: MediaWindow

    /// The player that is shown, the same one as on the face.
    var player: Player? { responder?.player }

    private var responder: PlayerResponder? { window.firstPlayer }

    /// What is shown.
    var view: BluetoothView { BluetoothView(chain: window.orderedResponders, mirrored: player) }

    /// Sets a property of the player for the headset. Has no effect if the player does not have the property, or is behind an app
    /// that plays (rule MPRIS51).
    func set(_ name: MemberName, to value: Value) {
        guard let responder, let property = PlayerProperty(name.rawValue, of: .player),
            responder.player.value(of: property) != nil, !window.isBehindPlayingApp(responder)
        else { return }
        if property == .loopStatus, value.asString.flatMap({ LoopStatus(rawValue: $0) }) == nil { return }
        let message = responder.player.message(.properties, "Set")
        // Strings and a boolean can always be appended.
        try? message.append(.string(PlayerInterface.player.name.rawValue), .string(name.rawValue), .variant(value))
        // Some players do not signal a property that was set, so it is read again.
        responder.forward(message, from: nil) { _ in responder.player.reload(.player) }
    }
}
