// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonApplication
import BatonClient
import BatonDBus
import BatonEvents
import BatonMPRIS
import BatonTestSupport
import Testing

/// An application that plays: its place, the player on the bus, and interruptions.
@MainActor
@Suite struct PlayingTests {
    private let stage: HostStage
    private static let name: BusName = "org.mpris.MediaPlayer2.Tuner"

    init() throws { stage = try HostStage() }

    private var track: Metadata {
        var track = Metadata()
        track.title = "Prelude"
        return track
    }

    /// Calls the player as a panel does.
    private func call(_ member: MemberName) throws -> ErrorName? {
        try stage.stage.call(Self.name, PlayerInterface.objectPath, "org.mpris.MediaPlayer2.Player", member).errorName
    }

    private func isOwned() throws -> Bool {
        let answer = try stage.stage.call(
            .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", [.string(Self.name.rawValue)])
        return try answer.get().first == .boolean(true)
    }

    @Test("APP6: one that plays stands before those that do not")
    func places() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        let own = try #require(try stage.chain().first)
        let second = Application()
        let other = ApplicationHost(second, identity: "Second", on: try stage.stage.connect())
        second.beginReceivingRemoteControlEvents()
        try #require(stage.turn { other.state == .registered })
        try #require(try stage.chain().count == 2)
        other.isPlaying = true
        try #require(stage.turn { (try? stage.chain())?.last == own })
        other.isPlaying = false
        host.isPlaying = true
        #expect(stage.turn { (try? stage.chain())?.first == own })
    }

    @Test("APP7: with a track it is a player, whose commands are events, without batond too")
    func player() throws {
        let host = try stage.join()
        stage.application.beginReceivingRemoteControlEvents()
        host.nowPlaying = track
        host.isPlaying = true
        try #require(stage.turn { (try? isOwned()) == true })
        #expect(host.player?.status == .playing)
        #expect(try call("Next") == nil)
        #expect(try call("Stop") == .notSupported, "no responder takes it")
        #expect(try call("Pause") == nil)
        #expect(stage.player.received == ["104", "102", "101"])

        stage.application.setEnabled(false, for: .nextTrack)
        #expect(try call("Next") == nil, "a disabled command has no effect (rule MPRIS4)")
        #expect(stage.player.received.count == 3)
        host.nowPlaying = nil
        #expect(stage.turn { (try? isOwned()) == false })
    }

    @Test("APP7: with batond a command comes once, by way of the player, and without a track by way of the object")
    func once() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        host.nowPlaying = track
        host.isPlaying = true
        try #require(stage.turn { (try? stage.chain()) == [Self.name.rawValue] })
        #expect(try stage.send(.nextTrack) == Self.name.rawValue)
        #expect(stage.player.received == ["104"])
        host.nowPlaying = nil
        try #require(stage.turn { (try? stage.chain())?.first?.hasPrefix(":") == true })
        #expect(try stage.send(.nextTrack) != nil)
        #expect(stage.player.received == ["104", "104"])
    }

    @Test("APP7: where the name is taken the player has the number of its process in it")
    func nameTaken() throws {
        try stage.stage.own(Self.name, try stage.stage.connect())
        let host = try stage.join()
        host.nowPlaying = track
        #expect(stage.turn { host.player?.name.rawValue.contains(".Tuner.instance") == true })
    }

    /// Publishes a player that plays, and waits until it is the only responder.
    private func publish() throws -> ApplicationHost {
        try stage.start()
        let host = try stage.joinAndReceive()
        stage.player.takes.formUnion([.remoteControlBeginSeekingForward, .remoteControlEndSeekingForward])
        host.nowPlaying = track
        host.isPlaying = true
        try #require(stage.turn { (try? stage.chain()) == [Self.name.rawValue] })
        return host
    }

    @Test("APP15: a published player gets the beginning and the end of seeking, and what it does not take goes on")
    func seeking() throws {
        let host = try publish()
        #expect(try stage.send(.beginSeekingForward) == Self.name.rawValue)
        #expect(stage.player.received == ["108"])
        #expect(try stage.send(.endSeekingForward) != nil)
        #expect(stage.player.received == ["108", "109"])
        #expect(try stage.send(.beginSeekingBackward) == nil, "no responder takes it")
        #expect(try stage.send(.endSeekingBackward) == nil, "its beginning was not taken")
        #expect(stage.player.received == ["108", "109", "106"])
        withExtendedLifetime(host) {}
    }

    @Test("APP15: who took the beginning gets its end once, also when the player goes")
    func seekingEnds() throws {
        let host = try publish()
        #expect(try stage.send(.beginSeekingForward) == Self.name.rawValue)
        host.nowPlaying = nil
        #expect(stage.turn { stage.player.received == ["108", "109"] })
        try #require(stage.turn { (try? stage.chain())?.first?.hasPrefix(":") == true })
        #expect(try stage.send(.endSeekingForward) == nil)
        #expect(stage.player.received == ["108", "109"])
    }

    @Test("APP11: a responder that becomes first moves the player of its application, also one that has just come")
    func playerBecomesFirst() throws {
        let host = try publish()
        let second = Application()
        let other = ApplicationHost(second, identity: "Second", on: try stage.stage.connect())
        second.beginReceivingRemoteControlEvents()
        other.nowPlaying = track
        other.isPlaying = true
        try #require(stage.turn { (try? stage.chain())?.count == 2 })
        try #require(stage.turn { (try? stage.chain())?.first != Self.name.rawValue })
        stage.player.becomeFirstResponder()
        #expect(stage.turn { (try? stage.chain())?.first == Self.name.rawValue })

        // One that does not play comes behind the others that do not, unless it asks to be first.
        other.isPlaying = false
        let third = Application()
        let window = Window()
        third.addWindow(window)
        let responder = Recorder()
        responder.place = window
        let last = ApplicationHost(third, identity: "Third", on: try stage.stage.connect())
        third.beginReceivingRemoteControlEvents()
        last.nowPlaying = track
        responder.becomeFirstResponder()
        let names = ["Tuner", "Third", "Second"].map { "org.mpris.MediaPlayer2.\($0)" }
        #expect(stage.turn { (try? stage.chain()) == names })
        withExtendedLifetime((host, other, last)) {}
    }

    @Test("APP11: an application that was made first stays so when it publishes a player")
    func playerTakesThePlace() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        let second = Application()
        let other = ApplicationHost(second, identity: "Second", on: try stage.stage.connect())
        second.beginReceivingRemoteControlEvents()
        other.nowPlaying = track
        try #require(stage.turn { (try? stage.chain())?.count == 2 })
        stage.player.becomeFirstResponder()
        try #require(stage.turn { (try? stage.chain())?.first?.hasPrefix(":") == true })
        host.nowPlaying = track
        #expect(stage.turn { (try? stage.chain()) == [Self.name.rawValue, "org.mpris.MediaPlayer2.Second"] })
        withExtendedLifetime(other) {}
    }

    @Test("APP8: an interruption begins and ends, and says whether to go on")
    func interruptions() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        host.isPlaying = true
        try #require(stage.turn { (try? stage.pauseAll())?.isEmpty == false })
        try #require(stage.turn { stage.interruptions == [.interruptionBegan(source: "manual")] })
        host.isPlaying = false
        _ = try stage.outcome { stage.client.call(InterruptionsInterface.resume, reply: $0) }.get()
        #expect(stage.turn { stage.interruptions.last == .interruptionEnded(shouldResume: true) })
        #expect(stage.interruptions.count == 2)
    }

    @Test("APP8: a published player is paused and played by commands, and told why")
    func playerInterrupted() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        stage.player.inside = { [player = stage.player] in host.isPlaying = player.received.last == "100" }
        host.nowPlaying = track
        host.isPlaying = true
        try #require(stage.turn { (try? stage.chain()) == [Self.name.rawValue] })
        try #require(stage.turn { (try? stage.pauseAll())?.isEmpty == false })
        try #require(stage.turn { stage.interruptions == [.interruptionBegan(source: "manual")] })
        #expect(stage.player.received == ["101"] && !host.isPlaying)
        _ = try stage.outcome { stage.client.call(InterruptionsInterface.resume, reply: $0) }.get()
        #expect(stage.turn { stage.player.received == ["101", "100"] })
        #expect(stage.turn { stage.interruptions.count == 2 })
    }

    @Test("APP8: the bus goes during an interruption: it is over, and nothing goes on by itself")
    func busLost() throws {
        try stage.start()
        let host = try stage.joinAndReceive()
        host.isPlaying = true
        try #require(stage.turn { (try? stage.pauseAll())?.isEmpty == false })
        try #require(stage.turn { stage.interruptions.count == 1 })
        stage.stage.bus.kill()
        #expect(stage.turn { stage.interruptions.last == .interruptionEnded(shouldResume: false) })
        withExtendedLifetime(host) {}
    }

    @Test("APP9: batond's Undo comes back as an action, and only batond may send it")
    func undo() throws {
        let host = try stage.join()
        stage.player.actions = [.undo]
        let served = UndoActionsProbe(stage)
        #expect(try served.names() == ["undo"])
        #expect(try served.activate("undo") == nil)
        #expect(try served.activate("redo") == .failed)
        #expect(stage.player.performed == [.undo])
        withExtendedLifetime(host) {}
    }
}

extension HostStage {
    /// Pauses all that plays; returns what it was.
    func pauseAll() throws -> [String] {
        try outcome { client.call(InterruptionsInterface.pauseAll, within: .seconds(30), reply: $0) }.get()
    }
}

/// Calls the application's actions from a connection that has batond's name.
@MainActor
private struct UndoActionsProbe {
    let stage: HostStage
    private let agent: Connection?

    init(_ stage: HostStage) {
        self.stage = stage
        agent = try? stage.stage.connect(BatonBus.name)
    }

    private func call(_ member: MemberName, _ arguments: [Value] = []) throws -> Result<[Value], DBusError> {
        let name = try #require(stage.hostConnection?.uniqueName)
        try #require(stage.turn { stage.host?.state != .away })
        return try stage.stage.call(
            name, "/org/baton/Responder", "org.gtk.Actions", member, arguments, from: agent)
    }

    func names() throws -> [String] { try call("List").get().first?.asStringArray ?? [] }

    func activate(_ name: String) throws -> ErrorName? {
        try call("Activate", [.string(name), .array(DBusArray("v", [])), .vardict([])]).errorName
    }
}
