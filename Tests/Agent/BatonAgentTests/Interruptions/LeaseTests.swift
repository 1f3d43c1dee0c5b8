// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonTestSupport
import Glibc
import SystemPackage
import Testing

@Suite("Interruptions: applications and the user")
struct LeaseTests {
    @Test("I155: right after the agent's start Begin waits for players that have not answered yet")
    func atStart() throws {
        let stage = try AgentStage(nil)
        let slow = try OtherPlayer("slow", "Playing", on: stage, "--delay", "300")
        try stage.startAgent()
        let lease = try stage.begin()
        #expect(stage.turn { slow.status == "Paused" })
        withExtendedLifetime(lease) {}
    }

    @Test(
        "I13: an application's interruption ends by End, by closing the pipe, and with the application",
        arguments: 0..<3)
    func ends(how: Int) throws {
        let stage = try LeaseStage()
        let caller = try stage.stage.connect()
        var leases: [UnixFileDescriptor] = []
        let id = try { () throws -> UInt32 in
            let begun = try stage.begin(from: caller)
            leases.append(begun.lease)
            return begun.id
        }()
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        switch how {
        case 0: _ = try stage.call("End", .uint32(id), from: caller)
        case 1: leases = []
        default: caller.close()
        }
        #expect(stage.calls(["Pause", "Play"]), "\(stage.player.calls)")
        withExtendedLifetime(leases) {}
    }

    @Test("I13: the lease of an interruption that has ended in another way reports an error to poll", arguments: 0..<2)
    func overLease(how: Int) throws {
        let stage = try LeaseStage()
        let (id, lease) = try stage.begin()
        #expect(!isOver(lease))
        if how == 0 {
            _ = try stage.call("End", .uint32(id)).get()
        } else {
            try #require(stage.stage.agent).kill()
        }
        #expect(stage.stage.turn { isOver(lease) })
    }

    private func isOver(_ lease: UnixFileDescriptor) -> Bool {
        var polled = pollfd(fd: lease.fileDescriptor.rawValue, events: 0, revents: 0)
        return poll(&polled, 1, 0) == 1 && Int32(polled.revents) & POLLERR != 0
    }

    @Test("I6, I13: without `resume`, and for another program's End, nothing goes on")
    func staysPaused() throws {
        let stage = try LeaseStage()
        let (id, lease) = try stage.begin("recording", [("resume", .boolean(false))])
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        _ = try stage.call("End", .uint32(id), from: try stage.stage.connect())
        try stage.settle()
        guard case .array(let active) = try stage.property("Active") else { throw DBusError(.failed, "no array") }
        #expect(active.elements.count == 1, "another program has ended it")
        _ = try stage.call("End", .uint32(id))
        try stage.settle()
        #expect(stage.player.calls == ["Pause"])
        withExtendedLifetime(lease) {}
    }

    @Test("I13: an unknown kind and the ninth interruption of a program are refused, and pause no player")
    func limits() throws {
        let stage = try LeaseStage(status: "Paused")
        #expect(throws: DBusError.self) { _ = try stage.begin("nap") }
        var leases: [UnixFileDescriptor] = []
        for _ in 0..<8 { leases.append(try stage.begin().lease) }
        try stage.stage.set(stage.player, "Playing")
        #expect(throws: DBusError.self) { _ = try stage.begin() }
        try stage.settle()
        #expect(stage.player.calls == [])
        #expect(leases.count == 8)
    }

    @Test("`interruptions --json` prints a line for each, with the fields of docs/batonctl.md")
    func json() throws {
        let stage = try LeaseStage()
        let lease = try stage.begin("recording")
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        let second = try stage.begin("alarm")
        let lines = try stage.batonctl("interruptions", "--json").printed.split(separator: "\n")
        try #require(lines.count == 2, "\(lines)")
        let caller = try #require(stage.stage.client.uniqueName)
        let begin =
            #"{"id":\#(lease.id),"source":"recording","reason":"recording: a reason","requester":"\#(caller)","since":"#
        #expect(lines[0].hasPrefix(begin), "\(lines[0])")
        #expect(lines[0].hasSuffix(",\"players\":[\"org.mpris.MediaPlayer2.mpv\"]}"), "\(lines[0])")
        #expect(lines[1].hasPrefix(#"{"id":\#(second.id),"source":"alarm","#), "\(lines[1])")
        withExtendedLifetime((lease.lease, second.lease)) {}
    }

    @Test("a player on another device is never paused: by a call, by `pause --all`, and by naming it")
    func otherDevice() throws {
        let stage = try LeaseStage()
        let phone = try stage.stage.player("kdeconnect.mpris_000001", "Playing")
        let lease = try stage.begin("call")
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        let named = try stage.begin(
            "recording", [("players", .array(DBusArray("s", [.string("kdeconnect.mpris_000001")])))])
        #expect(try stage.batonctl("pause", "--all").status == 0)
        try stage.settle()
        try stage.stage.settle(phone.connection)
        #expect(phone.calls == [])
        withExtendedLifetime((lease.lease, named.lease)) {}
    }

    @Test("I3: with `wait` the answer comes when the player has announced that it paused")
    func waits() throws {
        let stage = try LeaseStage()
        var isAnswered = false
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: LeaseStage.interface, member: "Begin")
        try message.append(.string("dictation"), .string(""), .vardict([("wait", .boolean(true))]))
        stage.stage.client.call(message, within: .seconds(30)) { _ in isAnswered = true }
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        #expect(stage.stage.turn { isAnswered })
    }

    @Test("I15: a registered app that asks for it is told of both, the beginning and the end, or of neither")
    func responders() throws {
        let stage = try LeaseStage()
        let app = MotionApp(try stage.stage.connect(), reactor: stage.stage.reactor)
        let late = MotionApp(try stage.stage.connect(), reactor: stage.stage.reactor)
        let other = MotionApp(try stage.stage.connect(), reactor: stage.stage.reactor)
        try app.register([2], [("interruptions", .boolean(true)), ("playing", .boolean(true))])
        try other.register([2], [("playing", .boolean(true))])
        let call = try stage.begin("call")
        try late.register([2], [("interruptions", .boolean(true)), ("playing", .boolean(true))])
        // An app that does not want it any more has the end of what it was told of.
        try app.register([2], [("playing", .boolean(false))])
        let recording = try stage.begin("recording", [("resume", .boolean(false))])
        _ = try stage.call("End", .uint32(call.id))
        _ = try stage.call("End", .uint32(recording.id))
        #expect(stage.stage.turn { late.interruptions.count == 2 && app.interruptions.count == 2 })
        try stage.settle()
        for app in [app, late, other] { try stage.stage.settle(app.connection) }
        #expect(app.interruptions == ["began \(call.id) call", "ended \(call.id) true"])
        #expect(late.interruptions == ["began \(recording.id) recording", "ended \(recording.id) false"])
        #expect(other.interruptions == [] && app.received == [])
    }

    @Test("I47: `pause --all` and `resume` are one set; what the user acted on since is not played")
    func pauseAll() throws {
        let stage = try LeaseStage()
        #expect(try stage.batonctl("pause", "--all").status == 0)
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        let shown = try stage.batonctl("interruptions").printed
        #expect(shown.contains("\nmanual ") && shown.contains("mpv"), "\(shown)")
        #expect(try stage.batonctl("resume").status == 0)
        #expect(stage.calls(["Pause", "Play"]))
        try stage.obey()
        #expect(try stage.batonctl("resume").status == 1, "there is nothing more to resume")

        #expect(try stage.batonctl("play-pause", "--all").status == 0)
        #expect(stage.calls(["Pause", "Play", "Pause"]))
        try stage.obey()
        try stage.stage.face("Pause")
        try stage.settle()
        #expect(try stage.batonctl("play-pause", "--all").status == 1)
        // A player that is paused already is sent no second Pause (rule MPRIS52), and the user has acted on it all the same.
        #expect(stage.player.calls == ["Pause", "Play", "Pause"])
    }

    @Test("I15, I47: an app that plays and asks to be told is told by `pause --all` and `resume`, once each")
    func pauseAllApps() throws {
        let stage = try LeaseStage(status: "Paused")
        let app = MotionApp(try stage.stage.connect(), reactor: stage.stage.reactor)
        let idle = MotionApp(try stage.stage.connect(), reactor: stage.stage.reactor)
        try app.register([2], [("interruptions", .boolean(true)), ("playing", .boolean(true))])
        try idle.register([2], [("interruptions", .boolean(true))])
        #expect(try stage.batonctl("resume").status == 1)
        #expect(try stage.batonctl("pause", "--all").status == 0)
        #expect(try stage.batonctl("pause", "--all").status == 1, "nothing more plays")
        try stage.stage.settle(app.connection)
        try #require(app.interruptions.count == 1 && app.interruptions[0].hasSuffix(" manual"), "\(app.interruptions)")
        let id = app.interruptions[0].split(separator: " ")[1]
        #expect(try stage.batonctl("resume").status == 0)
        #expect(try stage.batonctl("resume").status == 1)
        try stage.stage.settle(app.connection)
        #expect(app.interruptions == ["began \(id) manual", "ended \(id) true"])

        #expect(try stage.batonctl("play-pause", "--all").status == 0)
        #expect(try stage.batonctl("interruptions", "--forget").status == 0)
        #expect(try stage.batonctl("sleep", "1s").status == 0)
        let reached = stage.stage.turn { app.interruptions.count == 5 }
        #expect(reached && app.interruptions[3].hasSuffix(" false"), "\(app.interruptions)")
        #expect(app.interruptions.last?.hasPrefix("began ") == true, "the sleep timer: \(app.interruptions)")
        for app in [app, idle] { try stage.stage.settle(app.connection) }
        #expect(idle.interruptions == [] && stage.player.calls == [])
    }

    @Test(
        "I140: what batonctl does at a player itself ends its hold, although the player says nothing", arguments: 0..<4)
    func acted(how: Int) throws {
        let stage = try LeaseStage()
        let (id, lease) = try stage.begin()
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        let arguments = [
            ["-p", "mpv", "pause"], ["-a", "pause"], ["-p", "mpv", "stop"], ["-p", "mpv", "volume", "0.3"],
        ]
        let child = try ChildProcess(
            [ChildProcess.built("batonctl")] + arguments[how],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": stage.stage.bus.address, "PATH": "/usr/bin:/bin",
                "HOME": stage.stage.folder.path,
            ])
        try #require(stage.stage.turn { child.hasEnded })
        _ = try stage.call("End", .uint32(id))
        try stage.settle()
        #expect(stage.player.calls.contains("Play") == (how == 3), "\(stage.player.calls)")
        withExtendedLifetime(lease) {}
    }

    @Test(
        "I41, I140: what chooses another place or track through the face ends a hold; what is set beside that ends none",
        arguments: 0..<8)
    func actedThroughFace(how: Int) throws {
        let stage = try LeaseStage()
        let (id, lease) = try stage.begin()
        #expect(stage.calls(["Pause"]))
        try stage.settle()
        let track: Value = .objectPath("/track/1")
        let calls: [(MemberName, [Value], InterfaceName)] = [
            ("Seek", [.int64(1_000_000)], StagePlayer.player), ("SetPosition", [track, .int64(9)], StagePlayer.player),
            ("OpenUri", [.string("file:///a")], StagePlayer.player), ("GoTo", [track], StagePlayer.trackList),
            ("AddTrack", [.string("file:///a"), track, .boolean(true)], StagePlayer.trackList),
            ("ActivatePlaylist", [.objectPath("/list/1")], StagePlayer.playlists),
            ("AddTrack", [.string("file:///a"), track, .boolean(false)], StagePlayer.trackList),
            ("Raise", [], StagePlayer.root),
        ]
        let (member, arguments, interface) = calls[how]
        let message = Message.methodCall(
            to: AgentStage.face, path: StagePlayer.path, interface: interface, member: member)
        try message.append(contentsOf: arguments)
        _ = try stage.stage.call(message).get()
        _ = try stage.call("End", .uint32(id))
        try stage.settle()
        #expect(stage.player.calls.contains("Play") == (how >= 6), "\(stage.player.calls)")
        withExtendedLifetime(lease) {}
    }

    @Test("I15: in an alarm the end of a call lets no app go on; `pause --all` and `--forget` neither")
    func appsFollowPlayers() throws {
        let stage = try LeaseStage()
        let app = MotionApp(try stage.stage.connect(), reactor: stage.stage.reactor)
        try app.register([2], [("interruptions", .boolean(true)), ("playing", .boolean(true))])
        let only = try stage.begin("other", [("players", .array(DBusArray("s", [.string("mpv")])))])
        _ = try stage.call("End", .uint32(only.id))
        let call = try stage.begin("call")
        let alarm = try stage.begin("alarm")
        _ = try stage.call("End", .uint32(call.id))
        _ = try stage.call("End", .uint32(alarm.id))
        #expect(stage.stage.turn { app.interruptions.count == 4 })
        #expect(
            app.interruptions == [
                "began \(call.id) call", "began \(alarm.id) alarm", "ended \(call.id) false",
                "ended \(alarm.id) true",
            ])
        let third = try stage.begin("call")
        #expect(try stage.batonctl("pause", "--all").status == 0)
        _ = try stage.call("End", .uint32(third.id))
        #expect(try stage.batonctl("interruptions", "--forget").status == 0)
        try stage.settle()
        try stage.stage.settle(app.connection)
        #expect(app.interruptions.count == 8 && !app.interruptions.dropFirst(4).contains { $0.hasSuffix("true") })
        withExtendedLifetime([only.lease, call.lease, alarm.lease, third.lease]) {}
    }

    @Test("I47, I143: `interrupt = no` does not except from `pause --all`; what cannot pause is said")
    func excepted() throws {
        let stage = try LeaseStage(["player mpv.interrupt=no"])
        let (id, lease) = try stage.begin()
        _ = try stage.call("End", .uint32(id))
        #expect(try stage.batonctl("pause", "--all").status == 0)
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        #expect(try stage.batonctl("resume").status == 0)
        #expect(stage.calls(["Pause", "Play"]))
        for option in ["-p", "-i"] {
            #expect(try stage.batonctl("pause", "--all", option, "vlc").status == 64)
            #expect(try stage.batonctl("play-pause", "--all", option, "vlc").status == 64)
        }
        #expect(try stage.batonctl("sleep", "30m").status == 0)
        #expect(try stage.batonctl("sleep", "off", "--end-of-track").status == 0)
        #expect(try stage.batonctl("sleep").printed == "The sleep timer is off.\n")
        withExtendedLifetime(lease) {}
    }

    @Test("I31: a program that knows that a bud is out has an interruption of its own kind")
    func wear() throws {
        let stage = try LeaseStage()
        let lease = try stage.begin("wear")
        #expect(stage.calls(["Pause"]))
        try stage.obey()
        try stage.settle()
        let active = ValueText.all(in: try stage.property("Active"))
        #expect(active.contains("wear") && active.contains("wear: a reason"), "\(active)")
        _ = try stage.call("End", .uint32(lease.id)).get()
        #expect(stage.calls(["Pause", "Play"]))
    }

    @Test("I14: `batonctl interrupt` pauses while a program runs, and exits as it does")
    func interrupt() throws {
        let stage = try LeaseStage()
        let folder = stage.stage.folder.path
        let child = try ChildProcess(
            [
                ChildProcess.built("batonctl"), "interrupt", "recording", "--", "sh", "-c",
                "until test -e \(folder)/end; do sleep 0.02; done; exit 7",
            ],
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.stage.bus.address, "PATH": "/usr/bin:/bin"])
        #expect(stage.calls(["Pause"]), "\(child.printed)")
        try stage.obey()
        stage.stage.folder.write("", to: "end")
        #expect(stage.calls(["Pause", "Play"]), "\(child.printed)")
        #expect(stage.stage.turn { child.hasEnded })
        #expect(child.exitStatus == 7)
        #expect(try stage.batonctl("interrupt", "--", "/nonexistent").status == 127)
    }

    @Test("I14: with `--reason` people are shown that in the place of the program's name")
    func reason() throws {
        let stage = try LeaseStage()
        let child = try ChildProcess(
            [ChildProcess.built("batonctl"), "interrupt", "call", "--reason", "Anna", "--", "sleep", "60"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.stage.bus.address, "PATH": "/usr/bin:/bin"])
        #expect(stage.calls(["Pause"]), "\(child.printed)")
        let shown = try stage.batonctl("interruptions").printed
        #expect(shown.contains("call: Anna") && !shown.contains("sleep"), "\(shown)")
        child.signal(15)
        #expect(stage.stage.turn { child.hasEnded })
    }

    @Test("I110: a seek button that is held at a player is let go before the player is paused")
    func seeking() throws {
        let stage = try LeaseStage()
        #expect(try stage.stage.send(.beginSeekingForward) == .by("mpv"))
        let lease = try stage.begin()
        #expect(stage.stage.turn { stage.player.calls.last == "Pause" })
        try stage.obey()
        try stage.settle()
        #expect(try stage.stage.send(.endSeekingForward) != .by("mpv"), "its session is over")
        #expect(stage.player.calls.last == "Pause", "\(stage.player.calls)")
        _ = lease
    }

    @Test("`cycle` pins one player after the other, and after the last one removes the pin")
    func cycle() throws {
        let stage = try LeaseStage()
        _ = try stage.stage.player("vlc", "Paused")
        #expect(try stage.batonctl("cycle").printed == "Pinned vlc.\n")
        #expect(try stage.batonctl("cycle").printed == "That was the last player; none is pinned now.\n")
        #expect(try stage.batonctl("cycle").printed == "Pinned vlc.\n")
    }
}

/// The texts in a value, at any depth.
private enum ValueText {
    static func all(in value: Value) -> [String] {
        switch value {
        case .string(let text): [text]
        case .variant(let inner): all(in: inner)
        case .array(let array): array.elements.flatMap(all)
        case .structure(let fields): fields.flatMap(all)
        case .dictionary(let dictionary): dictionary.entries.flatMap { all(in: $0.value) }
        default: []
        }
    }
}
