// SPDX-License-Identifier: Apache-2.0

import BatonMPRIS

/// What tells whether a player shows a video (rule AWAKE2). A sign that says nothing does not count.
struct VideoEvidence {
    /// Returns what its streams at the sound server say that they are (`media.role`), in lower case. It is asked only if the
    /// track says nothing.
    var roles: () -> [String] = { [] }
    /// What it says of its track.
    var metadata = Metadata()
    /// The categories in its desktop file.
    var categories: Set<String> = []

    /// Endings of files with a video.
    private static let videos: Set<String> = [
        "3gp", "avi", "flv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "ts", "vob", "webm", "wmv",
    ]
    /// Endings of files with sound only.
    private static let sounds: Set<String> = [
        "aac", "aif", "aiff", "ape", "flac", "m3u", "m4a", "m4b", "mka", "mp3", "oga", "ogg", "opus", "pls", "spx",
        "wav",
        "wma", "wv",
    ]
    private static let longestEnding = 4

    /// Whether it is known to show a video. The surest sign counts: a file's ending, then an artist with an album or a role of music,
    /// then a role of video, then the desktop file of a program that plays nothing but videos.
    var isVideo: Bool {
        let ending = metadata.url.flatMap(Self.ending)
        if let ending, Self.videos.contains(ending) { return true }
        if let ending, Self.sounds.contains(ending) { return false }
        if metadata.album?.isEmpty == false, !metadata.artist.isEmpty { return false }
        let roles = roles()
        if roles.contains("music") { return false }
        if roles.contains("video") || roles.contains("movie") { return true }
        return categories.contains("Video") && categories.isDisjoint(with: ["Audio", "Music", "WebBrowser"])
    }

    /// The ending of a file's name in lower case; nil if the name has no ending. The query and fragment of an address are left out.
    static func ending(of url: String) -> String? {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let name = path.suffix(longestEnding + 1)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let ending = name[name.index(after: dot)...]
        let isPlain = ending.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard isPlain, !ending.isEmpty else { return nil }
        return String(decoding: ending.map { $0 >= 0x41 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
