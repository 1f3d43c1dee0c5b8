// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// Two machines at a real broker, each with a bus, batond and baton-mqtt of its own (docs/machines.md).
@Suite("A household on real buses", .serialized)
struct HouseholdOnBusTests {
    private let household: TestHousehold

    init() throws { household = try TestHousehold() }

    private var broker: TestBroker { household.broker }
    private var reactor: Reactor { household.reactor }

    @Test("a followed machine is one player here, and a press here pauses what plays there")
    func presses() throws {
        let tv = try household.machine("tv")
        let laptop = try household.machine("laptop", "follow = tv")
        let film = try tv.player("mpv", "Playing")
        try laptop.expect("Playing", of: MachineStage.prefix + "tv")
        try laptop.press(101)
        #expect(film.calls == ["Pause"])
    }

    @Test("MPRIS107: what plays there comes before what is silent here, and behind what plays here")
    func order() throws {
        let tv = try household.machine("tv")
        let laptop = try household.machine("laptop", "follow = tv")
        let song = try laptop.player("song", "Paused")
        let film = try tv.player("mpv", "Playing")
        let (here, there) = ("org.mpris.MediaPlayer2.song", MachineStage.prefix + "tv")
        try laptop.expectChain { $0 == [there, here] }
        song.setStatus("Playing")
        try laptop.expectChain { $0 == [here, there] }
        song.setStatus("Paused")
        film.setStatus("Paused")
        try laptop.expectChain { $0 == [here, there] }
    }

    @Test("three machines that follow each other show each other once, and tell nothing of each other on")
    func noLoops() throws {
        let names = ["a", "b", "c"]
        let machines = try names.map { name in
            try household.machine(name, names.filter { $0 != name }.map { "follow = \($0)" }.joined(separator: "\n"))
        }
        let player = try machines[0].player("mpv", "Playing")
        for (index, machine) in machines.enumerated() {
            let others = names.enumerated().filter { $0.offset != index }.map { MachineStage.prefix + $0.element }
            try machine.expectChain { Set($0.filter { $0.hasPrefix(MachineStage.prefix) }) == Set(others) }
        }
        try machines[1].expect("Playing", of: MachineStage.prefix + "a")
        try machines[1].press(101)
        #expect(player.calls == ["Pause"])
    }

    @Test("another client's command is done if it is allowed, and never if the broker had kept it")
    func commands() throws {
        let tv = try household.machine("tv")
        let film = try tv.player("mpv", "Playing")
        try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-r", "-m", "next"])
        try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-m", "quit"])
        try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-m", "pause"])
        #expect(tv.turn { film.calls.contains("Pause") })
        #expect(film.calls == ["Pause"], "\(tv.bridge?.printed ?? "")")
        tv.killBridge()
        // A kept one would be done at each start.
        try tv.startBridge()
        try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-m", "play"])
        #expect(tv.turn { film.calls.contains("Play") })
        #expect(film.calls == ["Pause", "Play"])
    }

    @Test("after baton-mqtt stood still, nothing that lay in its socket is done, and what comes then is")
    func stoodStill() throws {
        let tv = try household.machine("tv")
        let film = try tv.player("mpv", "Playing")
        tv.bridge?.suspend()
        let begun = reactor.now
        // By QoS 1 the client ends when the broker has passed the message on: it lies in the socket then.
        let command = ["-q", "1", "-t", "baton/tv/command", "-m"]
        try broker.client("mosquitto_pub", command + ["next"])
        _ = reactor.turn(until: { reactor.now - begun > .seconds(6) })
        // The kernel joins what lies there, and has the time of the youngest byte.
        try broker.client("mosquitto_pub", command + ["previous"])
        tv.bridge?.resume()
        #expect(tv.turn { (tv.bridge?.printed ?? "").contains("too-old") }, "\(tv.bridge?.printed ?? "")")
        // What comes while the second one still lies there is as old as that one, and is sent again.
        for _ in 0..<10 where film.calls.isEmpty {
            try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-m", "pause"])
            _ = tv.turn(within: .seconds(6)) { !film.calls.isEmpty }
        }
        #expect(film.calls.first == "Pause" && Set(film.calls).count == 1, "\(film.calls)")
    }

    @Test("a configuration that is read anew forgets no command that was done")
    func readAnew() throws {
        let tv = try household.machine("tv")
        let film = try tv.player("mpv", "Playing")
        let command = ["-t", "baton/tv/command", "-m", #"{"do":"next","id":"1"}"#]
        try broker.client("mosquitto_pub", command)
        #expect(tv.turn { film.calls == ["Next"] })
        try tv.reload()
        try broker.client("mosquitto_pub", command)
        try broker.client("mosquitto_pub", ["-t", "baton/tv/command", "-m", "pause"])
        #expect(tv.turn { film.calls.contains("Pause") })
        #expect(film.calls == ["Next", "Pause"])
    }

    @Test("without titles no track's name of a player is told either")
    func noTitles() throws {
        let tv = try household.machine("tv", "titles = no")
        let film = try tv.player("film", "Playing")
        film.change([
            ("Metadata", .vardict([("mpris:trackid", .objectPath("/secret")), ("xesam:title", .string("secret"))]))
        ])
        try awaitText("{", at: "baton/tv/now")
        #expect(try !kept(at: "baton/tv/now").contains("secret"))
    }

    @Test("a call on one machine pauses the others, which go on afterwards; what was not playing stays silent")
    func calls() throws {
        let laptop = try household.machine("laptop", "interruptions = tell")
        let tv = try household.machine("tv", "interruptions = follow")
        let radio = try household.machine("radio", "interruptions = both")
        let (film, music) = (try tv.player("film", "Playing"), try radio.player("music", "Paused"))
        let call = try laptop.interrupt("call")
        #expect(tv.turn { film.calls.contains("Pause") }, "\(tv.bridge?.printed ?? "")")
        try laptop.end(call)
        #expect(tv.turn { film.calls.contains("Play") }, "\(tv.bridge?.printed ?? "")")
        #expect(film.calls == ["Pause", "Play"] && music.calls.isEmpty)
        _ = radio
    }

    @Test("a call that is over before batond here has answered ends here too, and what it paused goes on")
    func overAtOnce() throws {
        let laptop = try household.machine("laptop", "interruptions = tell")
        let tv = try household.machine("tv", "interruptions = follow")
        let film = try tv.player("film", "Playing")
        tv.batond?.suspend()
        let call = try laptop.interrupt("call")
        try awaitText("[{", at: "baton/laptop/interruptions")
        try laptop.end(call)
        try awaitText("[]", at: "baton/laptop/interruptions")
        tv.batond?.resume()
        #expect(tv.turn { film.calls == ["Pause", "Play"] }, "\(film.calls) \(tv.bridge?.printed ?? "")")
    }

    @Test("the picture of what plays is told with pictures = yes, and is gone with the player's")
    func pictures() throws {
        let tv = try household.machine("tv", "pictures = yes")
        let file = broker.folder.write("GIF89a and more", to: "cover.gif")
        let film = try tv.player("film", "Playing")
        film.change([("Metadata", picture("file://\(file)"))])
        try awaitText("GIF89a and more", at: "baton/tv/picture")
        film.change([("Metadata", picture("file:///etc/passwd"))])
        #expect(tv.turn { (try? kept(at: "baton/tv/picture")) == "" })
    }

    private func picture(_ url: String) -> Value {
        .vardict([("mpris:trackid", .objectPath("/1")), ("mpris:artUrl", .string(url))])
    }

    /// Waits until the broker keeps a text that begins so.
    private func awaitText(_ beginning: String, at topic: String) throws {
        var seen = ""
        let isThere = try reactor.turn(until: { () throws -> Bool in
            seen = try kept(at: topic)
            return seen.hasPrefix(beginning)
        })
        #expect(isThere, "\(topic) is '\(seen)'")
    }

    /// What the broker keeps at a topic; empty for nothing.
    private func kept(at topic: String) throws -> String {
        let client = try ChildProcess(
            [
                "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", topic, "-C", "1", "-W", "1",
                "--retained-only",
            ],
            environment: ["PATH": "/usr/bin:/bin"])
        try client.waitForEnd()
        let printed = client.printed
        return printed.hasPrefix("Timed out") ? "" : printed
    }

    @Test("one machine's many interruptions are one here, and take no place of another machine's call")
    func many() throws {
        let evil = try household.machine("evil", "interruptions = tell")
        let laptop = try household.machine("laptop", "interruptions = tell")
        let tv = try household.machine("tv", "interruptions = follow")
        let film = try tv.player("film", "Playing")
        let list = (0..<40).map { #"{"id":"\#($0)","cause":"call","reason":"x"}"# }.joined(separator: ",")
        evil.killBridge()
        try broker.client("mosquitto_pub", ["-r", "-t", "baton/evil/interruptions", "-m", "[\(list)]"])
        try broker.client("mosquitto_pub", ["-r", "-t", "baton/evil/available", "-m", "online"])
        #expect(tv.turn { film.calls == ["Pause"] })
        film.setStatus("Playing")
        let call = try laptop.interrupt("call")
        #expect(tv.turn { film.calls == ["Pause", "Pause"] }, "\(film.calls) \(tv.bridge?.printed ?? "")")
        #expect(try active(tv) == 2)
        try laptop.end(call)
        #expect(try tv.turn { try active(tv) == 1 })
    }

    private func active(_ machine: MachineStage) throws -> Int {
        guard case .array(let active)? = try machine.get("org.baton.Baton1.Interruptions", "Active") else { return -1 }
        return active.elements.count
    }

    @Test("a machine that is lost in a call ends its call at the others, where nothing goes on by itself")
    func lostInCall() throws {
        let laptop = try household.machine("laptop", "interruptions = tell")
        let tv = try household.machine("tv", "interruptions = follow")
        let film = try tv.player("film", "Playing")
        let call = try laptop.interrupt("call")
        #expect(tv.turn { film.calls.contains("Pause") })
        laptop.killBridge()
        #expect(
            try tv.turn {
                guard case .array(let active)? = try tv.get("org.baton.Baton1.Interruptions", "Active") else {
                    return false
                }
                return active.elements.isEmpty
            }, "\(tv.bridge?.printed ?? "")")
        #expect(film.calls == ["Pause"])
        withExtendedLifetime(call) {}
    }

    @Test("a machine that is gone leaves the bus after ten seconds, and one that comes back before keeps its place")
    func away() throws {
        let tv = try household.machine("tv")
        let laptop = try household.machine("laptop", "follow = tv")
        let film = try tv.player("mpv", "Playing")
        let there = MachineStage.prefix + "tv"
        try laptop.expect("Playing", of: there)
        tv.killBridge()
        try tv.startBridge()
        // The player has stayed, and takes commands as soon as the laptop hears of the TV.
        #expect(try laptop.chain() == [there])
        #expect(try laptop.turn { try laptop.pause(there) }, "\(laptop.bridge?.printed ?? "")")
        #expect(film.calls == ["Pause"])
        tv.killBridge()
        let start = reactor.now
        try laptop.expectChain { $0.isEmpty }
        #expect(reactor.now - start > .seconds(9), "it left after \(reactor.now - start)")
    }

    @Test("after the broker's restart with an empty store all is as before")
    func emptyBroker() throws {
        let tv = try household.machine("tv")
        let laptop = try household.machine("laptop", "follow = tv")
        let film = try tv.player("mpv", "Playing")
        try laptop.expect("Playing", of: MachineStage.prefix + "tv")
        broker.stop()
        try broker.start()
        #expect(tv.turn { (tv.bridge?.printed ?? "").contains("no broker") })
        // The two come back one after the other, within some seconds.
        let isDone = try laptop.turn { try laptop.pause(MachineStage.prefix + "tv") }
        #expect(isDone && film.calls == ["Pause"], "\(laptop.bridge?.printed ?? "") \(tv.bridge?.printed ?? "")")
    }
}
