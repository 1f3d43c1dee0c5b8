// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Testing

/// Players that are lowered instead of paused, with a real batond, baton-audio and PulseAudio, which remembers volumes.
@Suite("Volume: lowered instead of paused")
struct LowerTests {
    @Test("VOL6: what plays is lowered, plays on, and is as loud as before at the end")
    func lower() throws {
        let scene = try LoweredScene.lowered(volume: [32768, 16384])
        #expect(scene.player.calls.isEmpty && scene.file != nil)
        scene.endInterruption()
        #expect(scene.isBack(to: [32768, 16384]))
    }

    @Test("VOL6: of two players that start one after the other the later one is heard in full")
    func exclusive() throws {
        let stage = try VolumeStage(["interruptions.exclusive=lower", "interruptions.lower-to=50"])
        // The streams are of the test's process: they have to be told by name.
        try stage.stage.writeConfiguration("[player one]\nstream = one\n[player two]\nstream = two\n")
        try stage.stage.reload()
        let streams = [try stage.play("--client-name=one"), try stage.play("--client-name=two")]
        let one = try OtherPlayer("one", "Playing", on: stage.stage)
        try stage.stage.settleAgent()
        let two = try OtherPlayer("two", "Paused", on: stage.stage)
        try two.press("Play")
        #expect(stage.have([[32768, 32768], LoweredScene.full]))
        try one.press("Pause")
        try stage.stage.settleAgent()
        try one.press("Play")
        #expect(stage.have([LoweredScene.full, [32768, 32768]]))
        try one.press("Stop")
        #expect(stage.have([LoweredScene.full, LoweredScene.full]))
        #expect(two.status == "Playing")
        withExtendedLifetime(streams) {}
    }

    @Test("VOL7: what the user changes meanwhile stays")
    func users() throws {
        let scene = try LoweredScene.lowered()
        scene.stage.waitUntilSettled()
        try scene.set([20000, 20000])
        #expect(scene.isBack(to: [20000, 20000]))
        scene.endInterruption()
        try scene.stage.stage.settleAgent()
        #expect(try scene.stage.volumes() == [[20000, 20000]])
    }

    @Test("VOL8: batond that ends, or is killed, leaves the user's volume", arguments: [SIGTERM, SIGKILL])
    func batondEnds(by signal: Int32) throws {
        let scene = try LoweredScene.lowered()
        scene.stage.waitUntilSettled()
        scene.stage.stage.agent?.signal(signal)
        #expect(scene.isBack())
    }

    @Test(
        "VOL8: after baton-audio was killed, or hangs, the stream is as loud as before",
        arguments: [SIGKILL, SIGSTOP])
    func helperEnds(by signal: Int32) throws {
        let scene = try LoweredScene.lowered()
        kill(try #require(scene.helper), signal)
        scene.endInterruption()
        #expect(scene.isBack())
    }

    @Test("VOL8: when batond and baton-audio are both killed, the next batond gives the volume back")
    func bothEnd() throws {
        let scene = try LoweredScene.lowered()
        let stage = scene.stage.stage
        let child = try #require(scene.helper)
        kill(child, SIGSTOP)
        stage.agent?.signal(SIGKILL)
        kill(child, SIGKILL)
        scene.endInterruption()
        try #require(stage.turn { stage.agent?.hasEnded ?? true })
        #expect(try scene.stage.volumes() == [LoweredScene.low] && scene.file != nil)
        try stage.startAgent()
        #expect(scene.isBack())
    }

    @Test(
        "VOL9: the next stream of a player that ended while it was lowered has the user's volume",
        arguments: [false, true])
    func next(isServerKilled: Bool) throws {
        let scene = try LoweredScene.lowered(volume: [50000, 50000])
        let stage = scene.stage
        if isServerKilled {
            stage.killServer()
            scene.endInterruption()
            try stage.startServer()
        } else {
            scene.stream.kill()
            try #require(stage.have([]))
            scene.endInterruption()
        }
        let other = try stage.play()
        #expect(stage.stage.turn { (scene.level ?? 0) >= 50000 })
        #expect(stage.stage.turn { scene.file == nil })
        withExtendedLifetime(other) {}
    }
}
