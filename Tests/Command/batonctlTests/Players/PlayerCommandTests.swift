// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonTemplate
import Testing

@testable import BatonTemplate
@testable import batonctl

@Suite struct PlayerCommandTests {
    private func player(_ properties: PlayerProperties = [:], metadata: [(String, Value)] = []) throws
        -> PlayerSnapshot
    {
        var properties = properties
        if !metadata.isEmpty { properties[.metadata] = .vardict(metadata) }
        return PlayerSnapshot(
            name: try #require(PlayerName(busName: PlayerName.prefix + "vlc.instance7")), properties: properties)
    }

    @Test("a transport command calls the player's method if the player can do it")
    func transports() throws {
        for command in RemoteControlSubtype.allCases where command.method != nil {
            let action = try PlayerCommand.transport(command).action(for: player())
            #expect(try action == .call(#require(command.method), []))
        }
        let cases: [(RemoteControlSubtype, PlayerProperty)] = [
            (.play, .canPlay), (.pause, .canPause), (.nextTrack, .canGoNext), (.previousTrack, .canGoPrevious),
            (.togglePlayPause, .canPlay),
            (.stop, .canControl), (.nextTrack, .canControl),
        ]
        for (command, capability) in cases {
            #expect(try passes(.transport(command), player([capability: .boolean(false)])), "\(command) \(capability)")
        }
        // As the agent does (rule MPRIS23).
        let stream = try player([.playbackStatus: .string("Playing"), .canPause: .boolean(false)])
        #expect(try PlayerCommand.transport(.togglePlayPause).action(for: stream) == .call(.stop, []))
        #expect(try passes(.transport(.beginSeekingForward), player()))
    }

    @Test("a position is set on the current track, or changed by a step")
    func seeks() throws {
        let track = try player(metadata: [("mpris:trackid", .objectPath("/t/1"))])
        #expect(
            try PlayerCommand.seek(.set(5)).action(for: track)
                == .call(.setPosition, [.objectPath("/t/1"), .int64(5_000_000)]))
        #expect(try PlayerCommand.seek(.change(by: -2.5)).action(for: track) == .call(.seek, [.int64(-2_500_000)]))
        let text = try player(metadata: [("mpris:trackid", .string("/t/2"))])
        #expect(
            try PlayerCommand.seek(.set(0)).action(for: text) == .call(.setPosition, [.objectPath("/t/2"), .int64(0)]))
        let odd = try player(metadata: [("mpris:trackid", .string("spotify:track:1"))])
        #expect(try passes(.seek(.set(0)), odd))
        // A text that is no path cannot be set, so it is a step from the position (rule MPRIS58).
        var spotify = odd
        spotify.properties[.position] = .int64(12_000_000)
        #expect(try PlayerCommand.seek(.set(30)).action(for: spotify) == .call(.seek, [.int64(18_000_000)]))
        spotify.properties[.metadata] = .vardict([
            ("mpris:trackid", .string("spotify:track:1")), ("mpris:length", .int64(20_000_000)),
        ])
        guard case .done = try PlayerCommand.seek(.set(30)).action(for: spotify) else {
            Issue.record("a position beyond the end is not ignored")
            return
        }
        #expect(try passes(.seek(.set(0)), player()))
        #expect(try passes(.seek(.change(by: 1)), player([.canSeek: .boolean(false)])))
    }

    @Test("a volume is set or changed by a step, and never falls below 0")
    func setsVolume() throws {
        let half = try player([.volume: .double(0.5)])
        #expect(try PlayerCommand.setVolume(.set(0.25)).action(for: half) == .set(.volume, .double(0.25)))
        #expect(try PlayerCommand.setVolume(.change(by: 0.25)).action(for: half) == .set(.volume, .double(0.75)))
        #expect(try PlayerCommand.setVolume(.change(by: -9)).action(for: half) == .set(.volume, .double(0)))
        #expect(try passes(.setVolume(.change(by: 0.1)), player()))
        #expect(try passes(.setVolume(.set(1)), player([.canControl: .boolean(false)])))
    }

    @Test("loop, shuffle and open become the player's properties and method")
    func setsOthers() throws {
        #expect(try PlayerCommand.setLoop(.track).action(for: player()) == .set(.loopStatus, .string("Track")))
        let shuffled = try player([.shuffle: .boolean(true)])
        #expect(try PlayerCommand.setShuffle(.toggle).action(for: shuffled) == .set(.shuffle, .boolean(false)))
        #expect(try PlayerCommand.setShuffle(.toggle).action(for: player()) == .set(.shuffle, .boolean(true)))
        #expect(try PlayerCommand.open(uri: "x:y").action(for: player()) == .call(.openUri, [.string("x:y")]))
        for command in [PlayerCommand.setLoop(.none), .setShuffle(.on), .open(uri: "x")] {
            #expect(try passes(command, player([.canControl: .boolean(false)])))
        }
    }

    @Test("the metadata table and single keys are printed as by playerctl")
    func printsMetadata() throws {
        let track = try player(metadata: [
            ("mpris:trackid", .objectPath("/t/1")), ("mpris:length", .int64(600_000_000)),
            ("xesam:title", .string("it's \"q\"")),
            ("xesam:artist", .strings(["A", "B & C"])), ("empty", .strings([])), ("byte", .byte(200)),
            ("flag", .boolean(true)),
        ])
        let table = [
            "vlc   mpris:trackid             '/t/1'", "vlc   mpris:length              600000000",
            "vlc   xesam:title               it's \"q\"", "vlc   xesam:artist              A",
            "vlc   xesam:artist              B & C",
            "vlc   byte                      0xc8", "vlc   flag                      true",
        ]
        #expect(try answer(.metadata(keys: []), track) == table.joined(separator: "\n"))
        #expect(try answer(.metadata(keys: ["artist", "mpris:trackid"]), track) == "A, B & C\n'/t/1'")
        #expect(try answer(.metadata(keys: ["nothere"]), track) == nil)
        #expect(try answer(.metadata(keys: []), player()) == nil)
    }

    @Test("status, position, volume, loop and shuffle are printed as by playerctl")
    func answersQuestions() throws {
        let playing = try player([
            .playbackStatus: .string("Playing"), .position: .int64(60_716_904), .volume: .double(0.6),
            .loopStatus: .string("None"),
            .shuffle: .boolean(false),
        ])
        #expect(try answer(.status, playing) == "Playing")
        #expect(try answer(.position, playing) == "60.716904")
        #expect(try answer(.volume, playing) == "0.600000")
        #expect(try answer(.loop, playing) == "None")
        #expect(try answer(.shuffle, playing) == "Off")
        for subject in [PlayerQuery.Subject.status, .position, .volume, .loop, .shuffle] {
            #expect(try answer(subject, player()) == nil)
        }
    }

    @Test("a template can use the metadata and the player's state")
    func formats() throws {
        let playing = try player(
            [.playbackStatus: .string("Playing"), .position: .int64(5), .volume: .double(0.6)],
            metadata: [("xesam:title", .string("T")), ("xesam:artist", .strings(["A"])), ("n", .int32(7))])
        var query = PlayerQuery(subject: .status)
        query.format = try Template(
            "{{playerName}}|{{playerInstance}}|{{status}}|{{position}}|{{volume}}|{{title}}|{{artist}}|{{n+1}}|{{loop}}|{{shuffle}}"
        )
        #expect(try query.action(for: playing) == .print("vlc|vlc.instance7|Playing|5|0.6|T|A|8.0|None|false"))
        query.format = try Template("{{title+1}}")
        #expect(throws: CommandError.execution("Got unsupported operand types for +: 's' and 'd'")) {
            try query.action(for: playing)
        }
    }

    @Test("JSON answers name the player")
    func answersJSON() throws {
        let playing = try player(
            [.position: .int64(1_500_000)],
            metadata: [("xesam:artist", .strings(["A"])), ("mpris:trackid", .objectPath("/t"))])
        var query = PlayerQuery(subject: .metadata(keys: []), isJSON: true)
        #expect(
            try query.action(for: playing)
                == .print(#"{"player":"vlc.instance7","metadata":{"xesam:artist":["A"],"mpris:trackid":"/t"}}"#))
        query = PlayerQuery(subject: .position, isJSON: true)
        #expect(try query.action(for: playing) == .print(#"{"player":"vlc.instance7","position":1.5}"#))
    }

    @Test(
        "seconds are printed with six decimals",
        arguments: [
            (0, "0.000000"), (1.5, "1.500000"), (-0.25, "-0.250000"), (1e-7, "0.000000"), (59.9999999, "60.000000"),
        ])
    func printsFixed(_ number: Double, _ text: String) { #expect(PlayerQuery.fixed(number) == text) }

    private func answer(_ subject: PlayerQuery.Subject, _ player: PlayerSnapshot) throws -> String? {
        guard case .print(let text) = try PlayerQuery(subject: subject).action(for: player) else { return nil }
        return text
    }

    private func passes(_ command: PlayerCommand, _ player: PlayerSnapshot) throws -> Bool {
        switch try command.action(for: player) {
        case .pass, .refuse: true
        default: false
        }
    }
}
