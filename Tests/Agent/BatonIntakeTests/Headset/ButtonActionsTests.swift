// SPDX-License-Identifier: Apache-2.0

import BatonAPI
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

/// Notes what is wished for volumes and mutes.
@MainActor
private final class NotedVolumes: VolumeControl {
    private(set) var wishes: [String] = []

    func change(
        _ player: PlayerResponder, _ change: VolumeChange, from sender: BusName?,
        then: @escaping (Result<VolumeState, DBusError>) -> Void
    ) {
        wishes.append("\(player.id.rawValue) \(change)")
    }

    func mute(_ player: PlayerResponder, _ word: MuteWord, then: @escaping (Result<Bool, DBusError>) -> Void) {
        wishes.append("\(player.id.rawValue) \(word)")
    }

    func muteMicrophone(_ word: MuteWord, then: @escaping (Result<Bool, DBusError>) -> Void) {
        wishes.append("microphone \(word)")
    }
}

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
        let volumes = NotedVolumes()
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
            actions.volumes = volumes
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

        var first: String? { window.orderedResponders.first?.id.rawValue }
    }

    @Test("VOL1: louder and quieter are steps of a twentieth for the player that a command would go to")
    func volume() throws {
        let stage = try Stage()
        _ = try stage.add("one", "Playing")
        _ = try stage.add("two")
        for action: ButtonAction in [.volumeUp, .volumeDown] { stage.actions.perform(action) }
        #expect(
            stage.volumes.wishes == [
                "org.mpris.MediaPlayer2.one step(0.05)", "org.mpris.MediaPlayer2.one step(-0.05)",
            ])
    }

    @Test("VOL4, HEADSET18: mute is the player's, and the microphone's is its own, also without a player")
    func mute() throws {
        let stage = try Stage()
        stage.actions.perform(.toggleMicrophone)
        stage.actions.perform(.toggleMute)
        #expect(stage.volumes.wishes == ["microphone toggle"])
        let player = try stage.add("one", "Playing")
        stage.actions.perform(.toggleMute)
        #expect(stage.volumes.wishes.last == "org.mpris.MediaPlayer2.one toggle")
        #expect(!player.calls.contains { $0.contains("Volume") })
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
