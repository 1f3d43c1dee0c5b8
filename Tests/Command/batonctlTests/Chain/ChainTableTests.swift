// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonPages
import Testing

@testable import batonctl

@Suite struct ChainTableTests {
    private let state = AgentState(
        .application,
        StubResponder.properties(
            first: "org.mpris.MediaPlayer2.mpv",
            [
                .init(
                    id: "org.mpris.MediaPlayer2.mpv", identity: "mpv", status: "Playing", isSuspect: false,
                    reason: "playing"),
                .init(
                    id: "org.mpris.MediaPlayer2.vlc.instance7", identity: "VLC media player", status: "Paused",
                    isSuspect: true,
                    reason: "recent"),
                .init(id: ":1.9/org/example/App", identity: "Example", status: "", isSuspect: false, reason: ""),
            ]))

    @Test("the chain shows which responder is first, and why")
    func showsChain() {
        #expect(
            ChainTable(state, titles: ["org.mpris.MediaPlayer2.mpv": "Fugue"]).lines(columns: nil) == [
                "  PLAYER         STATUS   TITLE  WHY IT IS HERE",
                "* mpv            Playing  Fugue  playing",
                "  vlc.instance7  Paused   -      used last, not answering",
                "  Example        -        -",
            ])
        #expect(
            ChainTable(state).json.text.hasPrefix(
                #"[{"id":"org.mpris.MediaPlayer2.mpv","player":"mpv","identity":"mpv","#))
    }

    @Test(
        "a pin of an instance says that it is for that one while it runs, and info says which player it is for now",
        arguments: [
            ("mpv", "mpv", "Pinned mpv. When it ends, the pin is for any other player of mpv."),
            (
                "mpv.instance7", "mpv.instance7",
                "Pinned mpv.instance7. When it ends, the pin is for any other player of mpv."
            ),
            ("mpv", "mpv.instance7", "Pinned mpv.instance7. When it ends, the pin is for any other player of mpv."),
        ])
    func instances(_ typed: String, _ pinned: String, _ sentence: String) throws {
        let names = ["mpv", "mpv.instance7"].compactMap { PlayerName(busName: PlayerName.prefix + $0) }
        let responders = names.map {
            StubResponder(
                id: $0.busName.rawValue, identity: "mpv", status: "Playing", isSuspect: false,
                reason: $0.instance == pinned ? "pinned" : "playing")
        }
        var properties = StubResponder.properties(first: PlayerName.prefix + pinned, responders)
        properties["Pinned"] = .string("mpv")
        let state = AgentState(.application, properties)
        #expect(ChosenPlayer(typed, among: names).pinned(state) == sentence)
        let line = try #require(InfoTable(state).lines.first { $0.hasPrefix("Pinned:") })
        #expect(line.hasSuffix(pinned == "mpv" ? " mpv" : "mpv, now mpv.instance7"), "\(line)")
    }

    @Test("the chain's players begin with the first responder")
    func listsPlayers() {
        #expect(state.players.map(\.instance) == ["mpv", "vlc.instance7"])
    }

    @Test("an event prints on one line")
    func printsEvent() throws {
        let arguments: [Value] = [
            .uint32(UInt32(RemoteControlSubtype.nextTrack.rawValue)), .uint64(12_000_034), .string("mpris"),
            .string(":1.7"), .string("org.mpris.MediaPlayer2.mpv"),
            .string("handled"), .uint64(812),
        ]
        let event = try #require(MonitoredEvent(try Self.signal(arguments)))
        let time = ClockText(sinceBoot: 12_000_034).millisecond
        #expect(event.text == "\(time) next from mpris (:1.7) to mpv: handled in 0.8 ms")
        #expect(time.utf8.count == "17:04:12.489".utf8.count)
        #expect(
            event.json.text
                == #"{"timestamp":12000034,"subtype":104,"event":"next","input":"mpris","sender":":1.7","responder":"org.mpris.MediaPlayer2.mpv","outcome":"handled","microseconds":812}"#
        )
        #expect(MonitoredEvent(try Self.signal([.uint32(1)])) == nil)
    }

    @Test("of a press of a device the device is told, and not the kernel's word for it")
    func printsDevice() throws {
        let arguments: [Value] = [
            .uint32(UInt32(RemoteControlSubtype.nextTrack.rawValue)), .uint64(1), .string("evdev: WH-1000XM4: (AVRCP)"),
            .string(""), .string("org.mpris.MediaPlayer2.mpv"), .string("handled"), .uint64(812),
        ]
        let event = try #require(MonitoredEvent(try Self.signal(arguments)))
        #expect(event.text.hasSuffix(" next from WH-1000XM4: (AVRCP) to mpv: handled in 0.8 ms"), "\(event.text)")
    }

    private static func signal(_ arguments: [Value]) throws -> Message {
        let message = Message.signal(
            path: BatonBus.path, interface: ApplicationInterface.name, member: ApplicationInterface.event.name)
        try message.append(contentsOf: arguments)
        return message
    }
}
