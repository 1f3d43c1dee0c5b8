// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonIntake
@testable import BatonRouting
@testable import BatonSettings
@testable import BatonState

/// The actions of a button other than media commands.
@MainActor
@Suite struct ButtonActionsTests {
    /// Players on a real bus, the agent's directory of them, and the actions.
    @MainActor
    private final class Stage {
        let stage: BusStage
        let window = MediaWindow(order: RoutingOrder(policy: .playing, pin: nil))
        let choices: UserChoices
        let actions: ButtonActions
        private let directory: PlayerDirectory
        private var players: [StagePlayer] = []

        init() throws {
            stage = try BusStage()
            let log = TestLog()
            let configuration = Configuration()
            let reactor = stage.reactor
            let keeper = StateKeeper(store: StateStore(directory: nil)) { _ in }
            choices = UserChoices(window: window, keeper: keeper, reactor: reactor)
            let seeking = SeekSessions(reactor: reactor, window: window, steps: configuration.seek)
            let intake = CommandIntake(
                application: AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow()),
                launcher: Launcher(reactor: reactor, environment: [:]), seeking: seeking,
                longestHold: .milliseconds(200), isLocked: { false }, reactor: reactor)
            directory = PlayerDirectory(
                connection: stage.connection, window: window,
                seeking: seeking, choices: choices,
                firstAnswers: FirstAnswers(reactor: reactor, longest: .milliseconds(200)) { [intake] in
                    intake.setHolding($0)
                },
                queues: CallQueues(
                    connection: stage.connection, ledger: SenderLedger(limit: 100), mostInFlight: 256,
                    playerDeadline: .seconds(1), appDeadline: .milliseconds(250)),
                configuration: configuration, logger: log.logger)
            actions = ButtonActions(window: window, choices: choices, isLocked: { false }, logger: log.logger)
            directory.start()
        }

        func add(_ name: String, _ status: String = "Paused", without missing: [String] = []) throws -> StagePlayer {
            let player = try StagePlayer(name, status: status, without: missing, on: stage.connect())
            players.append(player)
            player.appear()
            let count = players.count
            try #require(stage.turn { window.orderedResponders.count == count })
            return player
        }

        func setSuspect(_ name: String) {
            window.change { $0.setSuspect(true, for: ResponderID(player: name)) }
        }

        /// Performs the action, and waits until the player has received this many calls in all.
        func perform(_ action: [ButtonAction], calls: Int, of player: StagePlayer) throws {
            for action in action { actions.perform(action) }
            try #require(stage.turn { player.calls.count { $0.contains("Volume") } >= calls }, "\\(player.calls)")
            stage.reactor.turnUntilIdle()
        }

        /// The volume in the agent's cache.
        var cached: Double? {
            (window.orderedResponders.first as? PlayerResponder)?.player.value(of: .volume)?.asDouble
        }

        var first: String? { window.orderedResponders.first?.id.rawValue }
    }

    @Test("louder and quieter are a twentieth, and stop at nothing and at all")
    func volume() throws {
        let stage = try Stage()
        let player = try stage.add("one", "Playing")
        let other = try stage.add("two")
        func volume() -> Double { player.values["Volume"]?.asDouble ?? -1 }
        try stage.perform([.volumeUp], calls: 1, of: player)
        #expect(abs(volume() - 0.55) < 1e-9)
        player.change([("Volume", .double(0.02))])
        try #require(stage.stage.turn { stage.cached == 0.02 })
        try stage.perform([.volumeDown], calls: 2, of: player)
        #expect(volume() == 0)
        #expect(!other.calls.contains { $0.contains("Volume") })
    }

    @Test("mute silences, and the next one brings back what was")
    func mute() throws {
        let stage = try Stage()
        let player = try stage.add("one", "Playing")
        try stage.perform([.toggleMute], calls: 1, of: player)
        #expect(player.values["Volume"]?.asDouble == 0)
        player.change([("Volume", .double(0))])
        try #require(stage.stage.turn { stage.cached == 0 })
        try stage.perform([.toggleMute], calls: 2, of: player)
        #expect(player.values["Volume"]?.asDouble == 0.5)
    }

    @Test("the next player is pinned, one after the other and round again; without players nothing happens")
    func pin() throws {
        let stage = try Stage()
        stage.actions.perform(.pinNextPlayer)
        stage.actions.perform(.volumeUp)
        #expect(stage.choices.pinned == nil)
        for name in ["a", "b", "c"] { _ = try stage.add(name) }
        let begin = try #require(stage.first)
        var seen: [String] = []
        for _ in 0..<3 {
            stage.actions.perform(.pinNextPlayer)
            seen.append(try #require(stage.first))
        }
        #expect(Set(seen).count == 3)
        #expect(seen.last == begin)
    }

    @Test("MPRIS66: going through the players reaches those before the one that plays, and ends without a pin")
    func pinBeforePlaying() throws {
        let stage = try Stage()
        for name in ["a", "b", "z"] { _ = try stage.add(name) }
        _ = try stage.add("m", "Playing")
        var seen: [String] = []
        for _ in 0..<5 {
            stage.actions.perform(.pinNextPlayer)
            seen.append("\(stage.choices.pinned ?? "none")")
        }
        #expect(seen == ["a", "b", "m", "z", "none"])
    }

    @Test("MPRIS66: going through the players passes over one that hangs, also when it is the pinned one")
    func pinPastHung() throws {
        let stage = try Stage()
        for name in ["a", "b", "c"] { _ = try stage.add(name) }
        _ = try stage.add("m", "Playing")
        stage.setSuspect("b")
        stage.actions.perform(.pinNextPlayer)
        stage.actions.perform(.pinNextPlayer)
        #expect(stage.choices.pinned == "c")
        stage.setSuspect("c")
        stage.actions.perform(.pinNextPlayer)
        #expect(stage.choices.pinned == "m")
    }
}
