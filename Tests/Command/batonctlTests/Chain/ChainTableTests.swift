// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonEvents
import BatonMPRIS
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
            ChainTable(state).lines == [
                "* mpv                   Playing  mpv               playing",
                "  vlc.instance7         Paused   VLC media player  last used, does not answer",
                "  :1.9/org/example/App  -        Example",
            ])
        #expect(
            ChainTable(state).json.text.hasPrefix(
                #"[{"id":"org.mpris.MediaPlayer2.mpv","player":"mpv","identity":"mpv","#))
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
        #expect(event.text == "12.000034 next from mpris (:1.7) to mpv: handled, 812 µs")
        #expect(
            event.json.text
                == #"{"timestamp":12000034,"subtype":104,"event":"next","input":"mpris","sender":":1.7","responder":"org.mpris.MediaPlayer2.mpv","outcome":"handled","microseconds":812}"#
        )
        #expect(MonitoredEvent(try Self.signal([.uint32(1)])) == nil)
    }

    private static func signal(_ arguments: [Value]) throws -> Message {
        let message = Message.signal(
            path: BatonBus.path, interface: ApplicationInterface.name, member: ApplicationInterface.event.name)
        try message.append(contentsOf: arguments)
        return message
    }
}
