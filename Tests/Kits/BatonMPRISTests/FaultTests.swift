// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMPRIS

/// Players that hang, send invalid values, flood or end, each in a process of its own.
@Suite struct FaultTests {
    @Test("MPRIS41: a player that hangs delays no other, is suspect at the deadline, and not any more when it wakes")
    func hung() throws {
        let stage = try BusStage()
        let hung = try FakePlayer("hung", "--hang", on: stage)
        _ = try FakePlayer("well", "--status", "Playing", on: stage).process
        let well = try FakePlayer("well2", "--status", "Playing", on: stage)
        let registry = PlayerRegistry(connection: try stage.connect())
        registry.deadline = .seconds(1)
        let log = RegistryLog(registry)
        registry.start()

        try #require(stage.turn { registry["org.mpris.MediaPlayer2.well2"]?.isAnswered == true })
        let player = try #require(registry["org.mpris.MediaPlayer2.hung"])
        #expect(!player.isAnswered)
        try #require(stage.turn { registry.isSettled })
        #expect(player.isSuspect && !player.isAnswered)
        #expect(log.take().contains("?hung"))
        #expect(log.problems.contains(.noAnswer(.player, within: .seconds(1))))

        // The late reply counts. The player is not asked again.
        try hung.perform("Hang", .boolean(false))
        try #require(stage.turn { player.isAnswered })
        #expect(!player.isSuspect)
        #expect(player.metadata.title == "A Title")
        _ = well
    }

    @Test("a call to a player that hangs ends at its deadline and makes it suspect; any signal clears that")
    func hungCall() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("fake", on: stage)
        let (registry, _) = try stage.watch()
        let player = registry.players[0]
        try fake.perform("Hang", .boolean(true))
        var outcome: Result<Message, DBusError>?
        try player.call(.next, within: .milliseconds(100)) { outcome = $0 }
        try #require(stage.turn { outcome != nil })
        #expect(outcome?.errorName == .timeout)
        #expect(player.isSuspect)

        try fake.perform("Hang", .boolean(false))
        try fake.perform("Change", .vardict([("Volume", .double(0.5))]))
        try #require(stage.turn { !player.isSuspect })
        #expect(try fake.calls() == ["Next"])
    }

    @Test("a slow player is waited for within the deadline")
    func slow() throws {
        let stage = try BusStage()
        _ = try FakePlayer("other", on: stage)
        let slow = try FakePlayer("slow", "--delay", "100", on: stage)
        let (registry, log) = try stage.watch()
        let player = try #require(registry["org.mpris.MediaPlayer2.slow"])
        #expect(player.isAnswered && !player.isSuspect)
        #expect(!log.problems.contains(.noAnswer(.player, within: registry.deadline)))
        _ = slow
    }

    @Test("wrong types are ignored and reported; what makes sense of the rest is used")
    func wrongTypes() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("wrong", "--wrong", "--status", "Playing", on: stage)
        let (registry, log) = try stage.watch()
        let player = registry.players[0]

        #expect(player.status == .playing)
        #expect(player.identity == "wrong")
        #expect(player.metadata.artist == ["Nobody"])
        #expect(player.metadata.title == nil)
        #expect(player.metadata.length == 180_000_000)
        #expect(TrackID.original(of: try #require(player.metadata.trackID)) == "fake:track:1")
        #expect(player.metadata["x:odd"] == .structure([.byte(1)]))
        #expect(player.capabilities.contains(.goNext))
        #expect(player.value(of: .volume) == .double(1))
        #expect(log.problems.contains(.badProperty(.rate, signature: "d")))
        #expect(log.problems.contains(.badProperty(.canGoNext, signature: "s")))
        #expect(log.problems.contains(.metadata(.wrongType(key: "xesam:title", signature: "u"))))

        // A property with an old value keeps it.
        try fake.perform("Change", .vardict([("PlaybackStatus", .int32(4)), ("Volume", .double(0.3))]))
        try #require(stage.turn { player.value(of: .volume) == .double(0.3) })
        #expect(player.status == .playing)
        // A jump in a track whose identifier SetPosition cannot carry is a relative Seek.
        var isDone = false
        try player.setPosition(60_000_000, of: try #require(player.metadata.trackID), within: .seconds(30)) { _ in
            isDone = true
        }
        try #require(stage.turn { isDone })
        #expect(try fake.calls() == ["Seek"])
    }

    @Test("signals that make no sense, and unknown interfaces, do no harm")
    func oddSignals() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("odd", on: stage)
        let (registry, log) = try stage.watch()
        let properties = "org.freedesktop.DBus.Properties"
        try fake.perform("Emit", .string("org.odd.Interface"), .string("Odd"), .variant(.string("x")))
        try fake.perform("Emit", .string(properties), .string("PropertiesChanged"), .variant(.int32(3)))
        try fake.perform(
            "Emit", .string(PlayerInterface.player.name.rawValue), .string("Seeked"), .variant(.string("?")))
        try fake.perform("Emit", .string(PlayerInterface.player.name.rawValue), .string("Seeked"), .variant(.uint32(5)))
        try fake.perform(
            "Emit", .string(PlayerInterface.trackList.name.rawValue), .string("TrackAdded"), .variant(.byte(5)))
        try #require(stage.turn { log.signals == [.seeked(5)] && log.problems.count == 3 })
        #expect(registry.players.count == 1)
    }

    @Test("metadata over 64 KiB is cut by key; the player is of use all the same")
    func huge() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("huge", "--huge", "4000000", on: stage)
        let (registry, log) = try stage.watch()
        #expect(registry.players[0].metadata.title == "A Title")
        #expect(registry.players[0].metadata.asText == nil)
        #expect(log.problems.count == 1)
        _ = fake
    }

    @Test("a name that flaps leaves nothing behind")
    func flapping() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("flap", on: stage)
        let (registry, log) = try stage.watch()
        for _ in 0..<50 {
            try fake.perform("DropName", .string("flap"))
            try fake.perform("TakeName", .string("flap"))
        }
        try #require(
            stage.turn { registry.players.first?.isAnswered == true && log.lines.count { $0 == "-flap" } == 50 })
        #expect(log.lines.count { $0 == "+flap" } == 51)
        #expect(registry.players.count == 1)
        #expect(registry.players(ownedBy: registry.players[0].owner).count == 1)
    }

    @Test("a player that dies with a call under way is gone, and the caller is told NoReply")
    func dying() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("dies", "--die-on", "Next", on: stage)
        let (registry, log) = try stage.watch()
        var outcome: Result<Message, DBusError>?
        try registry.players[0].call(.next, within: .seconds(10)) { outcome = $0 }
        try #require(stage.turn { outcome != nil && registry.players.isEmpty })
        #expect(outcome?.errorName == .noReply)
        #expect(log.lines.last == "-dies")
        _ = fake
    }

    @Test("a change told before the first answer does not outlive a newer one in the answer")
    func newestWins() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("late", "--status", "Playing", on: stage)
        let connection = try stage.connect()
        try fake.perform("Hang", .boolean(true))
        let registry = PlayerRegistry(connection: connection)
        let log = RegistryLog(registry)
        registry.start()
        try #require(stage.turn { registry.players.count == 1 })

        // The player sends the signals at once and the reply to GetAll after them; the reply contains the state after all of
        // them, although it may be an older one as well.
        try fake.perform("Change", .vardict([("PlaybackStatus", .string("Paused"))]))
        let player = registry.players[0]
        try fake.perform("Set", .string("PlaybackStatus"), .variant(.string("Stopped")))
        try fake.perform("Hang", .boolean(false))
        try #require(stage.turn { player.isAnswered })

        // The signal came after the question, so the answer is asked for again.
        try #require(stage.turn { player.status == .stopped })
        #expect(log.lines.contains("+late"))
    }

    @Test("properties that are told to be changed without a value are asked for, and stand until then")
    func invalidated() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("lazy", on: stage)
        let (registry, log) = try stage.watch()
        let player = registry.players[0]
        _ = log.take()
        try fake.perform("Set", .string("Volume"), .variant(.double(0.125)))
        try fake.perform("Set", .string("PlaybackStatus"), .variant(.string("Playing")))
        try fake.perform("Invalidate", .strings(["Volume", "PlaybackStatus", "Odd"]))
        try #require(stage.turn { player.value(of: .volume) == .double(0.125) })
        #expect(player.status == .playing)
        #expect(log.take() == ["lazy.PlaybackStatus", "lazy.Volume"])
    }

    @Test("a flood of signals ends in the last state")
    func flood() throws {
        let stage = try BusStage()
        let fake = try FakePlayer("flood", on: stage)
        let (registry, _) = try stage.watch()
        try fake.perform("Flood", .uint32(20_000))
        try fake.perform("Change", .vardict([("PlaybackStatus", .string("Playing"))]))
        try #require(stage.turn { registry.players[0].status == .playing })
        #expect(registry.players[0].value(of: .volume) == .double(0.99))
    }

    @Test("five hundred players are found, each once")
    func many() throws {
        let stage = try BusStage()
        let theirs = try stage.connect()
        let sample = try stage.publish("p0", on: theirs)
        sample.metadata.title = "T"
        var requests: [NameRequest] = []
        for number in 1..<500 {
            requests.append(theirs.requestName(try BusName("org.mpris.MediaPlayer2.p\(number)")) { _ in })
        }
        let (registry, _) = try stage.watch()
        try #require(stage.turn { registry.players.count == 500 && registry.players.allSatisfy(\.isAnswered) })
        #expect(registry.players.allSatisfy { $0.metadata.title == "T" })
        #expect(registry.players.count(where: \.isAlias) == 499)
    }
}
