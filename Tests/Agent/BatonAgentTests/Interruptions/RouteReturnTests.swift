// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonInterruptions
import BatonTestSupport
import Glibc
import Testing

/// With `route-lost = pause-resume` what was paused goes on when the same output is back (rule I174).
@Suite("Interruptions: an output that comes back")
@MainActor
struct RouteReturnTests {
    private static let phones = AudioSink(index: 2, transport: .bluetooth, name: "phones", port: "out")
    private static let back = AudioSink(index: 12, transport: .bluetooth, name: "phones", port: "out")

    private func stream(_ index: UInt32, on sink: UInt32, isOwn: Bool = true) -> AudioFact {
        .stream(AudioStream(index: index, sink: sink, process: isOwn ? UInt32(getpid()) : 1, application: "x"))
    }

    /// A player that is heard on headphones, which leave; it has paused and its stream is on the loudspeakers.
    private func lost(
        _ settings: [String] = ["interruptions.route-lost=pause-resume"], keepsStream: Bool = true
    ) throws -> (HostedStage, StagePlayer) {
        let hosted = try HostedStage(settings)
        let player = try hosted.stage.player("mpv", "Playing")
        try hosted.hears(
            .connected, .sink(AudioSink(index: 1, name: "speakers")), .sink(Self.phones), stream(9, on: 2),
            .defaultSink("phones"), .listed)
        try hosted.passes(1)
        try hosted.hears(.sinkGone(2), .defaultSink("speakers"), stream(9, on: 1))
        try #require(hosted.stage.turn { player.calls == ["Pause"] })
        try hosted.stage.set(player, "Paused")
        if !keepsStream { try hosted.hears(.streamGone(9)) }
        return (hosted, player)
    }

    private func returns(_ hosted: HostedStage, keepsStream: Bool = true) throws {
        try hosted.hears(.sink(Self.back), .defaultSink("phones"))
        if keepsStream { try hosted.hears(stream(9, on: 12)) }
        try hosted.passes(1)
    }

    @Test(
        "I174: what the loss has paused goes on when the output is back, with a stream and without",
        arguments: [true, false])
    func goesOn(_ keepsStream: Bool) throws {
        let (hosted, player) = try lost(keepsStream: keepsStream)
        try hosted.passes(300)
        #expect(player.calls == ["Pause"] && hosted.stage.lasts(["route-lost"]))
        try returns(hosted, keepsStream: keepsStream)
        #expect(hosted.stage.turn { player.calls == ["Pause", "Play"] })
        #expect(hosted.stage.lasts([]))
    }

    @Test("I25, I174: with `pause` nothing goes on")
    func pause() throws {
        let (hosted, player) = try lost(["interruptions.route-lost=pause"])
        try returns(hosted)
        try hosted.passes(10)
        #expect(player.calls == ["Pause"])
    }

    @Test("I174: after ten minutes nothing goes on")
    func late() throws {
        let (hosted, player) = try lost()
        try hosted.passes(602)
        #expect(hosted.stage.lasts([]))
        try returns(hosted)
        try hosted.passes(10)
        #expect(player.calls == ["Pause"])
    }

    /// What somebody may do meanwhile.
    enum Touch: CaseIterable {
        case command, otherPlayer, otherStream, ownStream, otherDefault, otherPort, serverGone, track
    }

    @Test("I174: whatever was touched meanwhile, nothing goes on", arguments: Touch.allCases)
    func touched(_ touch: Touch) throws {
        let (hosted, player) = try lost(keepsStream: touch != .ownStream)
        let other = try hosted.stage.player("vlc", "Paused")
        try hosted.passes(3)
        switch touch {
        case .command: _ = try hosted.stage.send(.nextTrack)
        case .otherPlayer:
            try hosted.stage.set(other, "Playing")
            try hosted.stage.set(other, "Paused")
        case .otherStream: try hosted.hears(stream(30, on: 1, isOwn: false), .streamGone(30))
        case .ownStream: try hosted.hears(stream(31, on: 1))
        case .otherDefault: try hosted.hears(.defaultSink("hdmi"), .defaultSink("speakers"))
        case .otherPort:
            try hosted.hears(
                .sink(Self.back), .sink(AudioSink(index: 12, transport: .bluetooth, name: "phones", port: "call")))
        case .serverGone:
            try hosted.hears(
                .disconnected, .connected, .sink(AudioSink(index: 1, name: "speakers")), .defaultSink("speakers"),
                .listed)
        case .track:
            player.change([("Metadata", .vardict([("mpris:trackid", .objectPath("/track/7"))]))])
            try hosted.stage.settle(player.connection)
        }
        try hosted.passes(1)
        if touch == .ownStream { try hosted.hears(.streamGone(31)) }
        try returns(hosted, keepsStream: touch != .ownStream)
        try hosted.passes(10)
        #expect(!player.calls.contains("Play"), "\(touch): \(player.calls)")
        #expect(hosted.stage.lasts([]))
    }

    @Test("I174: another output is not the one that was lost, and one that is not used does not count")
    func notUsed() throws {
        let (hosted, player) = try lost()
        try hosted.hears(.sink(AudioSink(index: 20, transport: .bluetooth, name: "others", port: "out")))
        try hosted.passes(1)
        #expect(player.calls == ["Pause"])
        // It is back, and what is played goes to the loudspeakers still.
        try hosted.hears(.sink(Self.back))
        try hosted.passes(5)
        #expect(player.calls == ["Pause"])
        try returns(hosted)
        #expect(hosted.stage.turn { player.calls == ["Pause", "Play"] })
    }

    @Test("I25, I174: what something else had paused before stays paused")
    func heldBefore() throws {
        let hosted = try HostedStage(["interruptions.route-lost=pause-resume"])
        let player = try hosted.stage.player("mpv", "Playing")
        try hosted.hears(
            .connected, .sink(AudioSink(index: 1, name: "speakers")), .sink(Self.phones), stream(9, on: 2),
            .defaultSink("phones"), .listed)
        try hosted.passes(1)
        do {
            let lease = try hosted.stage.begin()
            try #require(hosted.stage.turn { player.calls == ["Pause"] })
            try hosted.stage.set(player, "Paused")
            try hosted.hears(.sinkGone(2), .defaultSink("speakers"), stream(9, on: 1))
            try hosted.passes(1)
            withExtendedLifetime(lease) {}
        }
        try hosted.passes(1)
        try returns(hosted)
        try hosted.passes(10)
        #expect(player.calls == ["Pause"])
    }
}
