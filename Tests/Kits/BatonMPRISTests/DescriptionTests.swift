// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Testing

@testable import BatonMPRIS

@Suite struct DescriptionTests {
    @Test("each property is found by its name, and its case is called like it", arguments: PlayerProperty.allCases)
    func properties(property: PlayerProperty) {
        let name = property.name.rawValue
        #expect("\(property)" == name.prefix(1).lowercased() + name.dropFirst())
        #expect(PlayerProperty(name, of: property.interface) == property)
        for other in PlayerInterface.allCases where other != property.interface {
            #expect(PlayerProperty(name, of: other) == nil)
        }
    }

    @Test("each method's case is called like it", arguments: PlayerMethod.allCases)
    func methods(method: PlayerMethod) {
        let name = method.name.rawValue
        #expect("\(method)" == name.prefix(1).lowercased() + name.dropFirst())
    }

    @Test("interfaces have as many properties and methods as MPRIS 2.2 says")
    func counts() {
        let properties = PlayerInterface.allCases.map { PropertySet(allOf: $0).count }
        let methods = PlayerInterface.allCases.map { interface in
            PlayerMethod.allCases.count { $0.interface == interface }
        }
        #expect(properties == [9, 15, 2, 3])
        #expect(methods == [2, 9, 4, 2])
    }

    @Test("the interface of each name is found")
    func interfaces() {
        for interface in PlayerInterface.allCases {
            #expect(PlayerInterface(name: interface.name.rawValue) == interface)
        }
        #expect(PlayerInterface(name: "org.mpris.MediaPlayer2.Player.Odd") == nil)
    }

    @Test("a set of properties keeps each once and goes through them in order")
    func sets() {
        var set: PropertySet = [.volume, .metadata, .canQuit, .activePlaylist]
        set.insert(.volume)
        #expect(Array(set) == [.canQuit, .metadata, .volume, .activePlaylist])
        set.remove(.metadata)
        #expect(!set.contains(.metadata))
        #expect(set.intersection([.volume, .rate]) == [.volume])
        #expect(set.subtracting([.volume]) == [.canQuit, .activePlaylist])
        #expect(PropertySet().isEmpty)
    }

    @Test(
        "what a player sends is read into the type of the property",
        arguments: [
            (PlayerProperty.playbackStatus, Value.string("playing"), Value.string("Playing")),
            (.loopStatus, .variant(.string("NONE")), .string("None")), (.volume, .int32(1), .double(1)),
            (.position, .uint32(5), .int64(5)), (.position, .int64(-5), .int64(0)),
            (.playlistCount, .int64(4), .uint32(4)), (.supportedUriSchemes, .string("file"), .strings(["file"])),
            (
                .tracks, .strings(["/a", "b c"]),
                .array(DBusArray("o", [.objectPath("/a"), .objectPath("/org/baton/Track/b_20c")]))
            ),
            (.identity, .objectPath("/x"), .string("/x")),
            (
                .activePlaylist, .structure([.boolean(false), .string("junk")]),
                .structure([.boolean(false), .structure([.objectPath("/"), .string(""), .string("")])])
            ),
        ])
    func normalization(property: PlayerProperty, sent: Value, kept: Value) {
        #expect(property.normalized(sent, problem: { Issue.record("\($0)") }) == kept)
        #expect(kept.signature == property.signature)
    }

    @Test(
        "what makes no sense is left out and reported",
        arguments: [
            (PlayerProperty.playbackStatus, Value.string("Sleeping")), (.canPlay, .int32(1)), (.rate, .double(.nan)),
            (.volume, .string("loud")), (.metadata, .string("song")), (.tracks, .int32(3)),
            (.playlistCount, .int64(-1)), (.activePlaylist, .structure([.boolean(true), .string("junk")])),
            (.identity, .byte(1)), (.supportedMimeTypes, .array(DBusArray("i", [.int32(1)]))),
        ])
    func nonsense(property: PlayerProperty, sent: Value) {
        var problems: [PlayerProblem] = []
        #expect(property.normalized(sent) { problems.append($0) } == nil)
        #expect(problems == [.badProperty(property, signature: sent.signature.rawValue)])
    }

    @Test("a list over 64 KiB is cut at its end, a text over 64 KiB is left out")
    func cut() {
        var problems: [PlayerProblem] = []
        let tracks = Value.strings((0..<5000).map { "/org/baton/a/rather/long/track/name/\($0)" })
        let kept = PlayerProperty.tracks.normalized(tracks) { problems.append($0) }
        #expect(kept?.asStringArray?.first == "/org/baton/a/rather/long/track/name/0")
        #expect((kept?.approximateSize ?? 0) <= Metadata.maximumSize + 8)
        #expect(
            PlayerProperty.identity.normalized(.string(String(repeating: "x", count: 70_000))) { problems.append($0) }
                == nil)
        #expect(problems.count == 2)
    }

    @Test("signals are read tolerantly and written strictly")
    func signals() throws {
        #expect(PlayerSignal(.player, "Seeked", [.int32(5)]) == .seeked(5))
        #expect(PlayerSignal(.player, "Seeked", [.string("5")]) == nil)
        #expect(PlayerSignal(.player, "Seeked", []) == nil)
        #expect(PlayerSignal(.player, "Odd", [.int32(5)]) == nil)
        let replaced = PlayerSignal(.trackList, "TrackListReplaced", [.strings(["/a"]), .string("")])
        #expect(replaced == .trackListReplaced(["/a"], current: TrackID.noTrack))
        let all: [(PlayerSignal, String)] = [
            (.seeked(1), "x"), (.trackListReplaced(["/a"], current: "/a"), "aoo"), (.trackRemoved("/a"), "o"),
            (.trackAdded(Metadata(), after: "/a"), "a{sv}o"), (.trackMetadataChanged("/a", Metadata()), "oa{sv}"),
            (.playlistChanged(Playlist(id: "/a", name: "A")), "(oss)"),
        ]
        for (signal, signature) in all {
            #expect(signal.arguments.map(\.signature.rawValue).joined() == signature)
            #expect(PlayerSignal(signal.interface, signal.member.rawValue, signal.arguments) == signal)
        }
    }
}
