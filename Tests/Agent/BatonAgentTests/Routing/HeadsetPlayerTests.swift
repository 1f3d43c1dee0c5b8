// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import Foundation
import Testing

/// The players that BlueZ's mpris-proxy makes of headsets (rule BLUEZ16).
@Suite("Players: headsets as players")
struct HeadsetPlayerTests {
    @Test("BLUEZ16: a player of mpris-proxy is a headset, and never gets a command, also if it alone plays")
    func neverGetsACommand() throws {
        let stage = try AgentStage()
        let other = try stage.player("one", "Paused")
        let program = "\(stage.folder.path)/mpris-proxy"
        try FileManager.default.copyItem(atPath: ChildProcess.built("baton-fake-player"), toPath: program)
        let proxy = try ChildProcess(
            [program, "--name", "buds", "--status", "Playing", "--log", "--address", stage.bus.address],
            environment: ["SWIFT_BACKTRACE": "enable=no"])
        defer { proxy.kill() }
        try #require(stage.turn { proxy.printed.hasPrefix("ready") })
        try stage.settleAgent()
        try stage.expectChain(["one"])
        #expect(try stage.send(.nextTrack) == .unhandled || other.calls == ["Next"])
        #expect(try stage.send(.pause) != .by("buds"))
        try stage.settleAgent()
        #expect(!proxy.printed.contains("Next") && !proxy.printed.contains("Pause"), "\(proxy.printed)")
    }
}
