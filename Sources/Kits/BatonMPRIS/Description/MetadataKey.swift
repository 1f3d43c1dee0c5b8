// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// A key of `Metadata` whose type is known (rules MPRIS11 and MPRIS13).
///
/// For example:
/// ```swift
/// var metadata = Metadata()
/// metadata[MetadataKey.album.rawValue] = .string("Nocturnes")
/// ```
public enum MetadataKey: String, CaseIterable, Hashable, Sendable {
    case trackID = "mpris:trackid"
    case length = "mpris:length"
    case artURL = "mpris:artUrl"
    case album = "xesam:album"
    case albumArtist = "xesam:albumArtist"
    case artist = "xesam:artist"
    case asText = "xesam:asText"
    case audioBPM = "xesam:audioBPM"
    case autoRating = "xesam:autoRating"
    case comment = "xesam:comment"
    case composer = "xesam:composer"
    case contentCreated = "xesam:contentCreated"
    case discNumber = "xesam:discNumber"
    case firstUsed = "xesam:firstUsed"
    case genre = "xesam:genre"
    case lastUsed = "xesam:lastUsed"
    case lyricist = "xesam:lyricist"
    case title = "xesam:title"
    case trackNumber = "xesam:trackNumber"
    case url = "xesam:url"
    case useCount = "xesam:useCount"
    case userRating = "xesam:userRating"
    case kdeProcessID = "kde:pid"
    case kdeMediaSource = "kde:mediaSrc"

    enum Kind { case track, microseconds, text, texts, integer, number, count }

    var kind: Kind {
        switch self {
        case .trackID: .track
        case .length: .microseconds
        case .albumArtist, .artist, .comment, .composer, .genre, .lyricist: .texts
        case .audioBPM, .discNumber, .trackNumber, .useCount: .integer
        case .autoRating, .userRating: .number
        case .kdeProcessID: .count
        default: .text
        }
    }

    /// The keys by name. Their literals are shared by the metadata of all players.
    private static let byName: [String: MetadataKey] = {
        var result: [String: MetadataKey] = [:]
        for key in allCases { result[key.rawValue] = key }
        return result
    }()

    static func named(_ name: String) -> MetadataKey? { byName[name] }

    /// The value converted to the type of the key; nil when that is not possible.
    func normalized(_ value: Value) -> Value? {
        switch kind {
        case .track: value.asString.flatMap(TrackID.path).map { .objectPath($0) }
        case .microseconds: value.asInt64.map { .int64(max(0, $0)) }
        case .text: (value.asString ?? value.asStringArray?.first).map { .string($0) }
        case .texts: (value.asStringArray ?? value.asString.map { [$0] }).map { .strings($0) }
        case .integer: value.asInt64.flatMap { Int32(exactly: $0) }.map { .int32($0) }
        case .count: value.asInt64.flatMap { UInt32(exactly: $0) }.map { .uint32($0) }
        case .number: value.asDouble.flatMap { $0.isFinite ? .double($0) : nil }
        }
    }
}
