// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@testable import BatonMPRIS

@Suite struct MetadataTests {
    private func read(_ pairs: [(String, Value)]) throws -> (Metadata, [Metadata.Problem]) {
        var problems: [Metadata.Problem] = []
        let metadata = try #require(Metadata(.vardict(pairs)) { problems.append($0) })
        return (metadata, problems)
    }

    @Test("MPRIS2, MPRIS11, MPRIS13: every key of MPRIS 2.2 is read under its type and written under its type")
    func everyKey() throws {
        var metadata = Metadata()
        metadata.trackID = "/a/b"
        metadata.length = 5_000_000
        metadata.artURL = "file:///a.png"
        metadata.album = "Album"
        metadata.albumArtist = ["A", "B"]
        metadata.artist = ["C"]
        metadata.asText = "la la"
        metadata.audioBPM = 120
        metadata.autoRating = 0.5
        metadata.comment = ["nice"]
        metadata.composer = ["D"]
        metadata.contentCreated = "2007-04-29T13:56Z"
        metadata.discNumber = 2
        metadata.firstUsed = "2007"
        metadata.genre = ["Noise"]
        metadata.lastUsed = "2008"
        metadata.lyricist = ["E"]
        metadata.title = "Title"
        metadata.trackNumber = 9
        metadata.url = "file:///a.ogg"
        metadata.useCount = 3
        metadata.userRating = 1
        metadata.kdeProcessID = 17
        metadata.kdeMediaSource = "https://example.org"
        #expect(metadata.keys.count == MetadataKey.allCases.count)

        let again = try #require(Metadata(metadata.value))

        #expect(again == metadata)
        #expect(again.trackID == "/a/b")
        #expect(again.length == 5_000_000)
        #expect(again.artist == ["C"])
        #expect(again.userRating == 1)
        #expect(again["mpris:length"] == .int64(5_000_000))
        #expect(again["xesam:trackNumber"] == .int32(9))
        #expect(again["kde:pid"] == .uint32(17))
    }

    @Test(
        "MPRIS12: what real players send under other types is read",
        arguments: [
            ("mpris:trackid", Value.string("/a/1"), Value.objectPath("/a/1")),
            ("mpris:trackid", .string("spotify:track:x"), .objectPath("/org/baton/Track/spotify_3atrack_3ax")),
            ("mpris:length", .int32(7), .int64(7)), ("mpris:length", .uint64(7), .int64(7)),
            ("mpris:length", .double(7.2), .int64(7)), ("mpris:length", .int64(-1), .int64(0)),
            ("xesam:artist", .string("One"), .strings(["One"])), ("xesam:title", .strings(["T", "U"]), .string("T")),
            ("xesam:trackNumber", .uint32(3), .int32(3)), ("xesam:userRating", .int32(1), .double(1)),
            ("xesam:url", .objectPath("/x"), .string("/x")), ("xesam:artist", .strings([]), .strings([])),
            ("mpris:length", .variant(.int64(3)), .int64(3)), ("odd:key", .variant(.byte(3)), .byte(3)),
        ])
    func tolerance(key: String, sent: Value, kept: Value) throws {
        let (metadata, problems) = try read([(key, sent)])

        #expect(metadata[key] == kept)
        #expect(problems.isEmpty)
    }

    @Test(
        "a key whose value makes no sense is left out and reported, without its value",
        arguments: [
            ("mpris:trackid", Value.int32(1), "i"), ("mpris:trackid", .string(""), "s"),
            ("mpris:length", .string("long"), "s"), ("mpris:length", .double(.nan), "d"),
            ("mpris:length", .double(1e300), "d"), ("mpris:length", .uint64(.max), "t"),
            ("xesam:title", .uint32(3), "u"), ("xesam:artist", .boolean(true), "b"),
            ("xesam:trackNumber", .int64(1 << 40), "x"), ("xesam:userRating", .double(.infinity), "d"),
            ("xesam:artist", .array(DBusArray("i", [.int32(1)])), "ai"),
        ])
    func nonsense(key: String, sent: Value, signature: String) throws {
        let (metadata, problems) = try read([("xesam:album", .string("A")), (key, sent)])

        #expect(metadata.keys == ["xesam:album"])
        #expect(problems == [.wrongType(key: key, signature: signature)])
        #expect(!PlayerProblem.metadata(problems[0]).description.contains("long"))
    }

    @Test("what is no dictionary with strings for keys is no metadata; an empty one is")
    func shape() {
        #expect(Metadata(.string("x")) == nil)
        #expect(Metadata(.dictionary(DBusDictionary("i", "v", []))) == nil)
        #expect(Metadata(.array(DBusArray("s", [.string("x")]))) == nil)
        #expect(Metadata(.array(DBusArray("s", [])))?.isEmpty == true)
        #expect(Metadata(.variant(.vardict([])))?.isEmpty == true)
        #expect(
            Metadata(.dictionary(DBusDictionary("s", "s", [.init(.string("xesam:title"), .string("T"))])))?.title == "T"
        )
    }

    @Test("the last of a repeated key counts")
    func repeated() throws {
        let (metadata, _) = try read([("xesam:title", .string("A")), ("xesam:title", .string("B"))])

        #expect(metadata.keys == ["xesam:title"])
        #expect(metadata.title == "B")
    }

    @Test("MPRIS33: metadata over 64 KiB is cut by key, the largest first, and what is left out is told")
    func cut() throws {
        let picture = String(repeating: "x", count: 100_000)
        let words = String(repeating: "y", count: 40_000)
        let (metadata, problems) = try read([
            ("mpris:artUrl", .string(picture)), ("xesam:title", .string("T")), ("xesam:asText", .string(words)),
            ("xesam:artist", .strings(["A"])),
        ])

        #expect(metadata.keys == ["xesam:title", "xesam:asText", "xesam:artist"])
        #expect(problems.count == 1)
        guard case .tooLarge("mpris:artUrl", let size)? = problems.first else {
            Issue.record("\(problems)")
            return
        }
        #expect(size > 100_000)
    }

    @Test("ten thousand keys are cut to what fits")
    func manyKeys() throws {
        let (metadata, _) = try read((0..<10_000).map { ("key:\($0)", .string("0123456789")) })

        #expect(metadata.value.approximateSize <= 2 * Metadata.maximumSize)
        #expect(!metadata.isEmpty)
    }

    @Test("setting nil or nonsense takes a key out")
    func setting() {
        var metadata = Metadata()
        metadata.title = "T"
        metadata["xesam:title"] = .byte(1)
        #expect(metadata.isEmpty)
        metadata.artist = ["A"]
        metadata.artist = []
        #expect(metadata.isEmpty)
        metadata["my:key"] = .variant(.int32(4))
        #expect(metadata["my:key"] == .int32(4))
    }

    @Test(
        "a track id of any text becomes a path and comes back",
        arguments: ["spotify:track:4uL", "ä/ö", "/a//b", "x y", "1"])
    func trackIDs(raw: String) throws {
        let path = try #require(TrackID.path(for: raw))

        #expect(TrackID.original(of: path) == raw)
        #expect(try ObjectPath(path.rawValue) == path)
    }

    @Test("a valid path stays what it is, and is not taken for one of ours")
    func validTrackIDs() {
        #expect(TrackID.path(for: "/org/mpd/Tracks/1") == "/org/mpd/Tracks/1")
        #expect(TrackID.original(of: "/org/mpd/Tracks/1") == nil)
        #expect(TrackID.original(of: "/org/baton/Track/_f") == nil)
        #expect(TrackID.path(for: String(repeating: "x", count: 2000)) == nil)
    }
}
