// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonInterruptions
import BatonTestSupport
import Glibc
import Testing

/// An agent that keeps the screen on, with a logind and a desktop. The test moves its clock.
@MainActor
final class AwakeStage {
    let hosted: HostedStage
    let login: FakeLogin
    let saver: FakeScreenKeeper
    let manager: FakeScreenKeeper
    var stage: AgentStage { hosted.stage }

    /// - Parameters:
    ///   - players: what `[awake] players` says.
    ///   - saver: which screen saver the desktop has.
    ///   - before: what is there before the agent.
    init(
        _ players: String..., saver kind: FakeScreenKeeper.Kind = .screenSaver,
        before: @escaping (AwakeStage.Peers) throws -> Void = { _ in }
    ) throws {
        var peers: Peers?
        hosted = try HostedStage(players.map { "awake.players=\($0)" }, hasSystemBus: true) { stage in
            let all = try Peers(stage, kind)
            peers = all
            try before(all)
        }
        let all = try #require(peers)
        (login, saver, manager) = (all.login, all.saver, all.manager)
        try settle()
    }

    /// Those that the agent asks.
    struct Peers {
        let stage: AgentStage
        let login: FakeLogin
        let saver: FakeScreenKeeper
        let manager: FakeScreenKeeper

        init(_ stage: AgentStage, _ kind: FakeScreenKeeper.Kind) throws {
            self.stage = stage
            let login = FakeLogin(on: try stage.connect())
            let saver = FakeScreenKeeper(kind, on: try stage.connect())
            let manager = FakeScreenKeeper(.sessionManager, on: try stage.connect())
            login.appear()
            saver.appear()
            manager.appear()
            try #require(stage.turn { login.isThere && saver.isThere && manager.isThere })
            (self.login, self.saver, self.manager) = (login, saver, manager)
        }
    }

    /// Whether all of them keep the screen on, once each.
    var isAwake: Bool { login.isKeptAwake && saver.count == 1 && manager.count == 1 }

    /// Whether none of them does.
    var isFree: Bool { !login.isKeptAwake && saver.count == 0 && manager.count == 0 }

    /// What was sent has come to its readers, and what they sent because of it too.
    func settle() throws {
        for _ in 0..<2 {
            try stage.settleAgent()
            try stage.stage.settle(login.connection, saver.connection, manager.connection)
        }
    }

    func passes(_ seconds: Int) throws {
        try hosted.passes(seconds)
        try settle()
    }

    /// A player that plays this file.
    func player(_ name: String, _ url: String? = nil, _ status: String = "Playing") throws -> StagePlayer {
        let player = try stage.player(name, "Paused")
        if let url {
            let track: Value = .vardict([
                ("mpris:trackid", .objectPath("/track/2")), ("xesam:title", .string("Title")),
                ("xesam:url", .string(url)),
            ])
            player.change([("Metadata", track)])
        }
        try set(player, status)
        return player
    }

    func set(_ player: StagePlayer, _ status: String) throws {
        try stage.set(player, status)
        try settle()
    }

    /// A sound server with speakers and a stream of this process, of which every player of the test is.
    func hears(isSilent: Bool, isSinkMuted: Bool = false, role: String = "") throws {
        try hosted.hears(
            .connected, .sink(AudioSink(index: 1, name: "speakers", isMuted: isSinkMuted)),
            .stream(AudioStream(index: 9, sink: 1, process: UInt32(getpid()), role: role, isSilent: isSilent)), .listed)
        try settle()
    }
}
