// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// A player that plays and is heard, and a program that lowers it while it runs, with a real batond, baton-audio and PulseAudio.
final class LoweredScene {
    static let full = [65536, 65536]
    static let low = [13107, 13107]

    let stage: VolumeStage
    let player: StagePlayer
    let stream: ChildProcess
    private var program: ChildProcess?

    /// - Parameters:
    ///   - settings: of batond.
    ///   - volume: of the stream, of each channel.
    ///   - isSettled: whether the first second of the stream is over.
    init(_ settings: [String] = [], volume: [Int] = LoweredScene.full, isSettled: Bool = false) throws {
        stage = try VolumeStage(settings)
        player = try stage.stage.player("mpv", "Playing")
        stream = try stage.play()
        if volume != Self.full {
            try set(volume)
            try #require(stage.have([volume]))
        }
        if isSettled { stage.waitUntilSettled() }
    }

    /// The same, lowered to a fifth.
    static func lowered(volume: [Int] = LoweredScene.full) throws -> LoweredScene {
        let scene = try LoweredScene(volume: volume)
        try scene.interrupt()
        try #require(scene.stage.have([volume.map { $0 / 5 }]))
        return scene
    }

    /// Runs a program under `batonctl interrupt --lower`; the interruption ends with it.
    func interrupt() throws {
        program = try ChildProcess(
            [ChildProcess.built("batonctl"), "interrupt", "--lower", "--", "sleep", "600"],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": stage.stage.bus.address, "PATH": "/usr/bin:/bin",
                "HOME": stage.stage.folder.path,
            ])
    }

    func endInterruption() { program?.kill() }

    /// What the user does.
    func set(_ volume: [Int]) throws {
        var child: ChildProcess?
        child = try ChildProcess(
            ["pactl", "set-sink-input-volume", "0"] + volume.map { "\($0)" },
            environment: VolumeStage.environment(stage.stage.folder))
        try #require(stage.stage.turn { child?.hasEnded ?? true } && child?.exitStatus == 0)
    }

    /// The volume of the first stream, the left channel's.
    var level: Int? { (try? stage.volumes())?.first?.first }

    /// Waits until a fade is under way.
    func waitForFade() -> Bool {
        stage.stage.turn { (Self.low[0] + 1..<Self.full[0]).contains(self.level ?? 0) }
    }

    /// The file of what is lowered; nil without one.
    var file: String? {
        try? String(contentsOfFile: stage.stage.folder.path + "/.local/state/baton/lowered", encoding: .utf8)
    }

    /// Waits until nothing is lowered and the stream has the volume.
    func isBack(to volume: [Int] = LoweredScene.full) -> Bool {
        stage.have([volume]) && stage.stage.turn { self.file == nil }
    }

    /// The process of baton-audio that batond has started.
    var helper: pid_t? {
        guard let agent = stage.stage.agent,
            let children = try? String(
                contentsOfFile: "/proc/\(agent.identifier)/task/\(agent.identifier)/children", encoding: .utf8)
        else { return nil }
        return children.split(separator: " ").compactMap { pid_t($0) }.first { child in
            (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8))?.hasPrefix("baton-audio") ?? false
        }
    }
}
