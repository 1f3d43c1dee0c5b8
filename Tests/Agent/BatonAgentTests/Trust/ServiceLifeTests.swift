// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// A second batond, a reload, the end: what the unit and the documentation promise for each.
@Suite struct ServiceLifeTests {
    @Test("a second batond opens no input before it ends: the first one keeps the desktop's media keys")
    func secondAgent() throws {
        let stage = try AgentStage(nil)
        let daemon = FakeSettingsDaemon(on: try stage.connect())
        daemon.export()
        daemon.appear(as: ["org.gnome.SettingsDaemon.MediaKeys"])
        try stage.startAgent()
        try #require(stage.turn { daemon.calls == ["grab Baton 4294967295"] })
        for _ in 0..<3 {
            let second = try stage.spawnAgent()
            try #require(stage.turn { second.hasEnded })
            #expect(second.exitStatus == 69)
        }
        try stage.settle(daemon.connection)
        #expect(daemon.calls == ["grab Baton 4294967295"])
    }

    @Test(
        "SIGTERM: calls under way get their answers, and are done once, also if batond was kept from running meanwhile",
        arguments: [false, true])
    func callsUnderWay(isPaused: Bool) throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing", doing: ["Next": .hold])
        var answers: [ErrorName?] = []
        for _ in 0..<2 {
            let message = Message.methodCall(
                to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: "Next")
            try stage.connect().call(message, within: .seconds(30)) { answers.append($0.errorName) }
        }
        try #require(stage.turn { player.held.count == 2 })
        stage.agent?.signal(SIGTERM)
        // When its names are free it has started to end.
        var isGone = false
        let watch = stage.client.watchName(AgentStage.baton) { isGone = $0 == nil }
        try #require(stage.turn { isGone })
        if let agent = stage.agent, isPaused { StoppedProcess.stop(agent.identifier) }
        player.release()
        if isPaused {
            // Longer than the 400 ms for which it waits for answers.
            _ = stage.turn(within: .milliseconds(500)) { false }
            stage.agent?.signal(SIGCONT)
        }
        #expect(stage.turn { answers.count == 2 })
        #expect(answers == [nil, nil])
        #expect(player.calls == ["Next", "Next"])
        #expect(stage.turn { stage.agent?.hasEnded == true })
        #expect(stage.agent?.exitStatus == 0)
        watch.cancel()
    }

    @Test("a reload tells of another policy")
    func policy() throws {
        let stage = try AgentStage(nil)
        let file = ".config/baton/baton.conf"
        stage.folder.write("", to: file)
        try stage.startAgent()
        var told: [String] = []
        let match = stage.client.addMatch(
            MatchRule(member: "PropertiesChanged", arg0: AgentStage.application.rawValue)
        ) { signal in
            told += (try? signal.arguments())?[2].asStringArray?.filter { $0 == "Policy" } ?? []
        }
        try stage.settle(stage.client)
        stage.folder.write("[routing]\npolicy = recent\n", to: file)
        stage.agent?.signal(SIGHUP)
        #expect(stage.turn { told == ["Policy"] })
        #expect(try stage.property("Policy") == .string("recent"))
        match.cancel()
    }

    @Test("a reload changes the deadline and the limits of players that are there")
    func limits() throws {
        let stage = try AgentStage(nil)
        let file = ".config/baton/baton.conf"
        stage.folder.write("[routing]\nstart-wait = 5s\ncall-timeout = 30s\n", to: file)
        let agent = try ChildProcess(
            [ChildProcess.built("batond"), "--address", stage.bus.address],
            environment: [
                "HOME": stage.folder.path, "PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/none",
            ])
        let player = try stage.player("hung", "Playing", doing: ["Next": .hold])
        #expect(
            stage.turn {
                (try? stage.face(
                    "Get", .string(StagePlayer.player.rawValue), .string("PlaybackStatus"),
                    of: "org.freedesktop.DBus.Properties"
                ).get()) != nil
            })
        stage.folder.write(
            "[routing]\ncall-timeout = 100ms\n[limits]\nin-flight-per-player = 1\nwaiting-per-sender = 1\n", to: file)
        agent.signal(SIGHUP)
        try #require(stage.turn { agent.printed.contains("read anew") })
        var answers: [ErrorName?] = []
        for _ in 0..<3 {
            let message = Message.methodCall(
                to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: "Next")
            stage.client.call(message, within: .seconds(60)) { answers.append($0.errorName) }
        }
        // One call is in flight, one waits, and one is refused. The deadline of the first ends the wait of the second.
        #expect(stage.turn(within: .seconds(20)) { answers.count == 3 })
        #expect(answers.filter { $0 == .limitsExceeded }.count == 1)
        #expect(answers.filter { $0 == .timeout }.count == 2)
        #expect(player.calls.count == 1)
    }
}
