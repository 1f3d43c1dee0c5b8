// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// The keys of MPRIS 2.2 under their types. Each access is O(n) in the number of keys, which are few.
extension Metadata {
    /// The track's id: an object path, for SetPosition and GoTo.
    public var trackID: ObjectPath? {
        get { self[.trackID].flatMap { if case .objectPath(let path) = $0 { path } else { nil } } }
        set { self[.trackID] = newValue.map { .objectPath($0) } }
    }

    /// How long the track is; 0 when the player does not know.
    public var length: MediaTime? {
        get { self[.length].flatMap { MediaTime($0) } }
        set { self[.length] = newValue?.value }
    }

    /// Where its picture is.
    public var artURL: String? {
        get { self[.artURL]?.asString }
        set { self[.artURL] = newValue.map { .string($0) } }
    }

    /// The album's name.
    public var album: String? {
        get { self[.album]?.asString }
        set { self[.album] = newValue.map { .string($0) } }
    }

    /// Who made the album. Empty when the player does not say.
    public var albumArtist: [String] {
        get { self[.albumArtist]?.asStringArray ?? [] }
        set { self[.albumArtist] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// Who plays or sings. Empty when the player does not say.
    public var artist: [String] {
        get { self[.artist]?.asStringArray ?? [] }
        set { self[.artist] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// The words of the song.
    public var asText: String? {
        get { self[.asText]?.asString }
        set { self[.asText] = newValue.map { .string($0) } }
    }

    /// Beats a minute.
    public var audioBPM: Int32? {
        get { self[.audioBPM]?.asInt64.flatMap { Int32(exactly: $0) } }
        set { self[.audioBPM] = newValue.map { .int32($0) } }
    }

    /// A rating made by a program, 0 … 1.
    public var autoRating: Double? {
        get { self[.autoRating]?.asDouble }
        set { self[.autoRating] = newValue.map { .double($0) } }
    }

    /// Comments. Empty when the player does not say.
    public var comment: [String] {
        get { self[.comment]?.asStringArray ?? [] }
        set { self[.comment] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// Who composed it. Empty when the player does not say.
    public var composer: [String] {
        get { self[.composer]?.asStringArray ?? [] }
        set { self[.composer] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// When it was made, as ISO 8601.
    public var contentCreated: String? {
        get { self[.contentCreated]?.asString }
        set { self[.contentCreated] = newValue.map { .string($0) } }
    }

    /// Which disc of the album it is on.
    public var discNumber: Int32? {
        get { self[.discNumber]?.asInt64.flatMap { Int32(exactly: $0) } }
        set { self[.discNumber] = newValue.map { .int32($0) } }
    }

    /// When it was first played, as ISO 8601.
    public var firstUsed: String? {
        get { self[.firstUsed]?.asString }
        set { self[.firstUsed] = newValue.map { .string($0) } }
    }

    /// Genres. Empty when the player does not say.
    public var genre: [String] {
        get { self[.genre]?.asStringArray ?? [] }
        set { self[.genre] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// When it was last played, as ISO 8601.
    public var lastUsed: String? {
        get { self[.lastUsed]?.asString }
        set { self[.lastUsed] = newValue.map { .string($0) } }
    }

    /// Who wrote the words. Empty when the player does not say.
    public var lyricist: [String] {
        get { self[.lyricist]?.asStringArray ?? [] }
        set { self[.lyricist] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// The track's title.
    public var title: String? {
        get { self[.title]?.asString }
        set { self[.title] = newValue.map { .string($0) } }
    }

    /// Which track of the disc it is.
    public var trackNumber: Int32? {
        get { self[.trackNumber]?.asInt64.flatMap { Int32(exactly: $0) } }
        set { self[.trackNumber] = newValue.map { .int32($0) } }
    }

    /// Where the media file is.
    public var url: String? {
        get { self[.url]?.asString }
        set { self[.url] = newValue.map { .string($0) } }
    }

    /// How often it was played.
    public var useCount: Int32? {
        get { self[.useCount]?.asInt64.flatMap { Int32(exactly: $0) } }
        set { self[.useCount] = newValue.map { .int32($0) } }
    }

    /// The user's rating, 0 … 1.
    public var userRating: Double? {
        get { self[.userRating]?.asDouble }
        set { self[.userRating] = newValue.map { .double($0) } }
    }

    /// The process behind the media, from Plasma's browser integration (`kde:pid`).
    public var kdeProcessID: UInt32? {
        get { self[.kdeProcessID]?.asInt64.flatMap { UInt32(exactly: $0) } }
        set { self[.kdeProcessID] = newValue.map { .uint32($0) } }
    }

    /// Where the media comes from, from Plasma's browser integration (`kde:mediaSrc`).
    public var kdeMediaSource: String? {
        get { self[.kdeMediaSource]?.asString }
        set { self[.kdeMediaSource] = newValue.map { .string($0) } }
    }
}
