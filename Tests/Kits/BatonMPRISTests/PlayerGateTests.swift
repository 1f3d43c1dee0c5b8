// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonMPRIS

@Suite("What a player does with a command (rules MPRIS21 to MPRIS23, MPRIS51, MPRIS52)")
struct PlayerGateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        let method: PlayerMethod
        var lacks: Capabilities = []
        var status: PlaybackStatus? = .paused
        var isFirst = true
        var isBehindPlaying = false
        let expected: PlayerGate.Decision

        var testDescription: String { what }

        var gate: PlayerGate {
            PlayerGate(
                capabilities: Capabilities.all.subtracting(lacks), status: status, isFirst: isFirst,
                isBehindPlaying: isBehindPlaying)
        }
    }

    static let cases: [Case] = [
        Case(what: "play goes to the first", method: .play, expected: .send(.play)),
        Case(what: "play ends at a player that cannot play", method: .play, lacks: .play, expected: .refuse(.play)),
        Case(what: "play at one that plays is done", method: .play, status: .playing, expected: .done),
        Case(what: "play at one of unknown status is sent", method: .play, status: nil, expected: .send(.play)),
        Case(what: "pause goes to the first", method: .pause, status: .playing, expected: .send(.pause)),
        Case(what: "pause at one that is paused is done", method: .pause, expected: .done),
        Case(what: "pause at one that is stopped is done", method: .pause, status: .stopped, expected: .done),
        Case(what: "pause at one of unknown status is sent", method: .pause, status: nil, expected: .send(.pause)),
        Case(
            what: "pause never skips past a Playing one", method: .pause, lacks: .pause, status: .playing,
            expected: .refuse(.pause)),
        Case(what: "stop needs CanControl only", method: .stop, lacks: .pause, expected: .send(.stop)),
        Case(what: "toggle pauses what plays", method: .playPause, status: .playing, expected: .send(.playPause)),
        Case(
            what: "toggle stops a stream that cannot pause", method: .playPause, lacks: .pause, status: .playing,
            expected: .send(.stop)),
        Case(
            what: "toggle plays where PlayPause would be an error", method: .playPause, lacks: .pause,
            expected: .send(.play)),
        Case(
            what: "toggle ends at a paused player that cannot play", method: .playPause, lacks: .play,
            expected: .refuse(.play)),
        Case(
            what: "toggle silences the next one that plays", method: .playPause, status: .playing, isFirst: false,
            isBehindPlaying: true, expected: .send(.playPause)),
        Case(
            what: "toggle goes on to the next where no player plays", method: .playPause, isFirst: false,
            expected: .send(.playPause)),
        Case(what: "next goes to the first, playing or not", method: .next, expected: .send(.next)),
        Case(what: "next falls through where there is none", method: .next, lacks: .goNext, expected: .pass),
        Case(
            what: "next falls through to a Playing one", method: .next, status: .playing, isFirst: false,
            expected: .send(.next)),
        Case(what: "next falls through to no paused one", method: .next, isFirst: false, expected: .pass),
        Case(what: "previous falls through to no paused one", method: .previous, isFirst: false, expected: .pass),
        Case(what: "seeking needs CanSeek", method: .seek, lacks: .seek, expected: .pass),
        Case(what: "seeking begins at the first", method: .seek, expected: .send(.seek)),
    ]

    @Test("each command against each state", arguments: cases)
    func decision(_ c: Case) {
        #expect(c.gate.decide(c.method) == c.expected)
    }

    private static let commands: [PlayerMethod] = [.play, .pause, .stop, .playPause, .next, .previous, .seek]

    @Test("MPRIS51: nothing goes past a player that plays to one that does not", arguments: commands)
    func behindPlaying(_ method: PlayerMethod) {
        for status in [PlaybackStatus.paused, .stopped, nil] {
            let gate = PlayerGate(capabilities: .all, status: status, isFirst: false, isBehindPlaying: true)
            #expect(gate.decide(method) == .pass)
            #expect(!gate.lacksCapability(for: method))
        }
    }

    @Test("MPRIS5: a player without CanControl is never acted on", arguments: commands)
    func noControl(_ method: PlayerMethod) {
        let gate = PlayerGate(capabilities: Capabilities.all.subtracting(.control), status: .playing)
        #expect(gate.decide(method) == .pass)
    }

    @Test("B7: Play, Pause and Stop are sent as they came, or not at all, whatever the player can do")
    func sentAsTheyCame() {
        for bits in 0...Capabilities.all.rawValue {
            for status in [PlaybackStatus.playing, .paused, .stopped, nil] {
                let gate = PlayerGate(capabilities: Capabilities(rawValue: bits), status: status)
                for method in [PlayerMethod.play, .pause, .stop] {
                    guard case .send(let sent) = gate.decide(method) else { continue }
                    #expect(sent == method, "\(method), capabilities \(bits), \(String(describing: status))")
                }
                #expect(gate.decide(.pause) != .send(.pause) || status == .playing || status == nil)
                #expect(gate.decide(.play) != .send(.play) || status != .playing)
            }
        }
    }

    @Test("MPRIS53: a capability matters where another one would decide otherwise")
    func lacksCapability() {
        func lacks(_ capability: Capabilities, _ method: PlayerMethod, _ status: PlaybackStatus) -> Bool {
            PlayerGate(capabilities: Capabilities.all.subtracting(capability), status: status)
                .lacksCapability(for: method)
        }
        #expect(lacks(.play, .play, .paused) && lacks(.play, .playPause, .paused))
        #expect(lacks(.pause, .pause, .playing) && lacks(.pause, .playPause, .playing))
        #expect(
            lacks(.goNext, .next, .playing) && lacks(.goPrevious, .previous, .paused) && lacks(.seek, .seek, .paused))
        // Play instead of a toggle is the same, and Stop needs no capability.
        #expect(!lacks(.pause, .playPause, .paused) && !lacks(.pause, .stop, .playing))
        #expect(!lacks([], .next, .playing) && !lacks(.seek, .next, .playing))
    }

    @Test("MPRIS107: another machine gets Play and Pause also where it seems to be so already")
    func decidesItself() {
        for status in [PlaybackStatus.playing, .paused, .stopped] {
            let gate = PlayerGate(capabilities: .all, status: status, decidesItself: true)
            #expect(gate.decide(.play) == .send(.play) && gate.decide(.pause) == .send(.pause), "\(status)")
        }
    }
}
