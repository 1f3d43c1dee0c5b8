// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonArtwork

@Suite("What the URL of a picture names") struct ArtURLTests {
    @Test(
        "a file's URL names an absolute path of this machine",
        arguments: [
            ("file:///a/b.png", "/a/b.png"), ("file://localhost/a", "/a"), ("file:///a%20b%2Fc", "/a b/c"),
            ("file:///ü", "/ü"),
            ("file:///%C3%BC", "/ü"), ("file:///a b?c#d", "/a b?c#d"),
        ])
    func files(_ url: String, _ path: String) { #expect(ArtURL(url) == .file(path)) }

    @Test(
        "another machine's file, a relative path, and what is no path are no file",
        arguments: [
            "file://elsewhere/a", "file:a", "file:/a", "file://", "file:///a%0", "file:///%", "file:///%zz",
            "file:///a%00b",
            "file:///a%0Ab", "file:///\u{7F}", "file:///%FF", "file:///" + String(repeating: "a", count: 4096),
            "file:///" + String(repeating: "%61", count: 4096),
        ])
    func others(_ url: String) { #expect(ArtURL(url) == .other) }
}
