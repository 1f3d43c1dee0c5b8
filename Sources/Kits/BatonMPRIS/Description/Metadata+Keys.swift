// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// The keys of MPRIS 2.2 with their types (rule MPRIS11). Each access is O(n) in the number of keys, which is small.
extension Metadata {
    /// The track's identifier, for SetPosition and GoTo.
    public var trackID: ObjectPath? {
        get { self[.trackID].flatMap { if case .objectPath(let path) = $0 { path } else { nil } } }
        set { self[.trackID] = newValue.map { .objectPath($0) } }
    }

    /// The track's length; some players send 0 when they do not know it.
    public var length: MediaTime? {
        get { self[.length].flatMap { MediaTime($0) } }
        set { self[.length] = newValue?.value }
    }

    /// The URL of the cover picture.
    public var artURL: String? {
        get { self[.artURL]?.asString }
        set { self[.artURL] = newValue.map { .string($0) } }
    }

    /// The album's name.
    public var album: String? {
        get { self[.album]?.asString }
        set { self[.album] = newValue.map { .string($0) } }
    }

    /// The artists of the album; empty when they are not known.
    public var albumArtist: [String] {
        get { self[.albumArtist]?.asStringArray ?? [] }
        set { self[.albumArtist] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// The artists of the track; empty when they are not known.
    public var artist: [String] {
        get { self[.artist]?.asStringArray ?? [] }
        set { self[.artist] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// The lyrics.
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

    /// Comments; empty when there are none.
    public var comment: [String] {
        get { self[.comment]?.asStringArray ?? [] }
        set { self[.comment] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// The composers; empty when they are not known.
    public var composer: [String] {
        get { self[.composer]?.asStringArray ?? [] }
        set { self[.composer] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// The date of creation, as ISO 8601.
    public var contentCreated: String? {
        get { self[.contentCreated]?.asString }
        set { self[.contentCreated] = newValue.map { .string($0) } }
    }

    /// The number of the album's disc.
    public var discNumber: Int32? {
        get { self[.discNumber]?.asInt64.flatMap { Int32(exactly: $0) } }
        set { self[.discNumber] = newValue.map { .int32($0) } }
    }

    /// The date when it was first played, as ISO 8601.
    public var firstUsed: String? {
        get { self[.firstUsed]?.asString }
        set { self[.firstUsed] = newValue.map { .string($0) } }
    }

    /// The genres; empty when they are not known.
    public var genre: [String] {
        get { self[.genre]?.asStringArray ?? [] }
        set { self[.genre] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// The date when it was last played, as ISO 8601.
    public var lastUsed: String? {
        get { self[.lastUsed]?.asString }
        set { self[.lastUsed] = newValue.map { .string($0) } }
    }

    /// The lyricists; empty when they are not known.
    public var lyricist: [String] {
        get { self[.lyricist]?.asStringArray ?? [] }
        set { self[.lyricist] = newValue.isEmpty ? nil : .strings(newValue) }
    }

    /// The track's title.
    public var title: String? {
        get { self[.title]?.asString }
        set { self[.title] = newValue.map { .string($0) } }
    }

    /// The number of the track on its disc.
    public var trackNumber: Int32? {
        get { self[.trackNumber]?.asInt64.flatMap { Int32(exactly: $0) } }
        set { self[.trackNumber] = newValue.map { .int32($0) } }
    }

    /// The URL of the media file.
    public var url: String? {
        get { self[.url]?.asString }
        set { self[.url] = newValue.map { .string($0) } }
    }

    /// The number of times that it was played.
    public var useCount: Int32? {
        get { self[.useCount]?.asInt64.flatMap { Int32(exactly: $0) } }
        set { self[.useCount] = newValue.map { .int32($0) } }
    }

    /// The user's rating, 0 … 1.
    public var userRating: Double? {
        get { self[.userRating]?.asDouble }
        set { self[.userRating] = newValue.map { .double($0) } }
    }

    /// The process that plays the media, from Plasma's browser integration (`kde:pid`).
    public var kdeProcessID: UInt32? {
        get { self[.kdeProcessID]?.asInt64.flatMap { UInt32(exactly: $0) } }
        set { self[.kdeProcessID] = newValue.map { .uint32($0) } }
    }

    /// The source of the media, from Plasma's browser integration (`kde:mediaSrc`).
    public var kdeMediaSource: String? {
        get { self[.kdeMediaSource]?.asString }
        set { self[.kdeMediaSource] = newValue.map { .string($0) } }
    }
}
