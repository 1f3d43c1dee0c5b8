// SPDX-License-Identifier: Apache-2.0

/// What is to be done with the streams of a player. Volumes are in the steps of the sound server, which are cubic: 65536 is full volume.
package enum SoundWish: Equatable, Sendable {
    /// The loudest of them gets this volume, and the others keep their relation to it (rule VOL3).
    case set(UInt32)
    /// The loudest of them gets louder or quieter by this, and the others with it.
    case change(by: Int32)
    /// All of them are muted, or none (rule VOL4).
    case mute(MuteWish)
}

/// What is to be done with a mute.
package enum MuteWish: UInt8, Sendable, CaseIterable {
    case off, on, toggle

    /// The mute after it.
    ///
    /// - Parameter isMuted: the mute before.
    package func applied(to isMuted: Bool) -> Bool {
        switch self {
        case .off: false
        case .on: true
        case .toggle: !isMuted
        }
    }
}

/// What became of a wish at the sound server.
package enum StreamAnswer: Equatable, Sendable {
    /// It was carried out: the volume of the loudest stream, and whether all of them are muted.
    case done(volume: UInt32, isMuted: Bool)
    /// The server does not allow it.
    case refused
    /// There is no such stream, or no server, or no microphone.
    case gone
    /// The server did not answer in time; nothing of it is carried out later.
    case late
}
