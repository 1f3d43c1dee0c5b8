// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonValues

/// What a player of a phone does, as bluetoothd tells it (rule BLUEZ20).
struct PhoneState: Equatable {
    /// The longest text of a track, in bytes.
    private static let longest = 1024

    /// The name of the program on the phone.
    private(set) var program = ""
    private(set) var status = PlaybackStatus.stopped
    /// Nil after a change that told none.
    private(set) var position: MediaTime?
    private(set) var track: [String: Value] = [:]
    /// Stands for the title, and is the same in the next agent, which has to know the track again (rule I8). FNV-1a.
    private var trackNumber: UInt64 {
        (track["Title"]?.asString ?? "").utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Takes properties that have changed. Values of other types than BlueZ's are ignored.
    mutating func take(_ properties: [String: Value]) {
        position = nil
        if let name = properties["Name"]?.asString { program = Self.bounded(name) }
        if let word = properties["Status"]?.asString { status = Self.status(word) }
        if case .uint32(let milliseconds)? = properties["Position"]?.unwrapped, milliseconds < .max {
            position = MediaTime(microseconds: Int64(milliseconds) * 1000)
        }
        if let track = properties["Track"]?.asVardict { self.track = track }
    }

    private static func status(_ word: String) -> PlaybackStatus {
        switch word {
        case "playing", "forward-seek", "reverse-seek": .playing
        case "paused": .paused
        default: .stopped
        }
    }

    /// The track with the keys of MPRIS.
    var metadata: Metadata {
        var metadata = Metadata()
        if track.isEmpty { return metadata }
        // By the title alone, because BlueZ tells what it knows of a track bit by bit. Digits can always be the end of a path.
        if let path = try? ObjectPath("/org/baton/Baton1/Phone/track\(trackNumber)") {
            metadata[MetadataKey.trackID.rawValue] = .objectPath(path)
        }
        func text(_ name: String) -> String? {
            guard let text = track[name]?.asString, !text.isEmpty else { return nil }
            return Self.bounded(text)
        }
        metadata[MetadataKey.title.rawValue] = text("Title").map { .string($0) }
        metadata[MetadataKey.album.rawValue] = text("Album").map { .string($0) }
        metadata[MetadataKey.artist.rawValue] = text("Artist").map { .strings([$0]) }
        metadata[MetadataKey.genre.rawValue] = text("Genre").map { .strings([$0]) }
        if case .uint32(let number)? = track["TrackNumber"]?.unwrapped, let number = Int32(exactly: number) {
            metadata[MetadataKey.trackNumber.rawValue] = .int32(number)
        }
        if case .uint32(let length)? = track["Duration"]?.unwrapped, length > 0, length < .max {
            metadata[MetadataKey.length.rawValue] = .int64(Int64(length) * 1000)
        }
        return metadata
    }

    private static func bounded(_ text: String) -> String { String(decoding: text.utf8.prefix(longest), as: UTF8.self) }
}
