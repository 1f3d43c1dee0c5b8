// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Glibc
import Testing

@Suite("Interruptions: jacks without a sound server")
struct JackInterruptionTests {
    /// batond with a player that plays and one that is paused, and a jack that is unplugged as soon as it is watched.
    private func play(
        _ settings: [String]
    ) throws -> (stage: AgentStage, playing: StagePlayer, paused: StagePlayer, mock: MockInputDevice) {
        let mock = try MockInputDevice(.unpluggedJack)
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

    @Test(
        "I119: interruptions that are switched off while the machine sleeps, and on again: headphones that are unplugged pause"
    )
    func switchedOffAsleep() throws {
        let mock = try MockInputDevice(.unpluggedJack)
        let stage = try AgentStage(nil, hasSystemBus: true)
        stage.environment.merge(mock.environment) { $1 }
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        let login = FakeLogin(on: try stage.connect())
        login.appear()
        try #require(stage.turn { login.isThere })
        let player = try stage.player("mpv", "Paused")
        try stage.startAgent()
        let agent = try #require(stage.agent)
        try #require(stage.turn { login.isInhibited })
        try login.sleep(true)
        try #require(stage.turn { !login.isInhibited })
        func set(isEnabled: Bool) {
            stage.folder.write(
                "[interruptions]\nenabled = \(isEnabled ? "yes" : "no")\n", to: ".config/baton/baton.conf")
            agent.signal(SIGHUP)
        }
        set(isEnabled: false)
        try stage.settleAgent()
        try login.sleep(false)
        try stage.settle(login.connection)
        set(isEnabled: true)
        try #require(stage.turn { login.isInhibited })
        // Now the jack is watched, and unplugged.
        try stage.set(player, "Playing")
        #expect(stage.turn { player.calls == ["Pause"] }, "\(player.calls)")
        withExtendedLifetime(mock) {}
    }
}

extension EvemuDevice {
    /// A card's headphone jack, plugged in, that is unplugged as soon as a program reads it.
    fileprivate static var unpluggedJack: EvemuDevice {
        var jack = EvemuDevice(name: "HDA Intel PCH Headphone", bus: 0, keys: [])
        jack.switches = (has: [2], on: [2])
        jack.events = [(0, 5, 2, 0), (0, 0, 0, 0)]
        return jack
    }
}
