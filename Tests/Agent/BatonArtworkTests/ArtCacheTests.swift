// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonRouting
import BatonSettings
import BatonTestSupport
import BatonValues
import Foundation
import Glibc
import Testing

@testable import BatonArtwork

/// Pictures of `https:` and `data:` URLs as files, with a program in the place of `baton-art` that needs no network.
@Suite("Pictures of players as files") @MainActor
struct ArtCacheTests {
    static let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3] as [UInt8]
    private let stage: BusStage
    private var folder: String { "\(stage.folder.path)/a b/baton/art" }

    init() throws { stage = try BusStage() }

    private func cache(_ script: String, isOn: Bool = true, looker: String? = nil) throws -> ArtCache {
        let program = "\(stage.folder.path)/fetch"
        try "#!/bin/sh\n\(script)\n".write(toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o755)
        let cache = ArtCache(
            directory: "\(stage.folder.path)/a b/baton", programs: ArtPrograms(fetcher: program, looker: looker),
            environment: ["PATH": "/usr/bin:/bin"], reactor: stage.reactor)
        var configuration = Configuration()
        configuration.mpris.artCache = isOn
        cache.apply(configuration)
        return cache
    }

    private var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    private func data(_ bytes: [UInt8]) -> String { "data:image/png;base64," + Data(bytes).base64EncodedString() }

    private func read(_ url: String) -> [UInt8]? {
        URL(string: url).flatMap { try? Data(contentsOf: $0) }.map { Array($0) }
    }

    @Test("MPRIS47: a data URL becomes a file in a private folder, at once")
    func dataURL() throws {
        let cache = try cache("exit 1")
        let url = try #require(cache.file(for: data(Self.png)))
        #expect(url.hasPrefix("file:///") && url.contains("/a%20b/baton/art/"))
        #expect(read(url) == Self.png)
        #expect(cache.file(for: data(Self.png)) == url && files.count == 1)
        var status = stat()
        #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(stat("\(folder)/\(files[0])", &status) == 0 && status.st_mode & 0o777 == 0o600)
        cache.close()
        #expect(files.isEmpty)
    }

    @Test("MPRIS47: an https URL is fetched once, and the clients are told when the file is there")
    func https() throws {
        let cache = try cache("printf '\\211PNG\\r\\n\\032\\n' >\"$2\"; echo \"$1\" >>\"$0.calls\"")
        var ready = 0
        let observation = cache.observe { ready += 1 }
        defer { observation.cancel() }
        let url = "https://example.org/a.png?x=(1)&y='2'"
        #expect(cache.file(for: url) == nil && cache.file(for: url) == nil)
        try #require(stage.turn { ready == 1 })
        #expect(read(try #require(cache.file(for: url))) == Array(Self.png.prefix(8)))
        #expect(try String(contentsOfFile: "\(stage.folder.path)/fetch.calls", encoding: .utf8) == url + "\n")
    }

    @Test("MPRIS48: a picture that cannot be had is the player's URL still, and is not asked for again")
    func failed() throws {
        let cache = try cache("echo x >>\"$0.calls\"; printf half >\"$2.part\"; exit 1")
        let observation = cache.observe { Issue.record("there is nothing to show") }
        defer { observation.cancel() }
        let calls = "\(stage.folder.path)/fetch.calls"
        #expect(cache.file(for: "https://example.org/") == nil)
        try #require(stage.turn { FileManager.default.fileExists(atPath: calls) && files.isEmpty })
        #expect(cache.file(for: "https://example.org/") == nil)
        try #require(stage.turn { (try? String(contentsOfFile: calls, encoding: .utf8)) == "x\n" })
    }

    @Test(
        "MPRIS48: a file that is too large, a link, or nothing, is no picture",
        arguments: [
            "head -c 1048577 /dev/zero >\"$2\"", "ln -s /etc/passwd \"$2\"", "true", ": >\"$2\"",
        ])
    func noPicture(_ script: String) throws {
        let cache = try cache("\(script); echo >\"$0.done\"")
        let observation = cache.observe { Issue.record("there is nothing to show") }
        defer { observation.cancel() }
        #expect(cache.file(for: "https://example.org/") == nil)
        let done = "\(stage.folder.path)/fetch.done"
        try #require(stage.turn { FileManager.default.fileExists(atPath: done) && files.isEmpty })
        #expect(cache.file(for: "https://example.org/") == nil)
    }

    @Test("MPRIS48: of many URLs only the last one is fetched next")
    func flood() throws {
        let cache = try cache("echo \"$1\" >>\"$0.calls\"; printf '\\211PNG\\r\\n\\032\\n' >\"$2\"")
        var ready = 0
        let observation = cache.observe { ready += 1 }
        defer { observation.cancel() }
        for number in 0..<1000 { #expect(cache.file(for: "https://example.org/\(number)") == nil) }
        try #require(stage.turn { ready == 2 })
        let calls = try String(contentsOfFile: "\(stage.folder.path)/fetch.calls", encoding: .utf8)
        #expect(calls == "https://example.org/0\nhttps://example.org/999\n")
    }

    @Test("MPRIS48: at most 32 pictures are kept, and those of an earlier run are removed")
    func bounded() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let old = String(repeating: "a", count: 32)
        for name in [old, old + ".part", "mine.png"] {
            try "x".write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        }
        let cache = try cache("exit 1")
        for number in 0..<100 as Range<UInt8> { #expect(cache.file(for: data(Self.png + [number])) != nil) }
        #expect(files.count == ArtCache.mostPictures + 1 && files.contains("mine.png") && !files.contains(old))
        #expect(cache.file(for: data(Self.png + [99])) != nil && files.count == ArtCache.mostPictures + 1)
    }

    @Test("MPRIS47: without the key, and for other schemes, nothing is cached")
    func off() throws {
        #expect(try cache("exit 1", isOn: false).file(for: data(Self.png)) == nil)
        let cache = try cache("exit 1")
        for url in ["http://example.org/a.png", "file:///etc/passwd", "ftp://x/", "", "https:/", "HTTPS://x/"] {
            #expect(cache.file(for: url) == nil, "\(url)")
        }
        #expect(files.isEmpty)
    }

    @Test("MPRIS50: a file is shown once it was looked for, as itself or as a copy, and a refused one is not shown")
    func sandboxed() throws {
        let cache = try cache(
            "exit 1", looker: try looker("case $3 in */same) exit 0;; */copy) echo x >\"$4\"; exit 3;; esac; exit 1"))
        var ready = 0
        let observation = cache.observe { ready += 1 }
        defer { observation.cancel() }
        #expect(cache.shown("file:///a%20b/same", of: .sandboxed(7)) == nil)
        try #require(stage.turn { ready == 1 })
        #expect(cache.shown("file:///a%20b/same", of: .sandboxed(7)) == "file:///a%20b/same")
        #expect(cache.shown("file:///a%20b/same", of: .sandboxed(8)) == nil, "another player has other rights")
        try #require(stage.turn { ready == 2 })
        #expect(cache.shown("file:///copy", of: .sandboxed(7)) == nil)
        try #require(stage.turn { ready == 3 })
        let copy = try #require(cache.shown("file:///copy", of: .sandboxed(7)))
        #expect(read(copy) == Array("x\n".utf8))
        #expect(cache.shown("file:///none", of: .sandboxed(7)) == nil)
        #expect(cache.shown("file:///same", of: .sandboxed(7)) == nil)
        try #require(stage.turn { ready == 4 })
        #expect(cache.shown("file:///none", of: .sandboxed(7)) == nil)
        let calls = try String(contentsOfFile: "\(stage.folder.path)/look.calls", encoding: .utf8)
        #expect(calls.split(separator: "\n").filter { $0.hasSuffix("/none") }.count <= 1, "\(calls)")
    }

    @Test("MPRIS50: without the key a file in a sandbox is looked for, and never copied")
    func sandboxedWithoutCache() throws {
        let cache = try cache("exit 1", isOn: false, looker: try looker("[ $# -eq 3 ] || exit 3; exit 0"))
        var ready = 0
        let observation = cache.observe { ready += 1 }
        defer { observation.cancel() }
        #expect(cache.shown("file:///same", of: .sandboxed(7)) == nil)
        try #require(stage.turn { ready == 1 })
        #expect(cache.shown("file:///same", of: .sandboxed(7)) == "file:///same" && files.isEmpty)
    }

    @Test(
        "MPRIS50: of a player in a sandbox only pictures of servers, in the URL, and files that it may read are shown")
    func schemes() throws {
        let cache = try cache("exit 1", isOn: false)
        for url in ["http://example.org/a", "https://example.org/a", "data:image/png;base64,iVBORw0K"] {
            #expect(cache.shown(url, of: .sandboxed(7)) == url && cache.shown(url, of: .unknown) == url)
        }
        for url in [
            "file:///a", "FILE:///a", "/etc/passwd", "smb://x/y", "file:a", "", "file://elsewhere/a", "trash:///",
        ] {
            #expect(cache.shown(url, of: .sandboxed(7)) == nil && cache.shown(url, of: .unknown) == nil, "\(url)")
            #expect(cache.shown(url, of: .free) == url, "\(url)")
        }
    }

    /// A program in the place of batond that looks.
    private func looker(_ script: String) throws -> String {
        let program = "\(stage.folder.path)/look"
        try "#!/bin/sh\necho \"$*\" >>\"$0.calls\"\n\(script)\n".write(
            toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o755)
        return program
    }

    @Test(
        "MPRIS49: what is no picture of an allowed size is refused",
        arguments: [
            "data:image/png;base64,", "data:image/png,\u{89}PNG", "data:image/png;base64,####", "data:",
            "data:text/html;base64,PGh0bWw+", "data:image/png;base64,iVBORw0K",
        ])
    func noData(_ url: String) throws {
        let cache = try cache("exit 1")
        #expect(cache.file(for: url) == nil)
        #expect(files.isEmpty)
    }

    @Test("MPRIS47: a picture in a URL may be written in percent, or in capitals")
    func percentData() {
        let percent = Self.png.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(ArtData.picture("data:image/png," + percent) == Self.png)
        let base64 = data(Self.png).drop { $0 != "," }
        #expect(ArtData.picture("DATA:image/png;BASE64" + base64) == Self.png)
        let escaped = base64.replacing("+", with: "%2B").replacing("/", with: "%2f").replacing("=", with: "%3D")
        #expect(ArtData.picture("data:image/png;base64" + escaped) == Self.png)
        #expect(ArtURL("HTTPS://example.org/a") == .https && ArtURL("Data:,") == .data)
        #expect(ArtURL("FILE:///a%20b") == .file("/a b"))
        #expect(ArtData.picture("data:image/png,%8") == nil && ArtData.picture("data:image/png;base64,%zz") == nil)
    }

    @Test("MPRIS49: a picture of a MiB is taken, and a larger one is not")
    func sizes() {
        let largest = Self.png + [UInt8](repeating: 7, count: ArtData.mostBytes - Self.png.count)
        #expect(ArtData.picture(data(largest)) == largest)
        #expect(ArtData.picture(data(largest + [7])) == nil)
        #expect(ArtData.picture(data(largest + largest)) == nil)
    }

    @Test(
        "MPRIS49: URLs that mean something else to a shell or to systemd are not fetched",
        arguments: [
            ("https://example.org/a%20b?c=d&e", true), ("https://example.org/$HOME", false),
            ("https://example.org/`id`", false), ("https://example.org/a b", false), ("https://example.org/\n", false),
            ("https://example.org/ü", false), ("https://" + String(repeating: "a", count: 2041), false),
        ])
    func fetchable(_ url: String, _ isFetchable: Bool) { #expect(ArtPrograms.isFetchable(url) == isFetchable) }
}

extension ArtCache {
    /// What is shown in place of the URL of a player in no sandbox; nil for the URL itself.
    fileprivate func file(for url: String) -> String? {
        shown(url, of: .free).flatMap { $0 == url ? nil : $0 }
    }
}

/// `baton-art` itself. Only the name service and the server are replaced.
@Suite("baton-art fetches from public servers only") struct ArtProgramTests {
    private static let program =
        Checkout.root + "/desktop/baton-art"
    private let folder = TemporaryFolder()

    /// Runs it with a name service that gives the addresses, and a server that gives the bytes.
    private func run(_ url: String, _ addresses: [String], serves: String = "\\211PNG\\r\\n\\032\\n") throws -> (
        Bool, String
    ) {
        let lines = addresses.map { "\($0)    STREAM host" }.joined(separator: "\\n")
        let programs = [
            "getent": "printf '\(lines)\\n'",
            // Writes to the file after --output.
            "curl": "echo \"$@\" >\(folder.path)/curl.arguments\nwhile [ \"$1\" != --output ]; do shift; done\n"
                + "printf '\(serves)' >\"$2\"",
        ]
        for (name, text) in programs {
            let path = "\(folder.path)/\(name)"
            try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: false, encoding: .utf8)
            chmod(path, 0o755)
        }
        let child = try ChildProcess(
            [Self.program, url, "\(folder.path)/art"], environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        try child.waitForEnd()
        let isFetched = child.exitStatus == 0 && access("\(folder.path)/art", F_OK) == 0
        #expect(isFetched || access("\(folder.path)/art", F_OK) != 0)
        #expect(access("\(folder.path)/art.part", F_OK) != 0, "nothing is left")
        return (isFetched, child.printed)
    }

    private var arguments: String {
        (try? String(contentsOfFile: "\(folder.path)/curl.arguments", encoding: .utf8)) ?? ""
    }

    @Test("MPRIS49: a picture of a public server is fetched from the address that was looked up")
    func fetched() throws {
        let (isFetched, text) = try run("https://i.example.org:443/a?b=c", ["93.184.216.34", "2606:2800:220:1::1"])
        #expect(isFetched, "\(text)")
        #expect(arguments.contains("--resolve i.example.org:443:"), "\(arguments)")
        for option in ["--max-redirs 0", "--proto =https", "--noproxy *", "--max-time 5", "--disable"] {
            #expect(arguments.contains(option), "\(option)")
        }
    }

    @Test(
        "MPRIS49: a server with a private address is not asked, whatever else it has",
        arguments: [
            "127.0.0.1", "10.0.0.1", "192.168.178.1", "172.16.0.1", "172.31.255.255", "169.254.169.254", "100.64.0.1",
            "100.127.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "fe80::1", "fd00::1",
            "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "2001::1", "ff02::1",
        ])
    func privateAddress(_ address: String) throws {
        #expect(try !run("https://example.org/", [address]).0)
        #expect(try !run("https://example.org/", ["93.184.216.34", address]).0)
        #expect(arguments.isEmpty, "curl was not started")
    }

    @Test(
        "MPRIS49: a URL that names an address, a user, another port or another scheme is refused",
        arguments: [
            "https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://[::1]/",
            "https://user@example.org/", "https://example.org:22/", "http://example.org/", "file:///etc/passwd",
            "https:///", "https://", "https://a..b/", "https://-o/", "-o", "", "https://example.org/$(id)",
            "https://example.org\\@127.0.0.1/", "https://example.org#@127.0.0.1\n/", "https://ex ample.org/",
        ])
    func refused(_ url: String) throws {
        #expect(try !run(url, ["93.184.216.34"]).0)
        #expect(arguments.isEmpty, "curl was not started: \(arguments)")
    }

    @Test("MPRIS49: an answer that is no picture, and a host without an address, leave no file")
    func noPicture() throws {
        #expect(try !run("https://example.org/", ["93.184.216.34"], serves: "<html>").0)
        #expect(try !run("https://example.org/", ["93.184.216.34"], serves: "").0)
        #expect(try !run("https://example.org/", []).0)
    }
}
