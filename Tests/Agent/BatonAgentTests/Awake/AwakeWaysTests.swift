// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

private let film = "file:///home/me/Film.mkv"

@Suite("The screen stays on: how, and until when")
@MainActor
struct AwakeWaysTests {
    @Test("AWAKE6: logind is asked for a block of being idle, a screen saver and a session manager in their own words")
    func words() throws {
        let stage = try AwakeStage("video", saver: .olderScreenSaver)
        _ = try stage.player("mpv", film)
        #expect(stage.isAwake, "the older path is found")
        #expect(stage.saver.arguments == [.string("Baton"), .string("a player plays")])
        #expect(
            stage.manager.arguments == [.string("Baton"), .uint32(0), .string("a player plays"), .uint32(8)],
            "the flag of a session that is not idle")
    }

    @Test("AWAKE6: a service that is started anew is asked anew, and one that is not there is not asked")
    func owners() throws {
        let stage = try AwakeStage("video") { $0.manager.leave() }
        let player = try stage.player("mpv", film)
        #expect(stage.saver.count == 1 && stage.manager.questions == 0)
        stage.manager.appear()
        #expect(stage.stage.turn { stage.manager.count == 1 })
        stage.saver.leave()
        try stage.settle()
        stage.saver.appear()
        #expect(stage.stage.turn { stage.isAwake })
        try stage.set(player, "Paused")
        try stage.passes(3)
        #expect(stage.isFree)
    }

    @Test("AWAKE6: an answer that comes when nothing plays any more is given back")
    func late() throws {
        let stage = try AwakeStage("video")
        stage.saver.answer = .wait
        let player = try stage.player("mpv", film)
        #expect(stage.saver.questions == 1 && stage.manager.count == 1 && stage.login.isKeptAwake)
        try stage.set(player, "Paused")
        try stage.passes(3)
        stage.saver.answerAll()
        #expect(stage.saver.count == 1)
        #expect(stage.stage.turn { stage.saver.count == 0 })
        #expect(stage.isFree)
    }

    @Test("AWAKE6: who refuses is asked again with the next start, and the others keep the screen on")
    func refused() throws {
        let stage = try AwakeStage("video")
        stage.saver.answer = .error(.accessDenied)
        stage.login.inhibitRefusal = .accessDenied
        let player = try stage.player("mpv", film)
        #expect(!stage.login.isKeptAwake && stage.saver.count == 0 && stage.manager.count == 1)
        try stage.passes(30)
        #expect(stage.saver.questions == 1)
        stage.saver.answer = .usual
        stage.login.inhibitRefusal = nil
        try stage.set(player, "Paused")
        try stage.passes(3)
        try stage.set(player, "Playing")
        #expect(stage.isAwake)
    }

    @Test("AWAKE7: the agent tells who keeps the screen on, and the doctor by what")
    func told() throws {
        let stage = try AwakeStage("video")
        func holders() throws -> [String]? {
            let message = Message.methodCall(
                to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.freedesktop.DBus.Properties",
                member: "Get")
            try message.append(.string(AgentStage.application.rawValue), .string("KeepsAwake"))
            return try stage.stage.call(message).get().first?.unwrapped.asStringArray
        }
        #expect(try holders() == [])
        let player = try stage.player("mpv", film)
        #expect(try holders() == ["org.mpris.MediaPlayer2.mpv"])
        try stage.set(player, "Stopped")
        try stage.passes(3)
        #expect(try holders() == [])
    }

    @Test("AWAKE8: when batond ends, in order or killed, the screen may go off", arguments: [SIGTERM, SIGKILL])
    func ends(_ signal: Int32) throws {
        let stage = try AgentStage(nil, hasSystemBus: true)
        let peers = try AwakeStage.Peers(stage, .screenSaver)
        _ = try stage.player("mpv", "Playing")
        try stage.startAgent(["awake.players=all"])
        #expect(stage.turn { peers.login.isKeptAwake && peers.saver.count == 1 && peers.manager.count == 1 })
        try #require(stage.agent).signal(signal)
        #expect(stage.turn { !peers.login.isKeptAwake && peers.saver.count == 0 && peers.manager.count == 0 })
    }

    @Test("AWAKE8: a logind of python-dbusmock sees a block of being idle, and none after batond was killed")
    func mocked() throws {
        let stage = try AgentStage(nil, hasSystemBus: true)
        let login = try MockedLogin(on: stage)
        _ = try stage.player("mpv", "Playing")
        try stage.startAgent(["awake.players=all", "interruptions.suspend=nothing"])
        #expect(stage.turn { (try? login.inhibitors()) == ["idle block"] })
        try #require(stage.agent).kill()
        #expect(stage.turn { (try? login.inhibitors()) == [] })
    }
}
