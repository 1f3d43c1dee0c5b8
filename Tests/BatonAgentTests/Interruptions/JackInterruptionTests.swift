// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@Suite("Interruptions: jacks without a sound server")
struct JackInterruptionTests {
    /// batond with a player that plays and one that is paused, and a jack that is unplugged as soon as it is watched.
    private func play(
        _ settings: [String]
    ) throws -> (stage: AgentStage, playing: StagePlayer, paused: StagePlayer, mock: MockInputDevice) {
        var jack = EvemuDevice(name: "HDA Intel PCH Headphone", bus: 0, keys: [])
        jack.switches = (has: [2], on: [2])
        jack.events = [(0, 5, 2, 0), (0, 0, 0, 0)]
        let mock = try MockInputDevice(jack)
        let stage = try AgentStage(nil)
        stage.environment.merge(mock.environment) { $1 }
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        let playing = try stage.player("mpv", "Playing")
        let paused = try stage.player("vlc", "Paused")
        try stage.startAgent(settings)
        return (stage, playing, paused, mock)
    }

    @Test("I20, I22: headphones are unplugged: what plays is paused, and what is paused is left alone")
    func unplugged() throws {
        let (stage, playing, paused, mock) = try play([])
        #expect(stage.turn { playing.calls == ["Pause"] }, "\(playing.calls)")
        #expect(paused.calls == [])
        withExtendedLifetime(mock) {}
    }
}
