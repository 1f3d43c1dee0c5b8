// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Glibc
import Testing

/// `batonctl interrupt` with the real batond.
@Suite("Interruptions: batonctl interrupt")
struct InterruptTests {
    private func batonctl(_ stage: AgentStage, _ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            [ChildProcess.built("batonctl")] + arguments,
            environment: ["DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "PATH": "/usr/bin:/bin"])
    }

    /// A program that runs until the file `end` is there.
    private func waiting(_ stage: AgentStage) -> String {
        "until test -e \(stage.folder.path)/end; do sleep 0.02; done"
    }

    @Test("I135: the interruption begins again when batond was killed and started, and the player stays paused")
    func restart() throws {
        let stage = try AgentStage(nil)
        stage.environment["XDG_RUNTIME_DIR"] = stage.folder.path
        let player = try stage.player("mpv", "Playing")
        try stage.startAgent()
        try stage.settleAgent()
        let child = try batonctl(stage, "interrupt", "recording", "--", "sh", "-c", waiting(stage))
        try #require(stage.turn { player.calls == ["Pause"] }, "\(child.printed)")
        try stage.set(player, "Paused")
        try stage.settleAgent()
        try #require(stage.agent).kill()
        try stage.startAgent()
        try stage.settleAgent()
        #expect(stage.lasts(["recording"]))
        #expect(player.calls == ["Pause"])
        stage.folder.write("", to: "end")
        #expect(stage.turn { player.calls == ["Pause", "Play"] }, "\(player.calls)")
        #expect(stage.turn { child.hasEnded })
        #expect(child.exitStatus == 0)
    }

    @Test("I135: a batond that comes only while the program runs is asked then")
    func later() throws {
        let stage = try AgentStage(nil)
        let child = try batonctl(
            stage, "interrupt", "recording", "--", "sh", "-c", "touch \(stage.folder.path)/runs; \(waiting(stage))")
        try #require(stage.turn { stage.folder.read("runs") != nil })
        try stage.startAgent()
        #expect(stage.lasts(["recording"]))
        stage.folder.write("", to: "end")
        #expect(stage.turn { child.hasEnded })
        #expect(stage.lasts([]))
    }

    @Test("I135: the program runs although batond refuses the interruption: a locker locks")
    func refused() throws {
        let stage = try AgentStage()
        var leases: [UnixFileDescriptor] = []
        for _ in 0..<4 {
            let client = try stage.connect()
            for _ in 0..<8 { leases.append(try begin(stage, from: client)) }
        }
        let child = try batonctl(stage, "interrupt", "lock", "--", "touch", "\(stage.folder.path)/locked")
        #expect(stage.turn { child.hasEnded })
        #expect(child.exitStatus == 0)
        #expect(stage.folder.read("locked") != nil)
        #expect(child.printed.contains("nothing is paused"), "\(child.printed)")
        withExtendedLifetime(leases) {}
    }

    private func begin(_ stage: AgentStage, from client: Connection) throws -> UnixFileDescriptor {
        let message = Message.methodCall(
            to: AgentStage.baton, path: "/org/baton/Baton1", interface: "org.baton.Baton1.Interruptions",
            member: "Begin")
        try message.append(.string("other"), .string(""), .vardict([]))
        guard case .fileDescriptor(let lease)? = try stage.call(message, from: client).get().last else {
            throw DBusError(.failed, "no lease")
        }
        return lease
    }

    @Test("I135: without batond, or when it does not answer, a line says that nothing is paused, and with -s none does")
    func nothingPaused() throws {
        let absent = try AgentStage(nil)
        let stopped = try AgentStage()
        let agent = try #require(stopped.agent)
        agent.signal(SIGSTOP)
        defer { agent.signal(SIGCONT) }
        for (stage, reason) in [(absent, "Baton is not running."), (stopped, "Baton does not answer.")] {
            let child = try batonctl(stage, "interrupt", "--", "true")
            let quiet = try batonctl(stage, "interrupt", "-s", "--", "true")
            #expect(stage.turn { child.hasEnded && quiet.hasEnded })
            #expect(child.exitStatus == 0 && quiet.exitStatus == 0)
            #expect(child.printed.hasPrefix("batonctl: nothing is paused: \(reason)"), "\(child.printed)")
            #expect(child.printed.count { $0 == "\n" } == 1, "\(child.printed)")
            #expect(quiet.printed.isEmpty, "\(quiet.printed)")
        }
    }

    @Test("I135: without a bus a line says that nothing is paused")
    func noBus() throws {
        let stage = try AgentStage(nil)
        for environment in [[:], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]] {
            let child = try ChildProcess(
                [ChildProcess.built("batonctl"), "interrupt", "--", "true"],
                environment: environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
            #expect(stage.turn { child.hasEnded })
            #expect(child.exitStatus == 0 && child.printed.hasPrefix("batonctl: nothing is paused: "))
            #expect(child.printed.count { $0 == "\n" } == 1, "\(child.printed)")
        }
    }

    @Test("I135: a kind that does not exist is wrong usage, with batond and without", arguments: [true, false])
    func unknownKind(_ hasAgent: Bool) throws {
        let stage = try AgentStage(hasAgent ? [] : nil)
        let child = try batonctl(stage, "interrupt", "nonsense", "--", "touch", "\(stage.folder.path)/runs")
        #expect(stage.turn { child.hasEnded })
        #expect(child.exitStatus == 64)
        #expect(stage.folder.read("runs") == nil)
    }

    @Test("I14: a signal reaches the program, whose end decides")
    func signals() throws {
        let stage = try AgentStage()
        let child = try batonctl(
            stage, "interrupt", "--", "sh", "-c",
            "trap 'exit 9' TERM; touch \(stage.folder.path)/runs; while :; do sleep 0.02; done")
        try #require(stage.turn { stage.folder.read("runs") != nil })
        child.signal(15)
        #expect(stage.turn { child.hasEnded })
        #expect(child.exitStatus == 9)
    }
}
