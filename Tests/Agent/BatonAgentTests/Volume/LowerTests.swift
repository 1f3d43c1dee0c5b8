// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Testing

/// Players that are lowered instead of paused, with a real batond, baton-audio and PulseAudio, which remembers volumes.
@Suite("Volume: lowered instead of paused")
struct LowerTests {
    private static let full = [65536, 65536]
    private static let low = [13107, 13107]

    /// A program under `batonctl interrupt --lower`; the interruption ends with it.
    private func interrupt(_ stage: VolumeStage) throws -> ChildProcess {
        try ChildProcess(
            [ChildProcess.built("batonctl"), "interrupt", "--lower", "--", "sleep", "600"],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": stage.stage.bus.address, "PATH": "/usr/bin:/bin",
                "HOME": stage.stage.folder.path,
            ])
    }

    private func file(_ stage: VolumeStage) -> Bool {
        FileManager.default.fileExists(atPath: stage.stage.folder.path + "/.local/state/baton/lowered")
    }

    /// The process of baton-audio that batond has started.
    private func helper(_ stage: VolumeStage) -> pid_t? {
        guard let agent = stage.stage.agent,
            let children = try? String(
                contentsOfFile: "/proc/\(agent.identifier)/task/\(agent.identifier)/children", encoding: .utf8)
        else { return nil }
        return children.split(separator: " ").compactMap { pid_t($0) }.first { child in
            (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8))?.hasPrefix("baton-audio") ?? false
        }
    }

    @Test("VOL6: what plays is lowered, plays on, and is as loud as before at the end")
    func lower() throws {
        let stage = try VolumeStage()
        let player = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        _ = try stage.pactl("set-sink-input-volume", "0", "32768", "16384")
        try #require(stage.have([[32768, 16384]]))
        let program = try interrupt(stage)
        #expect(stage.have([[6553, 3276]]))
        #expect(player.calls.isEmpty && file(stage))
        program.kill()
        #expect(stage.have([[32768, 16384]]))
        #expect(stage.stage.turn { !file(stage) })
        withExtendedLifetime(stream) {}
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
        #expect(stage.have([[32768, 32768], Self.full]))
        try one.press("Pause")
        try stage.stage.settleAgent()
        try one.press("Play")
        #expect(stage.have([Self.full, [32768, 32768]]))
        try one.press("Stop")
        #expect(stage.have([Self.full, Self.full]))
        #expect(two.status == "Playing")
        withExtendedLifetime(streams) {}
    }

    @Test("VOL7: what the user changes meanwhile stays")
    func users() throws {
        let stage = try VolumeStage()
        _ = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        let program = try interrupt(stage)
        try #require(stage.have([Self.low]))
        stage.waitUntilSettled()
        _ = try stage.pactl("set-sink-input-volume", "0", "20000")
        #expect(stage.stage.turn { !file(stage) })
        program.kill()
        try stage.stage.settleAgent()
        #expect(try stage.volumes() == [[20000, 20000]])
        withExtendedLifetime(stream) {}
    }

    @Test("VOL8: batond that ends, or is killed, leaves the user's volume", arguments: [SIGTERM, SIGKILL])
    func batondEnds(by signal: Int32) throws {
        let stage = try VolumeStage()
        _ = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        let program = try interrupt(stage)
        try #require(stage.have([Self.low]))
        stage.waitUntilSettled()
        stage.stage.agent?.signal(signal)
        #expect(stage.have([Self.full]))
        #expect(stage.stage.turn { !file(stage) })
        withExtendedLifetime((stream, program)) {}
    }

    @Test(
        "VOL8: after baton-audio was killed, or hangs, the stream is as loud as before",
        arguments: [SIGKILL, SIGSTOP])
    func helperEnds(by signal: Int32) throws {
        let stage = try VolumeStage()
        _ = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        let program = try interrupt(stage)
        try #require(stage.have([Self.low]))
        kill(try #require(helper(stage)), signal)
        program.kill()
        #expect(stage.have([Self.full]))
        #expect(stage.stage.turn { !file(stage) })
        withExtendedLifetime(stream) {}
    }

    @Test("VOL8: when batond and baton-audio are both killed, the next batond gives the volume back")
    func bothEnd() throws {
        let stage = try VolumeStage()
        _ = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        let program = try interrupt(stage)
        try #require(stage.have([Self.low]))
        let child = try #require(helper(stage))
        kill(child, SIGSTOP)
        stage.stage.agent?.signal(SIGKILL)
        kill(child, SIGKILL)
        program.kill()
        try #require(stage.stage.turn { stage.stage.agent?.hasEnded ?? true })
        #expect(try stage.volumes() == [Self.low] && file(stage))
        try stage.stage.startAgent()
        #expect(stage.have([Self.full]))
        #expect(stage.stage.turn { !file(stage) })
        withExtendedLifetime(stream) {}
    }

    @Test(
        "VOL9: the next stream of a player that ended while it was lowered has the user's volume",
        arguments: [false, true])
    func next(isServerKilled: Bool) throws {
        let stage = try VolumeStage()
        _ = try stage.stage.player("mpv", "Playing")
        let stream = try stage.play()
        _ = try stage.pactl("set-sink-input-volume", "0", "50000")
        try #require(stage.have([[50000, 50000]]))
        let program = try interrupt(stage)
        try #require(stage.have([[10000, 10000]]))
        if isServerKilled {
            stage.killServer()
            program.kill()
            try stage.startServer()
        } else {
            stream.kill()
            try #require(stage.have([]))
            program.kill()
        }
        let other = try stage.play()
        #expect(stage.stage.turn { ((try? stage.volumes())?.first?.first ?? 0) >= 50000 })
        #expect(stage.stage.turn { !file(stage) })
        withExtendedLifetime(other) {}
    }
}
