// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonMPRIS
import Testing

@testable import BatonRouting

@Suite("Routing gate: handled or not is decided from cached capabilities (rules MPRIS21 to MPRIS23)")
struct RoutingGateTests {
    private static let all: Capabilities = [.control, .play, .pause, .goNext, .goPrevious, .seek]

    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        let subtype: EventSubtype
        var lacks: Capabilities = []
        var isPlaying = false
        var isFirst = true
        var isBehindPlaying = false
        let expected: Disposition

        var testDescription: String { what }
    }

    static let cases: [Case] = [
        Case(what: "play goes to the first", subtype: .remoteControlPlay, expected: .send(.play)),
        Case(
            what: "play ends at a player that cannot play", subtype: .remoteControlPlay, lacks: .play,
            expected: .refuse(.cannotPlay)),
        Case(what: "pause goes to the first", subtype: .remoteControlPause, isPlaying: true, expected: .send(.pause)),
        Case(
            what: "pause never skips past a Playing one", subtype: .remoteControlPause, lacks: .pause, isPlaying: true,
            expected: .refuse(.cannotPause)),
        Case(what: "stop needs CanControl only", subtype: .remoteControlStop, lacks: .pause, expected: .send(.stop)),
        Case(
            what: "toggle pauses what plays", subtype: .remoteControlTogglePlayPause, isPlaying: true,
            expected: .send(.playPause)),
        Case(
            what: "toggle stops a stream that cannot pause", subtype: .remoteControlTogglePlayPause, lacks: .pause,
            isPlaying: true, expected: .send(.stop)),
        Case(
            what: "toggle plays where PlayPause would be an error", subtype: .remoteControlTogglePlayPause,
            lacks: .pause,
            expected: .send(.play)),
        Case(
            what: "toggle ends at a paused player that cannot play", subtype: .remoteControlTogglePlayPause,
            lacks: .play,
            expected: .refuse(.cannotPlay)),
        Case(
            what: "toggle starts no player after one that plays has not taken it",
            subtype: .remoteControlTogglePlayPause, isFirst: false, isBehindPlaying: true, expected: .pass),
        Case(
            what: "toggle silences the next one that plays", subtype: .remoteControlTogglePlayPause, isPlaying: true,
            isFirst: false, isBehindPlaying: true, expected: .send(.playPause)),
        Case(
            what: "toggle goes on to the next where no player plays", subtype: .remoteControlTogglePlayPause,
            isFirst: false, expected: .send(.playPause)),
        Case(what: "next goes to the first, playing or not", subtype: .remoteControlNextTrack, expected: .send(.next)),
        Case(
            what: "next falls through where there is none", subtype: .remoteControlNextTrack, lacks: .goNext,
            isPlaying: true, expected: .pass),
        Case(
            what: "next falls through to a Playing one", subtype: .remoteControlNextTrack, isPlaying: true,
            isFirst: false, expected: .send(.next)),
        Case(
            what: "next falls through to no paused one", subtype: .remoteControlNextTrack, isFirst: false,
            expected: .pass),
        Case(
            what: "previous falls through to no paused one", subtype: .remoteControlPreviousTrack, isFirst: false,
            expected: .pass),
        Case(
            what: "seeking needs CanSeek", subtype: .remoteControlBeginSeekingForward, lacks: .seek, expected: .pass),
        Case(
            what: "seeking begins at the first", subtype: .remoteControlBeginSeekingBackward,
            expected: .beginSeeking(.backward)),
    ]

    @Test("each event against each capability", arguments: cases)
    func decision(_ c: Case) {
        let gate = RoutingGate(
            capabilities: Self.all.subtracting(c.lacks), isPlaying: c.isPlaying, isFirst: c.isFirst,
            isBehindPlaying: c.isBehindPlaying)
        #expect(gate.decide(c.subtype) == c.expected)
    }

    @Test("a player without CanControl is never acted on", arguments: 100...109)
    func noControl(_ raw: Int) throws {
        let subtype = try #require(EventSubtype(rawValue: raw))
        let gate = RoutingGate(capabilities: Self.all.subtracting(.control), isPlaying: true, isFirst: true)
        #expect(gate.decide(subtype) == .pass)
    }
}
