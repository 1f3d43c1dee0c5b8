// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonTestSupport
import Testing

@testable import BatonInterruptionCauses

/// What is known as a video.
@Suite struct VideoEvidenceTests {
    private func isVideo(
        _ url: String? = nil, roles: String..., album: Bool = false, categories: String = ""
    ) -> Bool {
        var metadata = Metadata()
        metadata.url = url
        if album {
            metadata.album = "Album"
            metadata.artist = ["Artist"]
        }
        return VideoEvidence(
            roles: { roles }, metadata: metadata, categories: Set(categories.split(separator: ";").map(String.init))
        ).isVideo
    }

    @Test("AWAKE2: the ending of a file says what it is, and goes before what its program says of all its streams")
    func endings() {
        for url in ["file:///a/b.mkv", "file:///a/b.MP4", "https://example.org/x.webm?t=1#5", "smb://a/b.Ogv#x"] {
            #expect(isVideo(url) && isVideo(url, roles: "music") && isVideo(url, album: true), "\(url)")
        }
        for url in ["file:///a/b.mp3", "file:///a.mkv/b.FLAC", "https://example.org/x.opus?v=a.mkv"] {
            #expect(!isVideo(url, roles: "video") && !isVideo(url, categories: "Video;Player"), "\(url)")
        }
        for url in ["", ".", "mkv", "file:///a/b.mkv/", "file:///a/bmkv", "https://example.org/watch?v=x.mkv"] {
            #expect(!isVideo(url), "\(url)")
        }
    }

    @Test("AWAKE2: a role of music and an artist with an album are no video; a role of video is one")
    func roles() {
        #expect(isVideo(roles: "video") && isVideo(roles: "movie"))
        #expect(isVideo("https://example.org/live", roles: "video"))
        #expect(!isVideo(roles: "music", categories: "Video") && !isVideo(roles: "video", "music"))
        #expect(!isVideo(roles: "video", album: true) && !isVideo(roles: "game") && !isVideo())
    }

    @Test("AWAKE2: the desktop file counts if the program plays nothing but videos, and is no browser")
    func categories() {
        #expect(isVideo(categories: "GNOME;GTK;AudioVideo;Video;Player"))
        let others = [
            "AudioVideo;Player", "AudioVideo;Audio;Video;Player", "Music;Video", "Network;WebBrowser;Video", "",
        ]
        for text in others {
            #expect(!isVideo(categories: text), "\(text)")
        }
    }
}
