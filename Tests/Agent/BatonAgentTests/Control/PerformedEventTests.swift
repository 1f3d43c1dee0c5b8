// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

/// A caller that waits for the effect of an event: `batonctl play` (rule MPRIS104).
@MainActor @Suite("PerformRemoteControlEvent: what a player answers and does not do")
struct PerformedEventTests {
    private func scene(
        _ status: String, at position: Int64 = 60_000_000, ignoring methods: [String] = []
    ) throws -> (HostedStage, StagePlayer) {
        let hosted = try HostedStage()
        let player = try hosted.stage.player("half", status)
        player.silentlySet("Position", .int64(position))
        player.setStatus(status)
        for method in methods { player.behaviours[method] = .ignore }
        try hosted.stage.expectChain(["half"])
        try hosted.passes(3)
        _ = try hosted.stage.read("Position")
        try hosted.stage.settleAgent(after: player.connection)
        return (hosted, player)
    }

    /// Sends an event; `then` gets whether it is done.
    private func perform(
        _ subtype: RemoteControlSubtype, _ hosted: HostedStage, then: @escaping (Bool?) -> Void
    ) throws {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: AgentStage.application,
            member: "PerformRemoteControlEvent")
        try message.append(.uint32(UInt32(subtype.rawValue)))
        hosted.stage.client.call(message, within: .seconds(60)) { result in
            let values = (try? result.get().arguments()) ?? []
            #expect(values.count == 3 && values.first == .boolean(true))
            then(values.last?.asBool)
        }
    }

    private static let commands: [(RemoteControlSubtype, String, String)] = [
        (.play, "Paused", "Play"), (.pause, "Playing", "Pause"), (.stop, "Playing", "Stop"), (.stop, "Paused", "Stop"),
        (.togglePlayPause, "Playing", "PlayPause"), (.nextTrack, "Playing", "Next"),
    ]

    @Test("MPRIS104: what is answered and not done is false a second later, and what is done is true at once")
    func undone() throws {
        for (subtype, status, method) in Self.commands {
            let (hosted, player) = try scene(status, ignoring: ["Pause", "Play", method])
            var isDone: Bool??
            try perform(subtype, hosted) { isDone = $0 }
            try hosted.stage.settleAgent()
            #expect(isDone == nil, "\(method)")
            try hosted.passes(4)
            #expect(isDone == .some(false), "\(method) \(player.calls)")

            let (other, working) = try scene(status)
            try perform(subtype, other) { isDone = $0 }
            if subtype == .nextTrack {
                try #require(other.stage.turn { working.calls == ["Next"] })
                working.change([("Metadata", .vardict([("mpris:trackid", .objectPath("/track/2"))]))])
            }
            isDone = nil
            #expect(other.stage.turn { isDone == .some(true) }, "\(method)")
        }
    }

    @Test("MPRIS104: what is done late, or was so already, or by the other way of a toggle, is done")
    func late() throws {
        let (hosted, player) = try scene("Paused", ignoring: ["Play"])
        var isDone: Bool??
        try perform(.play, hosted) { isDone = $0 }
        try hosted.passes(0)
        hosted.clock.advance(by: .milliseconds(400))
        try hosted.stage.settleAgent()
        #expect(isDone == nil)
        player.setStatus("Playing")
        try #require(hosted.stage.turn { isDone == .some(true) })
        isDone = nil
        try perform(.play, hosted) { isDone = $0 }
        try #require(hosted.stage.turn { isDone == .some(true) })
        #expect(player.calls == ["Play"])

        let (other, half) = try scene("Paused", ignoring: ["PlayPause"])
        isDone = nil
        try perform(.togglePlayPause, other) { isDone = $0 }
        try other.passes(2)
        #expect(half.calls == ["PlayPause", "Play"] && isDone == .some(true))
    }

    @Test("MPRIS104: a player that tells nothing is asked once more before it is said that it has done nothing")
    func asked() throws {
        for (subtype, status, method, other) in [
            (RemoteControlSubtype.pause, "Playing", "Pause", "Paused"), (.play, "Paused", "Play", "Playing"),
        ] {
            for does in [true, false] {
                let (hosted, player) = try scene(status, ignoring: [method])
                var done: [Bool] = []
                for _ in 0..<2 { try perform(subtype, hosted) { $0.map { done.append($0) } } }
                try hosted.stage.settleAgent()
                // After the question that follows each command.
                hosted.clock.advance(by: .milliseconds(600))
                try hosted.stage.settleAgent()
                if does { player.silentlySet("PlaybackStatus", .string(other)) }
                #expect(done == [])
                try hosted.passes(1)
                #expect(hosted.stage.turn { done == [does, does] }, "\(method) \(does) \(done)")
            }
        }
    }

    @Test("MPRIS104: a toggle that another one follows, or undoes, is not judged: both are done")
    func togglesTwice() throws {
        for (subtype, isWaitedFor) in [(RemoteControlSubtype.togglePlayPause, true), (.pause, false)] {
            let (hosted, player) = try scene("Paused", ignoring: ["PlayPause", "Pause"])
            var done: [Bool] = []
            try perform(.togglePlayPause, hosted) { $0.map { done.append($0) } }
            try hosted.stage.settleAgent()
            hosted.clock.advance(by: .milliseconds(200))
            try hosted.stage.settleAgent()
            #expect(done == [])
            if isWaitedFor {
                try perform(subtype, hosted) { $0.map { done.append($0) } }
                try #require(hosted.stage.turn { done == [true, true] })
            } else {
                #expect(try hosted.stage.send(subtype) == .by("half"))
                try hosted.passes(3)
                #expect(done == [true])
            }
            #expect(player.calls == ["PlayPause", isWaitedFor ? "PlayPause" : "Pause"])
        }
    }

    @Test("MPRIS104: a player that plays on near its start has not stopped; one that is paused there has")
    func playsOnAtStart() throws {
        for (status, expected) in [("Playing", false), ("Paused", true)] {
            let (hosted, _) = try scene(status, at: 0, ignoring: ["Stop"])
            var isDone: Bool??
            try perform(.stop, hosted) { isDone = $0 }
            try hosted.stage.settleAgent()
            #expect(isDone == (expected ? .some(true) : nil), "\(status)")
            try hosted.passes(4)
            #expect(isDone == .some(expected), "\(status)")
        }
    }

    @Test("MPRIS104: a Next that jumps is done when the player tells that it is there, and is not done if it stays")
    func jumps() throws {
        for (isTold, place, expected) in [(true, 90, true), (false, 90, true), (false, 60, false)] {
            let hosted = try HostedStage(["player half.next=+30s"])
            let player = try hosted.stage.player("half", "Paused")
            player.silentlySet("Position", .int64(60_000_000))
            try hosted.stage.expectChain(["half"])
            try hosted.passes(3)
            _ = try hosted.stage.read("Position")
            try hosted.stage.settleAgent(after: player.connection)
            var isDone: Bool??
            try perform(.nextTrack, hosted) { isDone = $0 }
            try hosted.stage.settleAgent()
            #expect(player.calls == ["Seek 30000000"] && isDone == nil)
            let position = Value.int64(Int64(place) * 1_000_000)
            player.silentlySet("Position", position)
            if isTold { player.emit(StagePlayer.player, "Seeked", [position]) } else { try hosted.passes(4) }
            #expect(hosted.stage.turn { isDone == .some(expected) }, "\(isTold) \(place)")
        }
    }

    @Test("MPRIS104: batonctl tells that a player has not jumped")
    func staysWhereItIs() throws {
        let stage = try AgentStage(["player half.next=+30s"])
        let player = try stage.player("half", "Paused")
        try stage.expectChain(["half"])
        let next = try stage.batonctl(["next"])
        #expect(next.status == 1 && next.printed.contains("has answered, and stays where it is"), "\(next)")
        #expect(player.calls == ["Seek 30000000"])
    }

    @Test("MPRIS104: a player that leaves has stopped and does not play, and its name's next owner has done nothing")
    func leaves() throws {
        for (subtype, expected) in [(RemoteControlSubtype.stop, true), (.play, false)] {
            let (hosted, player) = try scene("Paused", ignoring: ["Stop", "Play"])
            var isDone: Bool??
            try perform(subtype, hosted) { isDone = $0 }
            try #require(hosted.stage.turn { player.calls.count == 1 })
            try hosted.stage.settleAgent()
            player.disappear()
            try hosted.stage.settle(player.connection)
            _ = try hosted.stage.player("half", "Playing")
            try #require(hosted.stage.turn { isDone != nil })
            #expect(isDone == .some(expected), "\(subtype)")
        }
    }

    @Test("MPRIS104: batonctl tells it, and exits with 1; what a silent player may still do, too")
    func batonctl() throws {
        let stage = try AgentStage(["routing.call-timeout=100ms", "routing.start-wait=50ms"])
        let player = try stage.player("half", "Paused", doing: ["Stop": .ignore, "Play": .hold])
        player.silentlySet("Position", .int64(60_000_000))
        try stage.expectChain(["half"])
        let stopped = try stage.batonctl(["stop"])
        #expect(stopped.status == 1)
        #expect(player.calls == ["Stop"])
        let played = try stage.batonctl(["play"])
        #expect(played.status == 1)
        #expect(player.calls == ["Stop", "Play"])
        player.release()
    }

    @Test("MPRIS108: an event that is read after its instant has no effect, and its caller is told")
    func lateEvent() throws {
        for (delay, isDone) in [(Duration.milliseconds(4999), true), (.milliseconds(5001), false)] {
            let (hosted, player) = try scene("Paused")
            let message = Message.methodCall(
                to: AgentStage.baton, path: "/org/baton/Baton1", interface: AgentStage.application,
                member: "PerformRemoteControlEventBefore")
            let end = UInt64((hosted.clock.now + .seconds(5)) / .microseconds(1))
            try message.append(.uint32(UInt32(RemoteControlSubtype.play.rawValue)), .uint64(end))
            hosted.clock.advance(by: delay)
            var answer: Result<Message, DBusError>?
            hosted.stage.client.call(message, within: .seconds(60)) { answer = $0 }
            try #require(hosted.stage.turn { answer != nil })
            switch answer {
            case .success: #expect(isDone, "after \(delay)")
            case .failure(let error): #expect(!isDone && error.name == .timeout, "after \(delay): \(error)")
            case nil: break
            }
            #expect(player.calls == (isDone ? ["Play"] : []), "after \(delay)")
        }
    }
}
