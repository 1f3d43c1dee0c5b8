// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Testing

/// mpv with mpv-mpris and VLC, commanded through the real batond by MPRIS clients and by batonctl.
@Suite struct RealPlayerTests {
    @Test(
        "through the face, a real player does what it is told, and the face shows what it does",
        arguments: RealPlayerStage.Kind.allCases)
    func face(_ kind: RealPlayerStage.Kind) throws {
        let stage = try RealPlayerStage(kind)
        for (command, status) in [
            ("Pause", "Paused"), ("Play", "Playing"), ("PlayPause", "Paused"), ("PlayPause", "Playing"),
        ] as [(MemberName, String)] {
            try stage.perform(command)
            stage.expectStatus(status)
        }
        try stage.perform("Next")
        stage.expectTitle("Two")
        stage.expect("Metadata") {
            $0.asVardict?["xesam:artist"]?.asStringArray == ["Söx"]
                && $0.asVardict?["mpris:length"]?.asInt64.map { $0 / 1_000_000 } == 60
        }
        try stage.perform("Previous")
        stage.expectTitle("One")
        try stage.perform("Seek", .int64(20_000_000))
        stage.expectPosition(20...30)
        let metadata = try stage.value("Metadata", of: RealPlayerStage.face)?.asVardict
        guard case .objectPath(let track)? = metadata?["mpris:trackid"] else {
            Issue.record("the face shows no track id: \(String(describing: metadata))")
            return
        }
        try stage.perform("SetPosition", .objectPath(track), .int64(40_000_000))
        stage.expectPosition(40...50)
        try stage.set("Volume", to: .double(0.5))
        stage.expect("Volume") { $0.asDouble.map { abs($0 - 0.5) < 0.01 } == true }
        for status in ["Track", "Playlist", "None"] {
            try stage.set("LoopStatus", to: .string(status))
            stage.expect("LoopStatus") { $0.asString == status }
        }
        // The value of Shuffle in mpv-mpris 0.7 changes from one call to the next (measured).
        for isOn in kind == .mpv ? [] : [true, false] {
            try stage.set("Shuffle", to: .boolean(isOn))
            stage.expect("Shuffle") { $0.asBool == isOn }
        }
        try stage.perform("Stop")
        stage.expectStatus("Stopped")
    }

    @Test("through batonctl, a real player does what it is told", arguments: RealPlayerStage.Kind.allCases)
    func batonctl(_ kind: RealPlayerStage.Kind) throws {
        let stage = try RealPlayerStage(kind)
        func tell(_ arguments: String...) throws {
            #expect(try stage.batonctl(arguments) == "", "batonctl \(arguments)")
        }
        try tell("pause")
        stage.expectStatus("Paused")
        try tell("play")
        stage.expectStatus("Playing")
        try tell("play-pause")
        stage.expectStatus("Paused")
        try tell("play-pause")
        stage.expectStatus("Playing")
        try tell("next")
        stage.expectTitle("Two")
        try tell("previous")
        stage.expectTitle("One")
        try tell("position", "20+")
        stage.expectPosition(20...30)
        try tell("position", "40")
        stage.expectPosition(40...50)
        try tell("volume", "0.5")
        stage.expect("Volume") { $0.asDouble.map { abs($0 - 0.5) < 0.01 } == true }
        try tell("loop", "Track")
        stage.expect("LoopStatus") { $0.asString == "Track" }
        try tell("shuffle", "On")
        if kind != .mpv { stage.expect("Shuffle") { $0.asBool == true } }
        let format = "{{playerName}} {{status}} {{artist}} {{title}} {{duration(mpris:length)}}"
        #expect(try stage.batonctl(["metadata", "--format", format]) == "\(kind.rawValue) Playing Söx One 1:00\n")
        try tell("pause")
        stage.expectStatus("Paused")
        try tell("stop")
        stage.expectStatus("Stopped")
        #expect(try stage.batonctl(["status"]) == "Stopped\n")
    }
}
