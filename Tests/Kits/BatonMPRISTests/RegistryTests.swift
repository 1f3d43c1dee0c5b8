// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonMPRIS

/// Correct players, published with the library itself, and a registry on a real bus.
@Suite struct RegistryTests {
    @Test("players that are there before are found with all they tell, and asked at once")
    func findsWhoIsThere() throws {
        let stage = try BusStage()
        let player = try stage.publish("one")
        player.metadata.title = "Title"
        player.metadata.length = 9_000_000
        player.status = .playing
        try stage.publish("two")[.canPause] = .boolean(false)

        let (registry, log) = try stage.watch()

        let one = try #require(registry["org.mpris.MediaPlayer2.one"])
        let two = try #require(registry["org.mpris.MediaPlayer2.two"])
        #expect(Set(log.take().filter { $0.hasPrefix("+") }) == ["+one", "+two"])
        #expect(one.isAnswered && two.isAnswered)
        #expect(one.status == .playing)
        #expect(one.identity == "The one")
        #expect(one.metadata.title == "Title")
        #expect(one.capabilities == .all)
        #expect(two.capabilities == Capabilities.all.subtracting(.pause))
        #expect(log.problems.isEmpty)
        #expect(one.properties(of: .root).map(\.name).contains("Identity"))
    }

    @Test("MPRIS5, MPRIS9: a capability that is not exported counts as true; without CanControl there is none")
    func capabilities() throws {
        let stage = try BusStage()
        let quiet = try stage.publish("quiet")
        let all: [PlayerProperty] = [.canControl, .canPlay, .canPause, .canGoNext, .canGoPrevious, .canSeek]
        for property in all { quiet[property] = nil }
        try stage.publish("locked")[.canControl] = .boolean(false)
        let (registry, _) = try stage.watch()
        let seen = try #require(registry["org.mpris.MediaPlayer2.quiet"])
        #expect(seen.isAnswered && all.allSatisfy { seen.value(of: $0) == nil }, "it exports capabilities")
        #expect(seen.capabilities == .all)
        #expect(registry["org.mpris.MediaPlayer2.locked"]?.capabilities == [])
    }

    @Test("a player that appears is asked; one that leaves is gone at once")
    func comesAndGoes() throws {
        let stage = try BusStage()
        let (registry, log) = try stage.watch()
        #expect(registry.players.isEmpty)

        let player = try stage.publish("one")
        try #require(stage.turn { registry.players.first?.isAnswered == true })
        #expect(log.take().filter { !$0.contains(".") } == ["+one", "=one"])

        player.withdraw()
        try #require(stage.turn { registry.players.isEmpty })
        #expect(log.take() == ["-one"])
    }

    @Test("a change is told once, with what changed; the same again is not")
    func changes() throws {
        let stage = try BusStage()
        let player = try stage.publish("one")
        let (registry, log) = try stage.watch()
        let connection = try stage.connect()
        _ = log.take()

        player.status = .playing
        player.metadata.title = "A"
        try #require(stage.turn { registry.players[0].metadata.title == "A" })
        #expect(log.take() == ["one.PlaybackStatus", "one.Metadata"])
        #expect(registry.players[0].playingSince != nil)

        player[.volume] = .double(1)
        player.status = .playing
        try stage.settle(connection)
        #expect(log.take().isEmpty)
        // A property is removed.
        player[.volume] = nil
        try #require(stage.turn { registry.players[0].value(of: .volume) == nil })
        #expect(log.take() == ["one.!Volume"])
    }

    @Test("MPRIS42: a player that appears between the match and the list is neither lost nor counted twice")
    func appearsDuringTheList() throws {
        let stage = try BusStage()
        let mine = try stage.connect()
        let theirs = try stage.connect()
        let names = (0..<20).map { PublishedPlayer(number: $0, on: theirs) }
        let registry = PlayerRegistry(connection: mine)
        let log = RegistryLog(registry)

        // Some names are owned before ListNames is sent, some after it, all before its reply. One owner leaves.
        for player in names[..<10] { _ = theirs.requestName(player.name) { _ in } }
        registry.start()
        let leaving = theirs.requestName("org.mpris.MediaPlayer2.leaving") { _ in }
        for player in names[10...] { _ = theirs.requestName(player.name) { _ in } }
        leaving.release()
        try #require(stage.turn { registry.players.count == 20 && registry.isSettled })
        try stage.settle(mine)

        #expect(registry.players.count == 20)
        let told = log.take().filter { $0.hasPrefix("+p") }
        #expect(told.count == 20)
        #expect(Set(told).count == 20)
        #expect(registry["org.mpris.MediaPlayer2.leaving"] == nil)
    }

    @Test("a list that is asked for again while owners are looked up still settles, and counts no player twice")
    func listedAgain() throws {
        let stage = try BusStage()
        for index in 0..<5 { _ = try stage.publish("p\(index)") }
        var ignored: Set<BusName> = []
        let registry = PlayerRegistry(connection: try stage.connect()) { !ignored.contains($0) }
        let log = RegistryLog(registry)
        registry.start()
        // The name becomes ignored while its owner is being looked up.
        ignored = ["org.mpris.MediaPlayer2.p3"]
        registry.reconsider()
        registry.reconsider()
        #expect(stage.turn { registry.isSettled && registry.players.count == 4 })
        #expect(log.take().filter { $0.hasPrefix("+") }.count == 4)
        for _ in 0..<3 { registry.reconsider() }
        #expect(stage.turn { registry.isSettled })
        #expect(registry.players.count == 4)
    }

    @Test("MPRIS1: one process with two names is two players, told together, and the second says that it is the same")
    func twoNames() throws {
        let stage = try BusStage()
        let connection = try stage.connect()
        let player = try stage.publish("vlc", on: connection)
        let request = try stage.own("org.mpris.MediaPlayer2.vlc.instance7", connection)
        let (registry, log) = try stage.watch()
        _ = log.take()
        #expect(registry.players.count == 2)
        #expect(registry.players(ownedBy: registry.players[0].owner).count == 2)
        #expect(registry.players.filter(\.isAlias).count == 1)

        player.status = .playing
        try #require(stage.turn { registry.players.allSatisfy { $0.status == .playing } })

        request.release()
        try #require(stage.turn { registry.players.count == 1 })
        #expect(registry.players[0].isAlias == false)
    }

    @Test("a name that another process takes over is asked anew, and its old owner's answers and signals do not count")
    func ownerReplaced() throws {
        let stage = try BusStage()
        let old = try stage.connect()
        let name: BusName = "org.mpris.MediaPlayer2.one"
        let first = try stage.publish("old", on: old)
        try stage.own(name, old, flags: [.allowReplacement])
        let (registry, log) = try stage.watch()
        let player = try #require(registry[name])
        first.status = .playing
        try #require(stage.turn { player.status == .playing })
        #expect(player.message(.play).destination == old.uniqueName)

        let new = try stage.connect()
        let second = try stage.publish("new", on: new)
        second.metadata.title = "New"
        _ = log.take()
        try stage.own(name, new, flags: [.replaceExisting])
        try #require(stage.turn { player.isAnswered && player.metadata.title == "New" })

        #expect(registry[name] === player)
        #expect(player.status == .stopped)
        #expect(player.owner == new.uniqueName)
        #expect(player.message(.play).destination == new.uniqueName)
        #expect(log.take().prefix(2).contains("/one"))
        first.status = .paused
        try stage.settle(old)
        #expect(player.status == .stopped)
    }

    @Test("signals of strangers and of ourselves belong to no player")
    func strangers() throws {
        let stage = try BusStage()
        try stage.publish("one").status = .paused
        let mine = try stage.connect()
        let (registry, log) = try stage.watch(mine)
        let stranger = try stage.connect()
        _ = log.take()

        for connection in [stranger, mine] {
            let signal = Message.signal(
                path: PlayerInterface.objectPath, interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged")
            try signal.append(
                .string("org.mpris.MediaPlayer2.Player"), .vardict([("PlaybackStatus", .string("Playing"))]),
                .strings([]))
            connection.send(signal)
        }
        try stage.own("org.mpris.MediaPlayer2.mine", mine)
        try stage.settle(stranger)
        try stage.settle(mine)

        #expect(log.take().isEmpty)
        #expect(registry.players.count == 1)
    }

    @Test("a name that is no player by the rule is not taken in, and is when the rule changes")
    func rule() throws {
        let stage = try BusStage()
        try stage.publish("one").status = .paused
        try stage.publish("two").status = .paused
        var ignored: Set<BusName> = ["org.mpris.MediaPlayer2.one"]
        let registry = PlayerRegistry(connection: try stage.connect()) { !ignored.contains($0) }
        registry.start()
        try #require(stage.turn { registry.isSettled })
        #expect(registry.players.map(\.name) == ["org.mpris.MediaPlayer2.two"])

        ignored = ["org.mpris.MediaPlayer2.two"]
        registry.reconsider()
        try #require(stage.turn { registry.isSettled && !registry.players.isEmpty })
        #expect(registry.players.map(\.name) == ["org.mpris.MediaPlayer2.one"])
    }

    @Test("the position is extrapolated, corrected by Seeked and by asking, and reset by another track")
    func position() throws {
        let stage = try BusStage()
        let player = try stage.publish("one")
        player.metadata.trackID = "/t/1"
        player.metadata.length = 100_000_000
        player.status = .playing
        player.position = 10_000_000
        let (registry, log) = try stage.watch()
        let proxy = registry.players[0]
        let now = stage.reactor.now
        #expect((10_000_000...12_000_000).contains(proxy.position(at: now)))
        #expect((15_000_000...17_000_000).contains(proxy.position(at: now + .seconds(5))))
        #expect(!proxy.positionIsStale)

        player.seeked(to: 50_000_000)
        try #require(stage.turn { !log.signals.isEmpty })
        #expect((50_000_000...52_000_000).contains(proxy.position(at: stage.reactor.now)))

        player.metadata.trackID = "/t/2"
        try #require(stage.turn { proxy.metadata.trackID == "/t/2" })
        #expect(proxy.position(at: stage.reactor.now) < 2_000_000)
        #expect(proxy.positionIsStale)

        player.position = 33_000_000
        var answer: MediaTime?
        proxy.refreshPosition(within: .seconds(30)) { answer = try? $0.get() }
        try #require(stage.turn { answer != nil })
        #expect((33_000_000...35_000_000).contains(proxy.position(at: stage.reactor.now)))
        #expect(!proxy.positionIsStale)
    }

    @Test("calls and properties reach the player; what it may not is refused before anything is sent")
    func calls() throws {
        let stage = try BusStage()
        let player = try stage.publish("one")
        var heard: [String] = []
        player.onCommand = { method, call in
            heard.append("\(method)\(call.arguments.compactMap(\.asInt64))")
            call.reply()
        }
        player.onSet = { property, value, call in
            player[property] = value
            call.reply()
        }
        let (registry, _) = try stage.watch()
        let proxy = registry.players[0]
        var replies = 0
        try proxy.call(.next, within: .seconds(30)) { if case .success = $0 { replies += 1 } }
        try proxy.call(.seek, [.int64(-5)], within: .seconds(30)) { if case .success = $0 { replies += 1 } }
        try proxy.setPosition(7, of: "/t/1", within: .seconds(30)) { if case .success = $0 { replies += 1 } }
        try proxy.setProperty(.volume, to: .double(0.5), within: .seconds(30)) {
            if case .success = $0 { replies += 1 }
        }
        try #require(stage.turn { replies == 4 && proxy.value(of: .volume) == .double(0.5) })

        #expect(heard == ["next[]", "seek[-5]", "setPosition[7]"])
        #expect(throws: DBusError.self) { try proxy.setProperty(.volume, to: .string("x"), within: .seconds(1)) }
        #expect(throws: DBusError.self) { try proxy.setProperty(.metadata, to: .vardict([]), within: .seconds(1)) }
    }

    @Test("a track list is kept up to date once it is loaded, and not before")
    func trackList() throws {
        let stage = try BusStage()
        let player = try stage.publish("one", interfaces: PlayerInterface.allCases)
        player[.tracks] = .strings(["/t/1"])
        let (registry, log) = try stage.watch()
        let proxy = registry.players[0]
        #expect(proxy.hasTrackList)
        #expect(proxy.value(of: .tracks) == nil)

        proxy.load(.trackList)
        proxy.load(.playlists)
        try #require(stage.turn { proxy.value(of: .tracks) != nil && proxy.value(of: .playlistCount) != nil })
        #expect(proxy.value(of: .tracks)?.asStringArray == ["/t/1"])

        // The signal invalidates the property, without a value.
        player[.tracks] = .strings(["/t/1", "/t/2"])
        try #require(stage.turn { proxy.value(of: .tracks)?.asStringArray == ["/t/1", "/t/2"] })
        player.emit(.trackListReplaced(["/t/3"], current: "/t/3"))
        try #require(stage.turn { proxy.value(of: .tracks)?.asStringArray == ["/t/3"] })
        #expect(log.signals == [.trackListReplaced(["/t/3"], current: "/t/3")])

        proxy.unload(.trackList)
        #expect(proxy.value(of: .tracks) == nil)
        #expect(proxy.status == .stopped)
    }

    @Test("a bus that is lost takes all players along; they are found again when it is back")
    func busLost() throws {
        let stage = try BusStage()
        var options = ConnectionOptions()
        options.firstBackOff = .milliseconds(20)
        let mine = try stage.connect(options: options)
        let theirs = try stage.connect(options: options)
        try stage.publish("one", on: theirs).status = .paused
        let (registry, log) = try stage.watch(mine)
        mine.onStateChange = { state in
            switch state {
            case .connecting: registry.start()
            case .waiting: registry.busLost()
            case .connected, .closed: break
            }
        }
        var settled = 0
        let observation = registry.observe { if case .settled = $0 { settled += 1 } }
        defer { observation.cancel() }
        stage.bus.kill()
        try #require(stage.turn { registry.players.isEmpty })
        #expect(log.take().last == "-one")
        #expect(settled == 0, "without a bus the players are unknown")

        try stage.bus.start()
        try #require(stage.turn { registry.players.first?.isAnswered == true })
        #expect(registry.players.count == 1)
        #expect(stage.turn { settled == 1 }, "it settles on each bus anew")
    }
}

extension PublishedPlayer {
    /// Makes one of many players.
    fileprivate convenience init(number: Int, on connection: Connection) {
        self.init(name: BusName(stringLiteral: "org.mpris.MediaPlayer2.p\(number)"), identity: "", on: connection)
    }
}
