// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonMPRIS

/// mpv with mpv-mpris, and VLC: what real players send.
@Suite struct RealPlayerTests {
    /// A directory for the player's files, for one test.
    private final class Home {
        let path: String

        init() throws {
            path = "/tmp/baton-home-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
            // The umask may have removed the rights of other users.
            chmod(path, 0o777)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func mpv(_ stage: BusStage, _ home: Home) throws -> ChildProcess {
        try tone(seconds: 100).write(to: URL(filePath: home.path + "/tone.wav"))
        return try ChildProcess(
            [
                "mpv", "--no-config", "--ao=null", "--vo=null", "--idle=yes", "--no-terminal", "--pause",
                "--keep-open=yes", "--script=/usr/lib/mpv-mpris/mpris.so", "--force-media-title=Sïne",
                home.path + "/tone.wav",
            ],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin", "HOME": home.path,
                "XDG_CONFIG_HOME": home.path, "XDG_CACHE_HOME": home.path,
            ])
    }

    @Test("mpv: plays, pauses, seeks and quits as it is told, and tells what it does")
    func mpv() throws {
        let stage = try BusStage()
        let home = try Home()
        let (registry, log) = try stage.watch()
        let process = try mpv(stage, home)
        try #require(
            stage.turn {
                // mpv sends the length a little later than the title.
                registry.players.first?.metadata.title == "Sïne" && registry.players[0].metadata.length == 100_000_000
            },
            "\(process.printed)")
        let player = registry.players[0]
        #expect(player.name == "org.mpris.MediaPlayer2.mpv")
        #expect(player.identity == "mpv")
        #expect(player.capabilities.contains([.control, .play, .pause, .seek]))
        #expect(player.metadata.trackID != nil)
        #expect(player.status == .paused)

        try player.call(.play, within: .seconds(30))
        try #require(stage.turn { player.status == .playing })
        try player.call(.seek, [.int64(30_000_000)], within: .seconds(30))
        try #require(
            stage.turn { log.signals.contains { if case .seeked(let to) = $0 { to > 29_000_000 } else { false } } })
        let told = player.position(at: stage.reactor.now)
        #expect((29_000_000...40_000_000).contains(told))
        var asked: MediaTime?
        player.refreshPosition(within: .seconds(30)) { asked = try? $0.get() }
        try #require(stage.turn { asked != nil })
        #expect(((asked ?? 0) - told).magnitude < 5_000_000)

        try player.setProperty(.volume, to: .double(0.5), within: .seconds(30))
        try #require(stage.turn { player.value(of: .volume)?.asDouble.map { abs($0 - 0.5) < 0.01 } == true })
        try player.call(.pause, within: .seconds(30))
        try #require(stage.turn { player.status == .paused })
        try player.call(.quit, within: .seconds(30))
        try #require(stage.turn { registry.players.isEmpty })
        #expect(log.problems.filter { if case .refused = $0 { false } else { true } }.isEmpty, "\(log.problems)")
    }

    @Test("mpv: a process that is stopped is suspect, and is not any more when it goes on")
    func mpvStopped() throws {
        let stage = try BusStage()
        let home = try Home()
        let (registry, _) = try stage.watch()
        let process = try mpv(stage, home)
        try #require(stage.turn { registry.players.first?.isAnswered == true }, "\(process.printed)")
        let player = registry.players[0]
        process.suspend()
        var outcome: Result<Message, DBusError>?
        try player.call(.play, within: .milliseconds(100)) { outcome = $0 }
        try #require(stage.turn { outcome != nil })
        #expect(outcome?.errorName == .timeout && player.isSuspect)

        process.resume()
        try #require(stage.turn { player.status == .playing && !player.isSuspect })
    }

    @Test("mpv: killed, it is gone at once")
    func mpvKilled() throws {
        let stage = try BusStage()
        let home = try Home()
        let (registry, _) = try stage.watch()
        let process = try mpv(stage, home)
        try #require(stage.turn { registry.players.first?.isAnswered == true }, "\(process.printed)")
        process.kill()
        try #require(stage.turn { registry.players.isEmpty })
    }

    @Test("VLC: plays, pauses and stops as it is told, and shows its track list when asked")
    func vlc() throws {
        let stage = try BusStage(letsOthersIn: true)
        let home = try Home()
        try tone(seconds: 30).write(to: URL(filePath: home.path + "/tone.wav"))
        chmod(home.path + "/tone.wav", 0o644)
        // VLC refuses to run as root.
        let prefix = getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        let (registry, log) = try stage.watch()
        let process = try ChildProcess(
            prefix + [
                "vlc", "-I", "dummy", "--control", "dbus", "--aout", "adummy", "--vout", "vdummy", "--no-media-library",
                "--start-paused", "--no-one-instance", home.path + "/tone.wav",
            ],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin", "HOME": home.path,
                "XDG_CONFIG_HOME": home.path, "XDG_CACHE_HOME": home.path, "XDG_RUNTIME_DIR": home.path,
            ])
        try #require(
            stage.turn {
                registry.players.first?.metadata.isEmpty == false && registry.players.first?.status == .paused
            }, "\(process.printed) \(log.lines)")
        let player = registry.players[0]
        #expect(player.identity == "VLC media player")
        // VLC has a track list, although its HasTrackList is false.
        #expect(!player.hasTrackList)
        #expect(player.metadata.url?.hasSuffix("/tone.wav") == true)

        try player.call(.play, within: .seconds(30))
        try #require(stage.turn { player.status == .playing })
        player.load(.trackList)
        try #require(stage.turn { player.value(of: .tracks)?.asStringArray?.count == 1 }, "\(log.problems)")
        try player.call(.playPause, within: .seconds(30))
        try #require(stage.turn { player.status == .paused })
        try player.call(.stop, within: .seconds(30))
        try #require(stage.turn { player.status == .stopped })
        #expect(player.position(at: stage.reactor.now) == 0)
        #expect(!process.hasEnded)
    }

    /// Makes a WAV file of silence.
    private func tone(seconds: Int) -> Data {
        let rate = 8000
        let size = seconds * rate
        func little(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var data = Data("RIFF".utf8)
        data += little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2) + little(1, 2)
        data += little(rate, 4) + little(rate, 4) + little(1, 2) + little(8, 2) + Array("data".utf8) + little(size, 4)
        data += [UInt8](repeating: 128, count: size)
        return data
    }
}
