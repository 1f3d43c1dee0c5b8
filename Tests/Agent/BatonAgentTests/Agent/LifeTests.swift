// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

/// batond from its start to its end (docs/reliability.md, issue 2).
@Suite struct LifeTests {
    @Test("issue 2: a second batond ends with 69 and says why; the first one serves on")
    func second() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        let second = try stage.spawnAgent()
        try #require(stage.turn { second.hasEnded })
        #expect(second.exitStatus == 69)
        #expect(second.printed.contains("another batond serves this bus"))
        // What it had asked the players meanwhile is nobody's fault.
        #expect(!second.printed.contains("cannot be read"), "\(second.printed)")
        #expect(try stage.send(.nextTrack) == .by("player"))
        #expect(try stage.face("Next").errorName == nil)
        #expect(player.calls.count == 2)
    }

    @Test("MPRIS41: batond owns its names before it asks a player anything")
    func namesFirst() throws {
        let stage = try AgentStage(nil)
        let player = try stage.player("player", isAwaited: false)
        var order: [String] = []
        // One connection hears of the names and of the questions, in the order of the bus.
        let watches = [AgentStage.face, AgentStage.baton].map { name in
            player.connection.watchName(name) { if $0 != nil { order.append(name.rawValue) } }
        }
        defer { for watch in watches { watch.cancel() } }
        player.onRead = { _ in if order.last != "asked" { order.append("asked") } }
        try stage.settle(player.connection)
        try stage.startAgent()
        try #require(stage.turn { order.contains("asked") })
        #expect(order == [AgentStage.face.rawValue, AgentStage.baton.rawValue, "asked"])
    }

    // batond has 400 ms for that. On a busy machine the real time says nothing about them; it must not wait for the
    // player, which has a minute here.
    @Test("SIGTERM ends it with 0 and without waiting for a hung player with a call under way")
    func terminates() throws {
        let stage = try AgentStage(["routing.call-timeout=1min"])
        let player = try stage.player("hung", "Playing", doing: ["Next": .hold])
        try stage.expectChain(["hung"])
        stage.client.send(
            .methodCall(to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: "Next"))
        try #require(stage.turn { player.calls == ["Next"] })
        #expect(try stage.stopAgent(within: .seconds(20)) == 0)
    }

    @Test("SIGTERM gives the names back, before a caller could call them in vain")
    func releases() throws {
        let stage = try AgentStage(["mpris.name=both"])
        try stage.stopAgent()
        var names: [String] = []
        stage.client.listNames { names = (try? $0.get()) ?? [] }
        try #require(stage.turn { !names.isEmpty })
        #expect(!names.contains { $0.hasPrefix("org.mpris") || $0.hasPrefix("org.baton") })
    }

    @Test("SIGHUP applies the file; one with errors changes nothing, and the log says where")
    func reloads() throws {
        let stage = try AgentStage(nil)
        let file = ".config/baton/baton.conf"
        stage.folder.write("[routing]\nignore = loud\n", to: file)
        try stage.startAgent()
        _ = try stage.player("loud", "Playing")
        _ = try stage.player("quiet")
        try stage.expectChain(["quiet"])
        let agent = try #require(stage.agent)
        stage.folder.write("[routing]\npolicy = sideways\n[[[\n\u{1}\n", to: file)
        agent.signal(SIGHUP)
        #expect(stage.turn { agent.printed.contains("stays as it was") })
        #expect(agent.printed.contains("baton.conf:2"))
        try stage.expectChain(["quiet"])
        #expect(try stage.send(.nextTrack) == .by("quiet"))
        stage.folder.write("[routing]\nignore = quiet\n[mpris]\nname = baton\n", to: file)
        agent.signal(SIGHUP)
        try stage.expectChain(["loud"])
        #expect(stage.turn { (try? stage.face("Next", at: "org.mpris.MediaPlayer2.baton").errorName) == .some(nil) })
        #expect(try stage.face("Next").errorName == .nameHasNoOwner)
        #expect(try stage.stopAgent() == 0)
    }

    @Test("a bus that goes away and returns finds batond again: players found, nothing doubled")
    func busReturns() throws {
        let stage = try AgentStage()
        let player = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        #expect(try stage.send(.nextTrack) == .by("player"))
        stage.bus.kill()
        #expect(stage.turn { stage.client.uniqueName == nil && player.connection.uniqueName == nil })
        try stage.bus.start()
        // All connections wait for a second before their first attempt.
        #expect(stage.turn { stage.client.uniqueName != nil && player.connection.uniqueName != nil })
        #expect(stage.turn { (try? stage.chain()) == ["player"] })
        #expect(try stage.send(.nextTrack) == .by("player"))
        #expect(stage.turn { (try? stage.face("Previous").errorName) == .some(nil) })
        #expect(player.calls == ["Next", "Next", "Previous"])
        #expect(stage.agent?.hasEnded == false)
        #expect(try stage.stopAgent() == 0)
    }

    @Test("a configuration with errors at start ends with 78 and its places")
    func badStart() throws {
        let stage = try AgentStage(nil)
        stage.folder.write("[seek]\nhold-interval = soon\n", to: ".config/baton/baton.conf")
        let agent = try stage.spawnAgent()
        try #require(stage.turn { agent.hasEnded })
        #expect(agent.exitStatus == 78)
        #expect(agent.printed.contains("baton.conf:2"))
    }

    @Test("one thread, after commands and a reload")
    func oneThread() throws {
        let stage = try AgentStage()
        _ = try stage.player("player", "Playing")
        try stage.expectChain(["player"])
        for _ in 0..<200 { _ = try stage.send(.nextTrack) }
        let agent = try #require(stage.agent)
        agent.signal(SIGHUP)
        #expect(stage.turn { agent.printed.contains("read anew") })
        var threads = 0
        let folder = try #require(opendir("/proc/\(agent.identifier)/task"))
        while let entry = readdir(folder) {
            if withUnsafeBytes(of: entry.pointee.d_name, { $0[0] != UInt8(ascii: ".") }) { threads += 1 }
        }
        closedir(folder)
        #expect(threads == 1)
    }
}
