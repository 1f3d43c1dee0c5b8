// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import BatonDBus
import BatonInterruptions
import BatonTestSupport
import Glibc
import Testing

/// A film and a song.
private let film = "file:///home/me/Film.mkv"
private let song = "file:///home/me/Song.ogg"

@Suite("The screen stays on while something plays")
@MainActor
struct AwakeTests {
    @Test("AWAKE1: by default no player keeps the screen on, and nobody is asked")
    func off() throws {
        let stage = try AwakeStage()
        _ = try stage.player("mpv", film)
        try stage.passes(5)
        #expect(stage.isFree && stage.login.idleInhibitions == 0)
        #expect(stage.saver.questions == 0 && stage.manager.questions == 0)
    }

    @Test("AWAKE1: `video` is for what shows a video, `all` for everything, and a name for that player")
    func kinds() throws {
        for (setting, awake) in [("video", [film]), ("all", [film, song]), ("mpv", [film, song]), ("vlc", [])] {
            for url in [film, song] {
                let stage = try AwakeStage(setting)
                _ = try stage.player("mpv", url)
                #expect(awake.contains(url) ? stage.isAwake : stage.isFree, "\(setting) \(url)")
            }
        }
    }

    @Test("AWAKE1: a player of another device keeps no screen on here")
    func remote() throws {
        let stage = try AwakeStage("all")
        _ = try stage.player("kdeconnect.mpris_000001", film)
        try stage.passes(1)
        #expect(stage.isFree)
    }

    @Test("AWAKE1: a reload switches it on and off at once")
    func reload() throws {
        let stage = try AwakeStage()
        let player = try stage.player("mpv", film)
        func read(_ setting: String) throws {
            stage.stage.folder.write("[awake]\nplayers = \(setting)\n", to: ".config/baton/baton.conf")
            stage.hosted.agent.reload()
            try stage.settle()
            try stage.settle()
        }
        try read("video")
        #expect(stage.isAwake)
        try read("no")
        #expect(stage.isFree)
        try read("all")
        #expect(stage.isAwake)
        withExtendedLifetime(player) {}
    }

    @Test("AWAKE2: a stream's role and the desktop file tell of a video too")
    func evidence() throws {
        let byRole = try AwakeStage("video")
        _ = try byRole.player("strange")
        #expect(byRole.isFree)
        try byRole.hears(isSilent: false, role: "Video")
        #expect(byRole.isAwake)

        let byFile = try AwakeStage("video") { peers in
            peers.stage.folder.write(
                "[Desktop Entry]\nCategories=AudioVideo;Video;Player;\n",
                to: ".local/share/applications/celluloid.desktop")
        }
        _ = try byFile.player("celluloid")
        #expect(byFile.isAwake)
    }

    @Test("AWAKE3: in a session that is not in front, or locked, nothing keeps the screen on, at once")
    func behind() throws {
        let stage = try AwakeStage("video")
        _ = try stage.player("mpv", film)
        #expect(stage.isAwake)
        stage.login.set(isActive: false)
        #expect(stage.stage.turn { stage.isFree })
        stage.login.set(isActive: true)
        #expect(stage.stage.turn { stage.isAwake })
        stage.login.set(isLocked: true)
        #expect(stage.stage.turn { stage.isFree })
        stage.login.set(isLocked: false)
        #expect(stage.stage.turn { stage.isAwake })
    }

    @Test("AWAKE4: what is muted for a minute does not count, and counts again as soon as it is heard")
    func muted() throws {
        let stage = try AwakeStage("video")
        _ = try stage.player("mpv", film)
        try stage.hears(isSilent: false)
        try stage.passes(70)
        #expect(stage.isAwake)
        try stage.hosted.hears(.stream(AudioStream(index: 9, sink: 1, process: UInt32(getpid()), isSilent: true)))
        try stage.passes(58)
        #expect(stage.isAwake)
        try stage.passes(8)
        #expect(stage.isFree)
        try stage.hosted.hears(.stream(AudioStream(index: 9, sink: 1, process: UInt32(getpid()))))
        try stage.settle()
        #expect(stage.isAwake)
        #expect(stage.login.idleInhibitions == 2)
    }

    @Test("AWAKE4: a muted output silences what plays to it, also through a filter")
    func mutedOutput() throws {
        let stage = try AwakeStage("all")
        _ = try stage.player("mpv", song)
        try stage.hosted.hears(
            .connected, .sink(AudioSink(index: 1, name: "speakers", isMuted: true)),
            .sink(AudioSink(index: 2, kind: .filter, name: "equalizer", master: "speakers")),
            .stream(AudioStream(index: 9, sink: 2, process: UInt32(getpid()))), .listed)
        try stage.passes(66)
        #expect(stage.isFree)
        try stage.hosted.hears(.sink(AudioSink(index: 1, name: "speakers")))
        try stage.settle()
        #expect(stage.isAwake)
    }

    @Test("AWAKE4: without a sound server nothing is known of a mute, but for a player that says that its volume is 0")
    func noServer() throws {
        let stage = try AwakeStage("all")
        let player = try stage.player("mpv", song)
        try stage.passes(120)
        #expect(stage.isAwake)
        player.change([("Volume", .double(0))])
        try stage.stage.settle(player.connection)
        try stage.passes(70)
        #expect(stage.isFree)
    }

    @Test(
        "AWAKE4: what is no video and has no sound does not count; a video without sound does", arguments: [film, song])
    func withoutStream(_ url: String) throws {
        let stage = try AwakeStage("all")
        _ = try stage.player("mpv", url)
        try stage.hosted.hears(.connected, .sink(AudioSink(index: 1, name: "speakers")), .listed)
        try stage.passes(70)
        #expect(url == film ? stage.isAwake : stage.isFree)
    }

    @Test(
        "AWAKE5: a player that stops for a second between two tracks lets nothing go; a pause does, after two seconds")
    func gap() throws {
        let stage = try AwakeStage("all")
        let player = try stage.player("mpv", song)
        #expect(stage.isAwake)
        for _ in 0..<5 {
            try stage.set(player, "Stopped")
            try stage.passes(1)
            #expect(stage.isAwake)
            try stage.set(player, "Playing")
            try stage.passes(3)
        }
        #expect(stage.isAwake && stage.login.idleInhibitions == 1 && stage.saver.questions == 1)
        try stage.set(player, "Paused")
        try stage.passes(4)
        #expect(stage.isFree)
        try stage.set(player, "Playing")
        #expect(stage.isAwake)
    }

    @Test("AWAKE5: a player that leaves lets go, and another one that plays keeps the screen on")
    func leaves() throws {
        let stage = try AwakeStage("all")
        let player = try stage.player("mpv", film)
        let other = try stage.player("vlc", song)
        player.leave()
        try stage.passes(4)
        #expect(stage.isAwake && stage.login.idleInhibitions == 1)
        other.leave()
        try stage.passes(4)
        #expect(stage.isFree)
    }
}
