// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus
internal import BatonMPRIS

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
