// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

/// Volumes and mutes of players, with a real batond, baton-audio, batonctl and PulseAudio.
@Suite("Volume: the player's own, or its stream's")
struct PlayerVolumeTests {
    private func volume(_ player: StagePlayer) -> Double { player.values["Volume"]?.asDouble ?? -1 }

    @Test("VOL1, VOL2: a player whose own volume acts is changed so, within its bounds, and its stream is left alone")
    func own() throws {
        let stage = try VolumeStage()
        let player = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        #expect(try stage.batonctl("volume", "0.25").status == 0)
        #expect(volume(player) == 0.25)
        #expect(try stage.batonctl("volume", "10%+").status == 0)
        #expect(abs(volume(player) - 0.35) < 1e-9)
        #expect(try stage.batonctl("volume", "1.5-").status == 0)
        #expect(volume(player) == 0)
        #expect(try stage.batonctl("volume", "1.5").status == 0)
        #expect(volume(player) == 1.5)
        #expect(try stage.batonctl("volume", "nan").status == 1)
        #expect(volume(player) == 1.5)
        #expect(try stage.volumes() == [[65536, 65536]])
        withExtendedLifetime(stream) {}
    }

    @Test("VOL1: a player that takes its volume and does nothing is changed by its stream, and not asked again")
    func deaf() throws {
        let stage = try VolumeStage()
        let player = try stage.stage.player("chromium", "Playing")
        player.deaf = ["Volume"]
        let stream = try stage.play()
        #expect(try stage.batonctl("volume", "0.25").status == 0)
        #expect(stage.have([[16384, 16384]]))
        #expect(player.calls == ["Set Volume"])
        #expect(try stage.batonctl("volume", "0.25+").status == 0)
        #expect(stage.have([[32768, 32768]]))
        #expect(player.calls == ["Set Volume"])
        let doctor = try stage.batonctl("doctor", "--all").printed
        #expect(doctor.contains("chromium ignores its own volume"), "\(doctor)")
        withExtendedLifetime(stream) {}
    }

    @Test("VOL1, VOL2: a volume that is no number is set all the same, and no step begins from it")
    func noNumber() throws {
        let stage = try VolumeStage()
        let player = try StagePlayer("strange", status: "Playing", on: stage.stage.connect())
        player.silentlySet("Volume", .double(.nan))
        var isOwned = false
        player.appear { isOwned = true }
        try #require(stage.stage.turn { isOwned })
        try stage.stage.settleAgent()
        #expect(try stage.batonctl("volume", "0.1+").status == 1)
        #expect(player.calls.isEmpty)
        #expect(try stage.batonctl("volume", "0.5").status == 0)
        #expect(volume(player) == 0.5)
        // It says another one that is none, after one that was a number.
        player.change([("Volume", .double(.nan))])
        try stage.stage.settleAgent(after: player.connection)
        #expect(try stage.batonctl("volume", "0.1+").status == 1)
        player.change([("Volume", .double(0.25))])
        try stage.stage.settleAgent(after: player.connection)
        #expect(try stage.batonctl("volume", "0.25+").status == 0)
        #expect(volume(player) == 0.5)
    }

    @Test("VOL1: the configuration chooses one way")
    func chosen() throws {
        let stage = try VolumeStage(["player mpv.volume=stream", "player chromium.volume=player"])
        let mpv = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        #expect(try stage.batonctl("-p", "mpv", "volume", "0.5").status == 0)
        #expect(stage.have([[32768, 32768]]))
        #expect(mpv.calls.isEmpty)
        let chromium = try stage.stage.player("chromium", "Playing")
        chromium.deaf = ["Volume"]
        #expect(try stage.batonctl("-p", "chromium", "volume", "0.25").status == 0)
        #expect(try stage.volumes() == [[32768, 32768]])
        withExtendedLifetime(stream) {}
    }

    @Test("VOL1: a volume at the face goes the same way")
    func face() throws {
        let stage = try VolumeStage()
        let player = try stage.stage.player("firefox", "Playing")
        player.deaf = ["Volume"]
        let stream = try stage.play()
        try stage.stage.face(
            "Set", .string(StagePlayer.player.rawValue), .string("Volume"), .variant(.double(0.25)),
            of: "org.freedesktop.DBus.Properties")
        #expect(stage.have([[16384, 16384]]))
        withExtendedLifetime(stream) {}
    }

    @Test("VOL3: several streams of a player move together")
    func several() throws {
        let stage = try VolumeStage(["player firefox.volume=stream"])
        _ = try stage.stage.player("firefox", "Playing")
        let streams = [try stage.play("--volume=65536"), try stage.play("--volume=32768")]
        #expect(try stage.batonctl("volume", "0.5").status == 0)
        #expect(stage.have([[32768, 32768], [16384, 16384]]))
        withExtendedLifetime(streams) {}
    }

    @Test("VOL5: with --all-players a step and a toggle count once for the streams that players of a process share")
    func shared() throws {
        let stage = try VolumeStage(["player *.volume=stream"])
        let names = ["firefox", "chromium", "mpv"]
        let players = try names.map { try stage.stage.player($0, "Playing") }
        for player in players { try stage.stage.settleAgent(after: player.connection) }
        let stream = try stage.play("--volume=32768")
        let mutes = try stage.batonctl("--all-players", "mute")
        #expect(mutes.status == 0)
        #expect(Set(mutes.printed.split(separator: "\n")) == Set(names.map { "\($0): muted"[...] }), "\(mutes)")
        #expect(try stage.mutes() == [true])
        #expect(try stage.batonctl("--all-players", "volume", "0.25+").status == 0)
        #expect(stage.have([[49152, 49152]]))
        withExtendedLifetime((players, stream)) {}
    }

    @Test("VOL4: mute is the stream's, never a volume; it says what is")
    func mute() throws {
        let stage = try VolumeStage()
        let player = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        let first = try stage.batonctl("mute")
        #expect(first.status == 0 && first.printed == "muted\n", "\(first)")
        #expect(try stage.mutes() == [true])
        #expect(try stage.batonctl("mute", "off").printed == "not muted\n")
        #expect(try stage.mutes() == [false])
        #expect(player.calls.isEmpty)
        #expect(try stage.volumes() == [[65536, 65536]])
        withExtendedLifetime(stream) {}
    }

    @Test("VOL5: where there is neither way it is said; --all changes all at once, and names each that failed")
    func neither() throws {
        let stage = try VolumeStage()
        let player = try stage.stage.player("firefox", "Playing")
        player.deaf = ["Volume"]
        let failed = try stage.batonctl("volume", "0.25")
        #expect(failed.status == 1)
        #expect(failed.printed.contains("The firefox has no stream at the sound server"), "\(failed.printed)")
        let acting = try stage.stage.player("mpv", "Playing")
        let all = try stage.batonctl("--all-players", "volume", "0.75")
        #expect(all.status == 1 && all.printed.contains("firefox") && !all.printed.contains("mpv:"), "\(all.printed)")
        #expect(volume(acting) == 0.75)
        let mutes = try stage.batonctl("--all-players", "mute")
        #expect(
            mutes.status == 1 && mutes.printed.contains("firefox") && mutes.printed.contains("mpv"),
            "\(mutes.printed)")
    }

    @Test("VOL10: the microphone is muted, and what is now is told; it is for no player")
    func microphone() throws {
        let stage = try VolumeStage()
        #expect(try stage.pactl("set-default-source", "mic") != nil)
        let first = try stage.batonctl("mute", "--microphone")
        #expect(first.status == 0 && first.printed == "microphone muted\n", "\(first)")
        #expect(try stage.pactl("get-source-mute", "mic")?.contains("yes") == true)
        #expect(try stage.batonctl("mute", "--microphone", "off").printed == "microphone not muted\n")
        #expect(try stage.batonctl("mute", "--microphone", "-p", "mpv").status == 64)
        #expect(try stage.batonctl("mute", "loud").status == 64)
    }

    @Test("VOL5, VOL10: a server that hangs or is not there is told, and nothing is done later")
    func server() throws {
        let stage = try VolumeStage()
        _ = try stage.stage.player("firefox", "Playing")
        let stream = try stage.play()
        #expect(try stage.batonctl("mute", "off").status == 0)
        stage.suspendServer()
        #expect(try stage.batonctl("mute", "on").status == 1)
        stage.resumeServer()
        #expect(try stage.mutes() == [false])
        stage.killServer()
        let failed = try stage.batonctl("mute", "--microphone")
        #expect(failed.status == 1 && failed.printed.contains("sound server"), "\(failed.printed)")
        withExtendedLifetime(stream) {}
    }
}
