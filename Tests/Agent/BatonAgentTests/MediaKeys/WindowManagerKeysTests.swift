// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation
import Testing

/// The bindings that `batonctl setup` writes, in a real window manager under a real X server, with keys that are held.
@Suite("Media keys: a window manager's bindings") struct WindowManagerKeysTests {
    @Test("i3: a key that is held is one event, and a seek key seeks as long as it is held")
    func i3() throws {
        let desktop = try KeyDesktop("i3")
        let stage = desktop.stage
        let player = try stage.player("one", "Playing")
        let folder = "\(stage.folder.path)/.config/i3"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "# i3 config file (v4)\n".write(toFile: "\(folder)/config", atomically: false, encoding: .utf8)
        #expect(try desktop.batonctl("setup", "--media-keys", "--yes").status == 0)
        // It says so itself if it does not understand a line.
        let check = try desktop.run(["i3", "-C", "-c", "\(folder)/config"])
        #expect(check.status == 0 && !check.output.contains("ERROR"), "\(check.output)")
        let manager = try desktop.start(["i3", "-c", "\(folder)/config"])
        try desktop.waitForKeys(player, "XF86AudioStop", "Stop")
        #expect(!manager.hasEnded)

        // Presses of Stop may still be on their way.
        let calls = { player.calls.filter { $0 != "Stop" } }
        try desktop.run(["xdotool", "keydown", "XF86AudioNext"])
        // X repeats after two thirds of a second.
        _ = stage.turn(within: .milliseconds(1500)) { false }
        try desktop.run(["xdotool", "keyup", "XF86AudioNext"])
        #expect(stage.turn { !calls().isEmpty })
        _ = stage.turn(within: .milliseconds(500)) { false }
        #expect(calls() == ["Next"])

        let began = ContinuousClock.now
        try desktop.run(["xdotool", "keydown", "XF86AudioForward"])
        #expect(stage.turn { calls().count >= 1 + 6 })
        try desktop.run(["xdotool", "keyup", "XF86AudioForward"])
        // The release takes a while on a slow machine; without it, a step comes every 250 ms.
        let isOver = (0..<10).contains { _ in
            let before = calls().count
            return !stage.turn(within: .seconds(1)) { calls().count > before }
        }
        #expect(isOver, "it seeks on after the release")
        // One at once, one every 250 ms.
        let steps = calls().count - 1
        #expect(steps <= 2 + Int((ContinuousClock.now - began) / .milliseconds(250)), "\(steps) steps")
    }
}
