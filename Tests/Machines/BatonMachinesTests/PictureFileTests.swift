// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonTestSupport
import Glibc
import Testing

@testable import baton_mqtt

/// A player may name any file. Only pictures of a usual format and size leave the machine.
@Suite struct PictureFileTests {
    private let folder = TemporaryFolder()
    private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("picture".utf8)

    private func file(_ bytes: [UInt8]) throws -> String {
        let path = folder.write("", to: "file")
        let descriptor = open(path, O_WRONLY | O_TRUNC)
        defer { close(descriptor) }
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        return path
    }

    @Test("a picture is read")
    func picture() throws { #expect(PictureFile.read(try file(jpeg)) == jpeg) }

    @Test("a file of another kind, an empty one, and one that is too large are none")
    func others() throws {
        #expect(PictureFile.read(try file(Array("-----BEGIN OPENSSH PRIVATE KEY-----".utf8))) == nil)
        #expect(PictureFile.read(try file([])) == nil)
        #expect(PictureFile.read(try file(jpeg + [UInt8](repeating: 0, count: 262_144))) == nil)
    }

    @Test("a folder, a device, a file that is not there, and a pipe without a writer are none, and nothing waits")
    func special() {
        let pipe = "\(folder.path)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [folder.path, "/dev/zero", "\(folder.path)/none", pipe] { #expect(PictureFile.read(path) == nil) }
    }

    @Test(
        "the path of a file's URL is read, and no other URL has one",
        arguments: [
            ("file:///a/b%20c.jpg", "/a/b c.jpg"), ("file://host/a", nil), ("https://x/a.jpg", nil),
            ("file:///a%0", nil),
            ("file:///a%00b", nil), ("file:///a%zz", nil), ("", nil), ("file://", nil),
        ] as [(String, String?)])
    func path(url: String, path: String?) { #expect(FileURL.path(url) == path) }
}
