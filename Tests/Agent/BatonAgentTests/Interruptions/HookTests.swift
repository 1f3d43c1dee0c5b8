// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonInterruptionCauses

@Suite("Hooks")
struct HookTests {
    /// A batond whose configuration has a hook that appends a line to the file `told` for each event.
    private func stage(_ lines: String, script: String = "echo \"$BATON_EVENT $BATON_PLAYER [$BATON_TITLE]\"") throws
        -> AgentStage
    {
        let stage = try AgentStage(nil)
        let told = "\(stage.folder.path)/told"
        let hook = stage.folder.write("#!/bin/sh\n\(script) >> \(told)\n", to: "hook")
        chmod(hook, 0o755)
        stage.folder.write("[hook test]\ncommand = \(hook)\n\(lines)", to: "config/baton/baton.conf")
        stage.environment["XDG_CONFIG_HOME"] = "\(stage.folder.path)/config"
        return stage
    }

    private func start(_ stage: AgentStage) throws {
        try stage.startAgent()
        try stage.settleAgent()
    }

    private func tells(_ stage: AgentStage, _ text: String) -> Bool {
        stage.turn { stage.folder.read("told") == text }
    }

    @Test("I80: a program with its arguments, without a shell, for the players that it names")
    func arguments() throws {
        let stage = try stage(
            "command = \"$HOME `id`\" > x\ncommand = &&\non = playback-paused\nplayer = vlc\n",
            script: "printf '<%s>' \"$@\"")
        let other = try stage.player("mpv", "Playing", isAwaited: false)
        let player = try stage.player("vlc", "Playing", isAwaited: false)
        try start(stage)
        try stage.set(other, "Paused")
        try stage.settleAgent()
        try stage.set(player, "Paused")
        #expect(stage.turn { (stage.folder.read("told") ?? "").hasSuffix("&&>") })
        let told = stage.folder.read("told") ?? ""
        #expect(told == "<$HOME `id`><>><x><&&>", "\(told)")
    }

    @Test("I80: it is not started while the session is locked, unless it says so", arguments: [false, true])
    func locked(_ worksWhileLocked: Bool) throws {
        let stage = try AgentStage(nil, hasSystemBus: true)
        let login = FakeLogin(on: try stage.connect())
        login.isLocked = true
        login.appear()
        stage.services = [login]
        let hook = stage.folder.write("#!/bin/sh\necho x >> \(stage.folder.path)/told\n", to: "hook")
        chmod(hook, 0o755)
        let key = "when-locked = \(worksWhileLocked ? "yes" : "no")"
        stage.folder.write(
            "[hook test]\ncommand = \(hook)\non = playback-paused\n\(key)\n", to: "config/baton/baton.conf")
        stage.environment["XDG_CONFIG_HOME"] = "\(stage.folder.path)/config"
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        try #require(stage.turn { login.questions > 0 })
        try stage.settle(login.connection)
        for _ in 0..<3 { try stage.settleAgent() }
        try stage.set(player, "Paused")
        for _ in 0..<3 { try stage.settleAgent() }
        guard !worksWhileLocked else { return #expect(tells(stage, "x\n")) }
        try #require(stage.turn { (try? Self.isRunning(stage)) == false })
        #expect(stage.folder.read("told") == nil)
    }

    @Test("I83: what happened is in variables of one line and 1024 bytes at most, and nothing of it is an argument")
    func variables() throws {
        let stage = try stage("on = playback-paused\n", script: "{ echo $#; env | grep ^BATON_ | sort; echo end; }")
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        player.change([
            (
                "Metadata",
                .vardict([
                    ("xesam:title", .string("a\u{1b}[31m\nBATON_EVENT=x $(id)")),
                    ("xesam:artist", .strings(["one", "two"])),
                    ("xesam:album", .string(String(repeating: "ü", count: 5000))),
                    ("xesam:url", .string("https://example.org/a")), ("mpris:length", .int64(180_000_000)),
                ])
            )
        ])
        try start(stage)
        try stage.set(player, "Paused")
        #expect(stage.turn { (stage.folder.read("told") ?? "").hasSuffix("end\n") })
        let lines = (stage.folder.read("told") ?? "").split(separator: "\n").map(String.init)
        #expect(lines.first == "0", "no arguments: \(lines)")
        var values: [String: String] = [:]
        for line in lines.dropFirst().dropLast() {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            try #require(parts.count == 2 && values[String(parts[0])] == nil, "a value of several lines: \(lines)")
            values[String(parts[0])] = String(parts[1])
        }
        #expect(values["BATON_EVENT"] == "playback-paused" && values["BATON_PLAYER"] == "mpv", "\(values)")
        #expect(values["BATON_STATUS"] == "Paused" && values["BATON_ARTIST"] == "one, two", "\(values)")
        #expect(values["BATON_URL"] == "https://example.org/a" && values["BATON_LENGTH_US"] == "180000000", "\(values)")
        #expect(values["BATON_TITLE"]?.contains("$(id)") == true, "\(values)")
        #expect(values.values.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } }, "\(values)")
        #expect(values["BATON_ALBUM"]?.utf8.count == 1024, "\(values["BATON_ALBUM"]?.utf8.count ?? 0) bytes")
    }

    @Test("I81, I82: it is started for what happens, and not for what was so before")
    func events() throws {
        let stage = try stage("on = playback-started\non = playback-paused\non = player-appeared\n")
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        try stage.set(player, "Paused")
        #expect(tells(stage, "playback-paused mpv [Title of mpv]\n"))
        _ = try stage.player("vlc", "Paused")
        #expect(tells(stage, "playback-paused mpv [Title of mpv]\nplayer-appeared vlc [Title of vlc]\n"))
    }

    @Test(
        "I81: each event that a hook may name starts it, once",
        arguments: [
            "interruption-began", "interruption-ended", "playback-stopped", "track-changed", "player-left", "sleep",
            "unhandled",
        ])
    func eachEvent(_ event: String) throws {
        let stage = try stage("on = \(event)\n", script: "echo \"$BATON_EVENT\"")
        let player = try stage.player("mpv", "Playing", without: ["CanGoNext"], isAwaited: false)
        try start(stage)
        switch event {
        case "interruption-began", "interruption-ended":
            let begun = try Self.call(stage, "Begin", .string("call"), .string(""), .vardict([])).get()
            let id = try #require(begun.first)
            _ = try Self.call(stage, "End", id).get()
        case "playback-stopped": try stage.set(player, "Stopped")
        case "track-changed":
            let track = [("mpris:trackid", Value.objectPath("/track/2")), ("xesam:title", .string("Another"))]
            player.change([("Metadata", .vardict(track))])
        case "player-left": player.disappear()
        case "sleep":
            _ = try Self.call(stage, "Sleep", .uint64(WallClock.microseconds + 100_000), .boolean(false)).get()
        default: #expect(try stage.send(.nextTrack) == .unhandled)
        }
        #expect(tells(stage, "\(event)\n"))
    }

    @Test("I81: a command without an effect, of all players or of one")
    func unhandled() throws {
        let stage = try stage("on = unhandled\non = playback-paused\nplayer = vlc\nplayer = mpv\n")
        let player = try stage.player("other", "Playing", isAwaited: false)
        try start(stage)
        try stage.set(player, "Paused")
        let named = try stage.player("mpv", "Playing")
        try stage.set(named, "Paused")
        #expect(tells(stage, "playback-paused mpv [Title of mpv]\n"))
    }

    @Test("I82: 5 starts in 10 s, and one process at a time")
    func limits() throws {
        let stage = try stage("on = playback-paused\n", script: "echo x")
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        for count in 1...7 {
            try stage.set(player, "Playing")
            try stage.set(player, "Paused")
            if count <= 5 {
                #expect(tells(stage, String(repeating: "x\n", count: count)))
                try #require(stage.turn { (try? Self.isRunning(stage)) == false })
            }
        }
        try stage.settleAgent()
        _ = stage.turn(within: .milliseconds(300)) { false }
        #expect(stage.folder.read("told") == String(repeating: "x\n", count: 5))
    }

    @Test("I82: after the last start that the limit allows, one more is allowed 10 s after the first of them")
    func pace() {
        var pace = HookPace(2)
        for second in [100, 103] {
            #expect(pace.nextStart(at: .seconds(second)) == .seconds(second))
            pace.noteStart(at: .seconds(second))
        }
        let next = pace.nextStart(at: .seconds(104))
        #expect(next == .seconds(110) + .milliseconds(1))
        #expect(pace.nextStart(at: next) == next)
        pace.noteStart(at: next)
        #expect(pace.nextStart(at: next) == .seconds(113) + .milliseconds(1))
    }

    /// Whether batond has not seen the end of a hook's program yet.
    private static func isRunning(_ stage: AgentStage) throws -> Bool {
        guard case .array(let hooks)? = try call(stage, "Hooks").get().first else { return true }
        return hooks.elements.contains { hook in
            if case .structure(let fields) = hook { fields[1].asBool ?? true } else { true }
        }
    }

    private static func call(
        _ stage: AgentStage, _ member: MemberName, _ arguments: Value...
    ) throws -> Result<[Value], DBusError> {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
            member: member)
        try message.append(contentsOf: arguments)
        return try stage.call(message)
    }

    private static func shown(_ stage: AgentStage, _ arguments: [String]) throws -> (Int32?, String) {
        let child = try ChildProcess(
            [ChildProcess.built("batonctl"), "hooks"] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin"])
        try #require(stage.turn { child.hasEnded })
        return (child.exitStatus, child.printed)
    }

    @Test("I85: a hook without an event is shown as one that never runs")
    func never() throws {
        let stage = try stage("")
        try start(stage)
        let shown = try Self.shown(stage, [])
        #expect(shown.0 == 0 && shown.1.contains("never runs: no 'on' or no 'command'"), "\(shown)")
    }

    @Test("I85: a hook is tested with sample values, and what became of it is shown")
    func tested() throws {
        let stage = try stage("on = playback-paused\n", script: "{ echo \"$BATON_EVENT $BATON_TITLE\"; exit 3; }")
        try start(stage)
        func shown(_ arguments: String...) throws -> (Int32?, String) { try Self.shown(stage, arguments) }
        let before = try shown()
        #expect(before.0 == 0 && before.1.contains("test") && before.1.contains("never"), "\(before)")
        #expect(try shown("--test", "test").0 == 0)
        #expect(tells(stage, "playback-paused A title\n"))
        try #require(stage.turn { (try? Self.isRunning(stage)) == false })
        let after = try shown("--json")
        #expect(after.1.contains("\"exit\":3") && after.1.contains("\"dropped\":0"), "\(after)")
        #expect(try shown("--test", "other").0 == 1)
    }

    @Test("I85: a hook whose program is not there is shown so, whether an event or the user has wanted it")
    func missing() throws {
        let stage = try AgentStage(nil)
        stage.folder.write("[hook test]\ncommand = /nonexistent/x\non = sleep\n", to: "config/baton/baton.conf")
        stage.environment["XDG_CONFIG_HOME"] = "\(stage.folder.path)/config"
        _ = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        _ = try Self.call(stage, "Sleep", .uint64(WallClock.microseconds + 100_000), .boolean(false)).get()
        try #require(stage.turn { (try? Self.shown(stage, []).1.contains("could not be started")) == true })
        #expect(try Self.shown(stage, ["--test", "test"]).0 == 1)
        let shown = try Self.shown(stage, ["--json"]).1
        #expect(shown.contains("\"exit\":null") && !shown.contains("\"started\":0"), "\(shown)")
    }

    @Test("I85: who monitors is told of the start and of the end of a hook's program, and nobody else is")
    func told() throws {
        let stage = try stage("on = playback-paused\n", script: "exit 3")
        try start(stage)
        let monitor = try stage.connect()
        let stranger = try stage.connect()
        var (told, overheard): ([HookReport], Int) = ([], 0)
        let rule = MatchRule(path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions")
        let matches = [
            monitor.addMatch(rule) { message in
                if let hook = HookReport(message) { told.append(hook) }
            }, stranger.addMatch(rule) { _ in overheard += 1 },
        ]
        _ = try stage.baton("Monitor", .boolean(true), from: monitor).get()
        _ = try Self.call(stage, "TestHook", .string("test")).get()
        try #require(stage.turn { told.count == 2 })
        #expect(told.map(\.isRunning) == [true, false] && told.map(\.status) == [-1, 3], "\(told)")
        try stage.settle(stranger)
        #expect(overheard == 0)
        for match in matches { match.cancel() }
    }

    @Test("I84: a program that goes on after its timeout is ended, with its children")
    func timeout() throws {
        let stage = try stage(
            "on = playback-paused\ntimeout = 1s\n",
            script: "trap 'echo ended >> $HOME/end; exit' TERM; sleep 60 & wait; echo late")
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        try stage.set(player, "Paused")
        #expect(stage.turn { stage.folder.read("end") == "ended\n" })
        #expect(stage.folder.read("told") == nil || stage.folder.read("told") == "")
    }

    /// Whether a process that a script wrote the number of is gone.
    private func isGone(_ stage: AgentStage, _ file: String) -> Bool {
        guard let number = Int32((stage.folder.read(file) ?? "").trimmingCharacters(in: .whitespacesAndNewlines)) else {
            return false
        }
        return kill(number, 0) != 0
    }

    @Test("I84: at the timeout children that ignore the signal end too")
    func stubbornChildren() throws {
        let stage = try stage(
            "on = playback-paused\ntimeout = 1s\n",
            script: "sh -c 'trap \"\" TERM; echo $$ > $0; while :; do sleep 1; done' $HOME/child & trap exit TERM; wait"
        )
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        try stage.set(player, "Paused")
        #expect(stage.turn { self.isGone(stage, "child") })
    }

    @Test("I84: a program that ignores the signal ends with batond, and batond in time")
    func stubborn() throws {
        let stage = try stage(
            "on = playback-paused\n", script: "trap '' TERM; echo $$ > $HOME/pid; while :; do sleep 1; done")
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        try stage.set(player, "Paused")
        try #require(stage.turn { stage.folder.read("pid") != nil })
        let agent = try #require(stage.agent)
        agent.signal(SIGTERM)
        #expect(stage.turn { agent.hasEnded })
        #expect(stage.turn { self.isGone(stage, "pid") })
    }

    @Test("I84: taken out of the file while it runs, a hook is told to end at its timeout")
    func removed() throws {
        let stage = try stage(
            "on = playback-paused\ntimeout = 2s\n",
            script: "trap 'echo ended > $HOME/end; exit' TERM; echo $$ > $HOME/pid; sleep 60 & wait")
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        try stage.set(player, "Paused")
        try #require(stage.turn { stage.folder.read("pid") != nil })
        stage.folder.write("# nothing\n", to: "config/baton/baton.conf")
        try #require(stage.agent).signal(SIGHUP)
        #expect(stage.turn { stage.folder.read("end") == "ended\n" })
    }

    @Test("I84: a program that writes without end costs next to nothing, and may write more than is kept")
    func flood() throws {
        let stage = try stage(
            "on = playback-paused\ntimeout = 3s\n",
            script: "head -c 300000 /dev/zero >&2; echo written > $HOME/told; exec yes >&2 #")
        let player = try stage.player("mpv", "Playing", isAwaited: false)
        try start(stage)
        let agent = try #require(stage.agent)
        let before = try Self.processorTime(agent.identifier)
        try stage.set(player, "Paused")
        try #require(stage.turn { stage.folder.read("told") == "written\n" })
        try #require(stage.turn { (try? Self.isRunning(stage)) == true })
        try #require(stage.turn { (try? Self.isRunning(stage)) == false })
        let used = try Self.processorTime(agent.identifier) - before
        #expect(used < .seconds(1), "\(used) of 3 s")
    }

    /// The processor time of a process until now.
    private static func processorTime(_ process: Int32) throws -> Duration {
        let fields = try String(contentsOfFile: "/proc/\(process)/schedstat", encoding: .utf8).split(separator: " ")
        return .nanoseconds(try #require(Int64(fields[0])))
    }
}
