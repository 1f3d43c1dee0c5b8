// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

/// What a call does to a player that plays, with a real batond, baton-audio and PulseAudio, and a program that really records.
@Suite("Interruptions: what a call does")
struct CallEffectTests {
    /// A program that begins to record when baton-audio listens, until it is killed.
    private func record(_ stage: VolumeStage) throws -> ChildProcess {
        try #require(stage.stage.turn { (try? stage.pactl("list", "clients"))?.contains("baton-audio") ?? false })
        // What was there when it began to listen is no call.
        stage.waitUntilSettled()
        return try ChildProcess(
            ["pacat", "--record", "--raw", "--device=mic", "--client-name=chat", "/dev/null"],
            environment: VolumeStage.environment(stage.stage.folder))
    }

    @Test(
        "I28: a call pauses what plays, and afterwards it goes on, but not with call-effect = pause",
        arguments: [("pause-resume", "Playing"), ("pause", "Paused")])
    func pauses(_ effect: String, _ afterwards: String) throws {
        let stage = try VolumeStage(["interruptions.call=microphone", "interruptions.call-effect=\(effect)"])
        let player = try OtherPlayer("one", "Playing", on: stage.stage)
        let call = try record(stage)
        try #require(stage.stage.turn { player.status == "Paused" })
        call.kill()
        try #require(stage.stage.lasts([]))
        try stage.stage.settleAgent()
        #expect(stage.stage.turn { player.status == afterwards })
    }

    @Test("VOL6: with call-effect = lower what plays is quieter during the call, and plays on")
    func lowers() throws {
        let stage = try VolumeStage(["interruptions.call=microphone", "interruptions.call-effect=lower"])
        // The streams are of the test's process: the player's has to be told by name.
        try stage.stage.writeConfiguration("[player one]\nstream = one\n")
        try stage.stage.reload()
        let stream = try stage.play("--client-name=one")
        let player = try OtherPlayer("one", "Playing", on: stage.stage)
        let call = try record(stage)
        #expect(stage.have([[13107, 13107]]))
        call.kill()
        #expect(stage.have([[65536, 65536]]))
        #expect(player.status == "Playing")
        withExtendedLifetime(stream) {}
    }
}
