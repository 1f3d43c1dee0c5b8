// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS

/// The metadata of a track for headsets: the six keys that BlueZ forwards, with the types that it accepts.
///
/// One value of another type makes `RegisterPlayer` fail, and makes BlueZ drop the rest of a `PropertiesChanged`
/// without an error (rules BLUEZ10 and BLUEZ11).
struct BluetoothTrack: Equatable {
    var title: String?
    var artists: [String] = []
    var album: String?
    var genres: [String] = []
    /// 1 … 2³¹ − 1; nil if the player has none.
    var number: Int32?
    /// 0 if it is not known.
    var length: MediaTime = 0

    /// The longest track: AVRCP has 32 bits of milliseconds, and all ones mean "unknown".
    static let longest = MediaTime(microseconds: (Int64(UInt32.max) - 1) * 1000)
    /// The most artists or genres sent. A headset shows the first one.
    private static let mostNames = 8

    /// No track.
    init() {}

    init(_ metadata: Metadata) {
        title = metadata.title.flatMap(BluetoothText.clean)
        artists = Self.names(metadata.artist)
        album = metadata.album.flatMap(BluetoothText.clean)
        genres = Self.names(metadata.genre)
        number = metadata.trackNumber.flatMap { $0 > 0 ? $0 : nil }
        length = min(max(0, metadata.length ?? 0), Self.longest)
    }

    private static func names(_ names: [String]) -> [String] {
        Array(names.lazy.compactMap(BluetoothText.clean).prefix(mostNames))
    }

    /// The property `Metadata`. The length is always in it: without one BlueZ keeps the length of the track before.
    var value: Value {
        var pairs: [(String, Value)] = [("mpris:length", length.value)]
        if let title { pairs.append(("xesam:title", .string(title))) }
        if !artists.isEmpty { pairs.append(("xesam:artist", .strings(artists))) }
        if let album { pairs.append(("xesam:album", .string(album))) }
        if !genres.isEmpty { pairs.append(("xesam:genre", .strings(genres))) }
        if let number { pairs.append(("xesam:trackNumber", .int32(number))) }
        return .vardict(pairs)
    }
}
