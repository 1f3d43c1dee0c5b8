// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// The sleep timer, through batonctl (rules I70 to I72).
@Suite("The sleep timer")
struct SleepTimerTests {
    @Test("I70: the sleep timer is set, shown and switched off, and pauses when its time has come")
    func sleep() throws {
        let stage = try LeaseStage()
        #expect(try stage.batonctl("sleep", "30m").status == 0)
        #expect(try stage.batonctl("sleep").printed.contains(" (in 29 min"))
        #expect(try stage.batonctl("sleep", "off").status == 0)
        #expect(try stage.batonctl("sleep").printed == "The sleep timer is off.\n")
        #expect(try stage.batonctl("sleep", "soon").status == 64)
        #expect(try stage.batonctl("sleep", "1s").status == 0)
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        #expect(try stage.batonctl("sleep").printed == "The sleep timer is off.\n")
        #expect(try stage.batonctl("resume").status == 0)
        #expect(stage.calls(["Pause", "Play"]))
    }

    @Test("I71: at the end of the track: a stop pauses, and without a player that plays it is refused")
    func endOfTrack() throws {
        let stage = try LeaseStage()
        #expect(try stage.batonctl("sleep", "--end-of-track").status == 0)
        #expect(try stage.batonctl("sleep").printed == "Pauses when the track ends.\n")
        try stage.stage.set(stage.player, "Stopped")
        try stage.settle()
        #expect(try stage.batonctl("sleep").printed == "The sleep timer is off.\n")
        #expect(try stage.batonctl("sleep", "--end-of-track").status == 1, "no player plays")
    }

    @Test("I72: the user's pause leaves the timer on; `off`, and the end of the player that is followed, end it")
    func sleepAndPause() throws {
        let stage = try LeaseStage()
        #expect(try stage.batonctl("sleep", "30m").status == 0)
        #expect(try stage.batonctl("pause").status == 0)
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        try stage.settle()
        #expect(try stage.batonctl("sleep").printed.contains(" (in 29 min"))
        #expect(try stage.batonctl("sleep", "off").status == 0)
        #expect(try stage.batonctl("sleep").printed == "The sleep timer is off.\n")
        try stage.stage.set(stage.player, "Playing")
        try stage.settle()
        #expect(try stage.batonctl("sleep", "--end-of-track").status == 0)
        try stage.stage.set(stage.player, "Paused")
        try stage.settle()
        #expect(try stage.batonctl("sleep").printed == "Pauses when the track ends.\n", "the player is followed on")
        stage.player.connection.close()
        let gone = stage.stage
        #expect(gone.turn { (try? gone.read("PlayerNames", of: AgentStage.playerctld).get()) == .strings([]) })
        #expect(try stage.batonctl("sleep").printed == "The sleep timer is off.\n")
    }
}
