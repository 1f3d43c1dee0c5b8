// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Foundation
import Testing

/// Callers that send what no program sends on purpose: the real batond goes on and serves the others.
@Suite struct HostileCallerTests {
    private static func descriptors(of process: Int32) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    /// Resident memory in KiB.
    private static func memory(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    @Test(
        "no position and no length that a player tells ends batond while seeking",
        arguments: [Int64.min, -1, 0, 1, 1_000_001, .max], [Int64.min, -1, 0, 1, .max])
    func extremeTimes(position: Int64, length: Int64) throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        player.change([
            ("Metadata", .vardict([("mpris:length", .int64(length))])), ("Position", .int64(position)),
            ("Rate", .double(position > 0 ? 1e300 : -.infinity)),
        ])
        player.emit(StagePlayer.player, "Seeked", [.int64(position)])
        try stage.settle(player.connection)
        for subtype: RemoteControlSubtype in [
            .beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward,
        ] { _ = try stage.send(subtype) }
        _ = try stage.face("Seek", .int64(position))
        _ = try stage.face("SetPosition", .objectPath("/track/1"), .int64(position))
        #expect(try stage.send(.nextTrack) == .by("player"), "\(stage.agent?.printed ?? "")")
    }

    @Test("calls that bring unexpected descriptors are refused, closed, and end nothing")
    func surplusDescriptors() throws {
        let stage = try AgentStage()
        _ = try stage.player("hung", "Playing", doing: ["Next": .hold])
        let agent = try #require(stage.agent)
        let before = try Self.descriptors(of: agent.identifier)
        let raw = try RawBusClient(address: stage.bus.address)
        let face = AgentStage.face.rawValue
        for _ in 0..<100 {
            raw.call(
                face, "/org/mpris/MediaPlayer2", StagePlayer.player.rawValue, "Next",
                descriptors: Array(repeating: 0, count: 16))
        }
        // The bus delivers in order, so a reply to a later call comes after them.
        try stage.settleAgent()
        #expect(!agent.hasEnded)
        #expect(try Self.descriptors(of: agent.identifier) <= before + 2)
    }

    @Test("a call of 33 MiB is refused; the player behind the face is not called, and not suspected")
    func hugeCall() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        let agent = try #require(stage.agent)
        let before = try Self.memory(of: agent.identifier)
        let huge = String(repeating: "x", count: 33 << 20)
        #expect(try stage.face("OpenUri", .string(huge)).errorName == .limitsExceeded)
        #expect(try stage.read("PlaybackStatus").get() == .string("Playing"))
        #expect(player.calls.isEmpty)
        #expect(try stage.chain() == ["player"])
        #expect(
            stage.turn { (try? Self.memory(of: agent.identifier)).map { $0 < before + 20 * 1024 } ?? false },
            "the message is not kept")
        let large = String(repeating: "x", count: 1_000_000)
        #expect(try stage.face("OpenUri", .string(large)).errorName == nil)
    }

    @Test("what one caller has under way is bounded in bytes; another one is served meanwhile")
    func manyLargeCalls() throws {
        let stage = try AgentStage()
        let hung = try stage.player("hung", "Playing", doing: ["OpenUri": .hold])
        let flooder = try stage.connect()
        var refused = 0
        for _ in 0..<40 {
            let message = Message.methodCall(
                to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: "OpenUri")
            try message.append(.string(String(repeating: "x", count: 900_000)))
            flooder.call(message, within: .seconds(60)) { if $0.errorName == .limitsExceeded { refused += 1 } }
        }
        try #require(stage.turn { refused >= 36 })
        #expect(hung.held.count <= 4)
        #expect(try stage.send(.nextTrack) == .by("hung"))
    }

    @Test("a name that comes and goes while its owner is silent takes no places at the bus from other calls")
    func flappingName() throws {
        let stage = try AgentStage(mostReplies: 1000)
        let player = try stage.player("player", "Playing")
        let flapping = try stage.connect()
        var unanswered: [Invocation] = []
        let mute = Method("GetAll", in: [Argument("interface", "s")], out: [Argument("all", "a{sv}")]) {
            unanswered.append($0)
        }
        flapping.export(
            ExportedObject(interfaces: [Interface("org.freedesktop.DBus.Properties", methods: [mute])]),
            at: StagePlayer.path)
        for _ in 0..<520 {
            let request = flapping.requestName("org.mpris.MediaPlayer2.flapping") { _ in }
            request.release()
        }
        try stage.settle(flapping)
        try stage.settleAgent()
        for _ in 0..<20 { #expect(try stage.send(.nextTrack) == .by("player")) }
        #expect(player.calls.count == 20)
        #expect(unanswered.count == 2, "a question for each interface, and no second one")
    }
}
