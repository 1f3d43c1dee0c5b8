// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// Fades of players that are lowered, with a real batond, baton-audio and PulseAudio, which remembers volumes.
@Suite("Volume: fades")
struct LowerFadeTests {
    /// The longest fade: in its middle there is time to do something.
    private static let settings = ["interruptions.fade=2s"]

    private func scene() throws -> LoweredScene { try LoweredScene(Self.settings, isSettled: true) }

    /// A scene in whose fade baton-audio does not go on.
    private func stopped() throws -> (scene: LoweredScene, helper: pid_t) {
        let scene = try scene()
        try scene.interrupt()
        try #require(scene.waitForFade())
        let helper = try #require(scene.helper)
        try #require(StoppedProcess.stop(helper))
        let level = try #require(scene.level)
        try #require((LoweredScene.low[0] + 1..<LoweredScene.full[0]).contains(level))
        #expect(scene.file?.hasSuffix("\tfading\n") == true)
        return (scene, helper)
    }

    /// The volumes that are seen on the way to one, each once.
    private func way(_ scene: LoweredScene, to volume: [Int]) throws -> [Int] {
        var seen: [Int] = []
        try #require(
            scene.stage.stage.turn {
                guard let level = scene.level else { return false }
                if seen.last != level { seen.append(level) }
                return level == volume[0]
            }, "\(seen)")
        return seen.dropLast().filter { $0 != LoweredScene.full[0] && $0 != LoweredScene.low[0] }
    }

    @Test("VOL11: what plays gets quieter in steps, and louder again in steps")
    func bothWays() throws {
        let scene = try scene()
        try scene.interrupt()
        let down = try way(scene, to: LoweredScene.low)
        #expect(down.count >= 3 && down == down.sorted(by: >), "\(down)")
        #expect(scene.stage.stage.turn { scene.file?.hasSuffix("fading\n") == false })
        scene.endInterruption()
        let up = try way(scene, to: LoweredScene.full)
        #expect(up.count >= 3 && up == up.sorted(), "\(up)")
        #expect(scene.isBack())
    }

    @Test("VOL11: without the key there is no step between")
    func off() throws {
        let scene = try LoweredScene(isSettled: true)
        try scene.interrupt()
        #expect(try way(scene, to: LoweredScene.low) == [])
    }

    @Test(
        "VOL11: after baton-audio was killed in a fade, the stream is lowered all the same, and then as loud as before")
    func killed() throws {
        let (scene, helper) = try stopped()
        kill(helper, SIGKILL)
        #expect(scene.stage.have([LoweredScene.low]))
        scene.endInterruption()
        #expect(scene.isBack())
    }

    @Test("VOL11: after batond and baton-audio were killed in a fade, the next batond gives the volume back")
    func bothKilled() throws {
        let (scene, helper) = try stopped()
        let stage = scene.stage.stage
        stage.agent?.signal(SIGKILL)
        kill(helper, SIGKILL)
        scene.endInterruption()
        try #require(stage.turn { stage.agent?.hasEnded ?? true })
        try stage.startAgent(Self.settings)
        #expect(scene.isBack())
    }

    @Test("VOL11: the next stream of a player whose stream ended in a fade has the user's volume")
    func streamEnds() throws {
        let (scene, helper) = try stopped()
        scene.stream.kill()
        try #require(scene.stage.have([]))
        kill(helper, SIGCONT)
        scene.endInterruption()
        let other = try scene.stage.play()
        #expect(scene.isBack())
        withExtendedLifetime(other) {}
    }

    @Test("VOL11: what the user changes in a fade stays, and ends it")
    func users() throws {
        let (scene, helper) = try stopped()
        try scene.set([20000, 30000])
        kill(helper, SIGCONT)
        #expect(scene.isBack(to: [20000, 30000]))
        scene.endInterruption()
        try scene.stage.stage.settleAgent()
        #expect(try scene.stage.volumes() == [[20000, 30000]])
    }

    @Test("VOL11: batond that ends in a fade gives the volume back at once")
    func batondEnds() throws {
        let scene = try scene()
        try scene.interrupt()
        try #require(scene.waitForFade())
        scene.stage.stage.agent?.signal(SIGTERM)
        #expect(scene.isBack())
    }
}
