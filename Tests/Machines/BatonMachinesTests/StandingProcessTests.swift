// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// Machines whose programs stand still or die (docs/machines.md).
@Suite("A household whose programs stand still or die", .serialized)
struct StandingProcessTests {
    private let household: TestHousehold

    init() throws { household = try TestHousehold() }

    private var broker: TestBroker { household.broker }
    private var reactor: Reactor { household.reactor }

    private func pass(_ duration: Duration) {
        let begun = reactor.now
        _ = reactor.turn(until: { reactor.now - begun > duration })
    }

    @Test("a batond that dies in a call starts nothing at the others, neither then nor when they give the call up")
    func deadAgent() throws {
        let laptop = try household.machine("laptop", "interruptions = tell")
        let tv = try household.machine("tv", "interruptions = follow")
        let film = try tv.player("film", "Playing")
        let call = try laptop.interrupt("call")
        try #require(tv.turn { film.calls == ["Pause"] }, "\(tv.bridge?.printed ?? "")")
        let died = reactor.now
        laptop.batond?.kill()
        try laptop.startAgent()
        let isOver = try tv.turn {
            let active = try tv.get("org.baton.Baton1.Interruptions", "Active")
            if case .array(let rows)? = active { return rows.elements.isEmpty }
            return false
        }
        let passed = reactor.now - died
        #expect(isOver && passed > .seconds(9), "after \(passed): \(tv.bridge?.printed ?? "")")
        pass(.seconds(1))
        #expect(film.calls == ["Pause"])
        withExtendedLifetime(call) {}
    }

    @Test("a call that the next batond takes up goes on, and what it paused goes on at its end")
    func nextAgent() throws {
        let laptop = try household.machine("laptop", "interruptions = tell")
        let tv = try household.machine("tv", "interruptions = follow")
        let film = try tv.player("film", "Playing")
        let first = try laptop.interrupt("call")
        try #require(tv.turn { film.calls == ["Pause"] }, "\(tv.bridge?.printed ?? "")")
        laptop.batond?.kill()
        try laptop.startAgent()
        let second = try laptop.interrupt("call")
        pass(.seconds(1))
        #expect(film.calls == ["Pause"], "nothing plays between the two")
        try laptop.end(second)
        #expect(tv.turn { film.calls == ["Pause", "Play"] }, "\(film.calls)")
        withExtendedLifetime(first) {}
    }

    @Test("MPRIS107: a Pause at a followed machine that its own call has paused keeps it paused after the call")
    func pauseInCall() throws {
        let tv = try household.machine("tv", "interruptions = both")
        let laptop = try household.machine("laptop", "interruptions = both\nfollow = tv")
        let film = try tv.player("film", "Playing")
        try laptop.expect("Playing", of: MachineStage.prefix + "tv")
        let call = try laptop.interrupt("call")
        try laptop.expect("Paused", of: MachineStage.prefix + "tv")
        try laptop.press(101)
        try laptop.end(call)
        pass(.seconds(1))
        #expect(film.calls.first == "Pause" && !film.calls.contains("Play"), "\(film.calls)")
    }

    @Test("what lay in the socket of a baton-mqtt that was stopped goes to no other machine")
    func stoppedSender() throws {
        let tv = try household.machine("tv")
        let laptop = try household.machine("laptop", "follow = tv")
        let film = try tv.player("mpv", "Playing")
        try laptop.expect("Playing", of: MachineStage.prefix + "tv")
        laptop.bridge?.suspend()
        var answer: Result<Message, DBusError>?
        let message = Message.methodCall(
            to: try BusName(MachineStage.prefix + "tv"), path: "/org/mpris/MediaPlayer2",
            interface: "org.mpris.MediaPlayer2.Player", member: "Pause")
        laptop.stage.connection.call(message, within: .seconds(20)) { answer = $0 }
        pass(.seconds(6))
        laptop.bridge?.resume()
        #expect(laptop.turn { answer != nil })
        #expect((try? answer?.get()) == nil, "it is refused")
        // What comes after that is done.
        #expect(try laptop.turn { try laptop.pause(MachineStage.prefix + "tv") })
        #expect(film.calls == ["Pause"], "\(film.calls)")
    }

    @Test("what a batond that was stopped could not do within five seconds it does not do when it goes on")
    func stoppedAgent() throws {
        let tv = try household.machine("tv")
        let film = try tv.player("mpv", "Playing")
        tv.batond?.suspend()
        try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-m", "pause"])
        try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-m", #"{"do":"volume","value":0.3}"#])
        pass(.seconds(6))
        tv.batond?.resume()
        pass(.milliseconds(500))
        #expect(film.calls.isEmpty, "\(film.calls)")
        try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-m", "next"])
        #expect(tv.turn { film.calls == ["Next"] }, "\(film.calls)")
    }
}
