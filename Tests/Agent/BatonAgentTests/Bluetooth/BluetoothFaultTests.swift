// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Testing

@testable import BatonAgent

/// BlueZ and its adapters come, go, refuse, send nonsense and do not answer.
@Suite struct BluetoothFaultTests {
    private let stage: AgentStage
    private let bluez: FakeBluez
    private let player: StagePlayer

    init() throws {
        stage = try AgentStage([], hasSystemBus: true)
        bluez = FakeBluez(on: try stage.connect())
        player = try stage.player("one", "Playing")
    }

    private func works(_ adapter: String = "hci0", sourceLocation: SourceLocation = #_sourceLocation) throws {
        try #require(stage.turn { bluez.players[adapter] != nil }, sourceLocation: sourceLocation)
        let count = player.calls.count
        try bluez.press("Next", on: adapter)
        #expect(stage.turn { player.calls.count == count + 1 }, sourceLocation: sourceLocation)
    }

    /// The name, state and code of the doctor for each Bluetooth source.
    private func state() throws -> String {
        let rows = try stage.baton("Doctor").get().first
        guard case .array(let array)? = rows else { return "" }
        return array.elements.compactMap { row in
            guard case .structure(let fields) = row, fields[1].asString?.hasPrefix("Bluetooth") == true else {
                return nil
            }
            return "\(fields[1].asString ?? "") \(fields[2].asString ?? ""): \(fields[3].asString ?? "")"
        }.joined(separator: "\n")
    }

    @Test("BLUEZ17: bluetoothd starts anew: the player is registered again, without a word from BlueZ")
    func restart() throws {
        bluez.appear()
        try works()
        for _ in 0..<3 {
            bluez.disappear()
            try stage.settleAgent(after: bluez.connection)
            bluez.appear()
            try works()
        }
    }

    @Test("BLUEZ18: an adapter that is unplugged and comes back is registered at again; two have one each")
    func unplug() throws {
        bluez.appear()
        try works()
        bluez.plug("hci1")
        try works("hci1")
        #expect(bluez.players["hci0"]?.path != bluez.players["hci1"]?.path)
        bluez.unplug("hci0")
        try works("hci1")
        try stage.settleAgent(after: bluez.connection)
        #expect(try !state().contains("hci0"))
        bluez.plug("hci0")
        try works("hci0")
        #expect(bluez.title(on: "hci0") == "Title of one" && bluez.title(on: "hci1") == "Title of one")
    }

    @Test("signals of other peers, and nonsense, are no adapters")
    func nonsense() throws {
        bluez.appear()
        try works()
        let registered = bluez.log.filter { $0.hasPrefix("register") }
        let stranger = try stage.connect()
        bluez.signal(
            "InterfacesRemoved", [.objectPath("/org/bluez/hci0"), .strings(["org.bluez.Media1"])], from: stranger)
        try stage.settle(stranger)
        bluez.signal("InterfacesAdded", [])
        bluez.signal("InterfacesAdded", [.string("/org/bluez/hci7"), .uint32(7)])
        bluez.signal(
            "InterfacesAdded", [.objectPath("/org/bluez/hci7"), .vardict([("org.bluez.Adapter1", .uint32(1))])])
        bluez.signal("InterfacesRemoved", [.objectPath("/org/bluez/hci0")])
        bluez.signal("InterfacesRemoved", [.objectPath("/org/bluez/hci0"), .uint32(1)])
        try works()
        #expect(bluez.log.filter { $0.hasPrefix("register") } == registered)
    }

    @Test(
        "an answer that is no list of adapters is an empty one",
        arguments: [
            Value.dictionary(DBusDictionary("o", "a{sa{sv}}", [])),
            .dictionary(
                DBusDictionary(
                    "o", "a{sa{sv}}",
                    [
                        .init(
                            .objectPath("/x"),
                            .dictionary(DBusDictionary("s", "a{sv}", [.init(.string("y"), .vardict([]))])))
                    ])),
        ])
    func noAdapters(_ answer: Value) throws {
        bluez.objects = answer
        bluez.appear()
        try stage.settleAgent(after: bluez.connection)
        #expect(bluez.log.isEmpty)
        bluez.plug("hci1")
        try works("hci1")
    }

    @Test("ten thousand adapters cost no more than sixteen")
    func tooMany() throws {
        let media = Value.dictionary(
            DBusDictionary("s", "a{sv}", [.init(.string("org.bluez.Media1"), .vardict([]))]))
        bluez.objects = .dictionary(
            DBusDictionary(
                "o", "a{sa{sv}}", try (0..<10_000).map { .init(.objectPath(try ObjectPath("/a\($0)")), media) }))
        bluez.appear()
        try stage.settleAgent(after: bluez.connection)
        var count = 0
        for _ in 0..<8 where count == 0 {
            try stage.settleAgent(after: bluez.connection)
            count = try state().split(separator: "\n").count
        }
        #expect(count == 16)
        #expect(try stage.send(.nextTrack) == .by("one"))
    }

    @Test(
        "BLUEZ15: without an AVRCP target there is nothing to be done, and nothing is said",
        arguments: ["org.bluez.Error.NotSupported" as ErrorName, .unknownMethod, .unknownInterface])
    func noTarget(_ error: ErrorName) throws {
        bluez.answer = .error(error)
        bluez.appear()
        try #require(stage.turn { bluez.log == ["register hci0"] })
        try stage.settleAgent(after: bluez.connection)
        #expect(try state() == "Bluetooth hci0 unavailable: no-avrcp-target")
        #expect(bluez.log == ["register hci0"])
        #expect(stage.agent?.printed.contains("AVRCP") == false)
    }

    @Test("a refusal is told, and asked again when bluetoothd starts anew")
    func refusal() throws {
        bluez.answer = .error(.accessDenied)
        bluez.appear()
        try #require(stage.turn { bluez.log == ["register hci0"] })
        try stage.settleAgent(after: bluez.connection)
        #expect(try state().contains("player-forbidden"))
        bluez.disappear()
        try stage.settleAgent(after: bluez.connection)
        bluez.answer = .yes
        bluez.appear()
        try works()
    }

    @Test("a player that BlueZ has already is ours, and is told what has changed")
    func alreadyThere() throws {
        bluez.answer = .error("org.bluez.Error.NotReady")
        bluez.appear()
        try #require(stage.turn { bluez.log == ["register hci0"] })
        bluez.answer = .error("org.bluez.Error.AlreadyExists")
        try #require(stage.turn { bluez.log == ["register hci0", "register hci0"] })
        try stage.settleAgent(after: bluez.connection)
        #expect(try state() == "Bluetooth hci0 works: listening")
    }

    @Test("BLUEZ3: a registration that was there already is told all, also what has gone back to how players begin")
    func staleRegistration() throws {
        bluez.answer = .silence
        bluez.appear()
        try #require(stage.turn { bluez.sees("PlaybackStatus") == "Playing" })
        bluez.answer = .error("org.bluez.Error.AlreadyExists")
        player.change([
            ("PlaybackStatus", .string("Stopped")), ("Metadata", .vardict([])), ("Shuffle", .boolean(false)),
        ])
        #expect(stage.turn { bluez.sees("PlaybackStatus") == "Stopped" })
        #expect(bluez.title() == nil)
        for property in ["Shuffle", "LoopStatus", "CanPlay", "CanPause", "CanGoNext", "CanGoPrevious", "CanControl"] {
            #expect(bluez.log.contains { $0.hasPrefix("\(property) ") }, "\(property) was not told")
        }
    }

    @Test("a bluetoothd that answers nothing delays nothing; presses count all the same, and the end is in order")
    func silence() throws {
        bluez.answer = .silence
        bluez.appear()
        try #require(stage.turn { bluez.players["hci0"] != nil })
        #expect(try stage.send(.nextTrack) == .by("one"))
        #expect(player.calls == ["Next"])
        try bluez.press("Previous")
        #expect(stage.turn { player.calls == ["Next", "Previous"] })
        #expect(try stage.stopAgent() == 0)
        #expect(stage.turn { bluez.log.last == "unregister hci0" })
    }

    @Test("a bluetoothd that does not tell its adapters delays nothing")
    func silentList() throws {
        bluez.isSilent = true
        bluez.appear()
        try stage.settleAgent(after: bluez.connection)
        #expect(try stage.send(.nextTrack) == .by("one"))
        bluez.plug("hci1")
        try works("hci1")
        #expect(try stage.stopAgent() == 0)
    }

    @Test("the bus goes and comes back, and bluetoothd with it")
    func busLost() throws {
        bluez.appear()
        try works()
        stage.bus.kill()
        _ = stage.turn { stage.client.uniqueName == nil }
        try stage.bus.start()
        try #require(stage.turn { bluez.log.filter { $0 == "register hci0" }.count == 2 })
    }
}
