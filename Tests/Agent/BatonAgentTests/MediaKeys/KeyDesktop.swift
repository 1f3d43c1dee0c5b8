// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// A stage with an X server, real daemons on it, real keys (XTEST), and batonctl as the user runs it.
final class KeyDesktop {
    /// What `setup --revert` says that has nothing to revert.
    static let nothingToUndo = "There is nothing to undo: setup has changed nothing.\n"

    let stage: AgentStage
    private(set) var environment: [String: String]
    private var processes: [ChildProcess] = []

    /// - Parameters:
    ///   - desktop: `$XDG_CURRENT_DESKTOP`.
    ///   - hasDisplay: whether there is an X server.
    init(_ desktop: String, settings: [String]? = [], hasDisplay: Bool = true) throws {
        stage = try AgentStage(settings)
        let home = stage.folder.path
        environment = [
            "PATH": "/usr/bin:/bin:/usr/libexec", "HOME": home, "XDG_RUNTIME_DIR": home, "LC_ALL": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "GSETTINGS_BACKEND": "keyfile",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(home)/no-system-bus", "XDG_CURRENT_DESKTOP": desktop,
            "NO_AT_BRIDGE": "1", "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb",
        ]
        guard hasDisplay else {
            // A session has one; nothing looks there.
            environment["DISPLAY"] = ":4711"
            return
        }
        let server = try start(XServer.command)
        try #require(stage.turn { XServer.display(of: server) != nil }, "\(server.printed)")
        environment["DISPLAY"] = XServer.display(of: server)
    }

    deinit {
        for process in processes.reversed() { process.kill() }
    }

    /// Sets a variable of the programs started from now on; nil unsets it.
    func set(_ name: String, _ value: String?) { environment[name] = value }

    func start(_ arguments: [String]) throws -> ChildProcess {
        let process = try ChildProcess(arguments, environment: environment)
        processes.append(process)
        return process
    }

    /// Starts a daemon, and waits until it owns its name.
    func start(_ arguments: [String], owning name: BusName) throws -> ChildProcess {
        let process = try start(arguments)
        try stage.stage.wait(for: name, of: process)
        return process
    }

    /// Runs a program to its end; returns its status and its output.
    @discardableResult
    func run(_ arguments: [String]) throws -> (status: Int32?, output: String) {
        let process = try start(arguments)
        try #require(stage.turn { process.hasEnded }, "\(arguments)")
        return (process.exitStatus, process.printed)
    }

    /// Runs batonctl.
    @discardableResult
    func batonctl(_ arguments: String...) throws -> (status: Int32?, output: String) {
        try run([ChildProcess.built("batonctl")] + arguments)
    }

    /// Presses and releases a key.
    func press(_ keysym: String) throws { try run(["xdotool", "key", keysym]) }

    /// Presses keys until one reaches the player: the daemon grabs its keys only some time after it has its name.
    func waitForKeys(_ player: StagePlayer, _ keysym: String, _ call: String) throws {
        for _ in 0..<60 {
            let before = player.calls.count
            try press(keysym)
            if stage.turn(within: .milliseconds(250), { player.calls.count > before }) {
                #expect(player.calls.last == call)
                return waitForSilence(player)
            }
        }
        Issue.record("\(keysym) does not reach the player")
    }

    /// Waits for presses that are still under way.
    func waitForSilence(_ player: StagePlayer) {
        for _ in 0..<20 {
            let before = player.calls.count
            if !stage.turn(within: .seconds(1), { player.calls.count > before }) { return }
        }
    }

    /// Presses each key once, and expects one call at the player for each, and none at the other one.
    func expectEachOnce(_ player: StagePlayer, not other: StagePlayer) throws {
        let wanted = [
            ("XF86AudioNext", "Next"), ("XF86AudioPrev", "Previous"), ("XF86AudioRewind", "Seek -2000000"),
            ("XF86AudioForward", "Seek 2000000"), ("XF86AudioPlay", "PlayPause"), ("XF86AudioPlay", "PlayPause"),
        ]
        var last = ""
        for (keysym, call) in wanted {
            let before = player.calls.count
            // kglobalaccel 5.103 loses a release on a busy machine (measured), and what is less than a second later is a repetition then (rule KEYS23).
            if keysym == last { _ = stage.turn(within: .milliseconds(1300)) { false } }
            last = keysym
            try press(keysym)
            #expect(stage.turn { player.calls.count > before }, "\(keysym)")
            // A duplicate would arrive at once.
            _ = stage.turn(within: .milliseconds(150)) { player.calls.count > before + 1 }
            #expect(Array(player.calls[before...]) == [call], "\(keysym)")
            // Where it is in the next track, which is at its start until it tells (rule MPRIS97).
            player.emit(StagePlayer.player, "Seeked", [.int64(7_000_000)])
            try stage.settleAgent(after: player.connection)
        }
        #expect(other.calls.isEmpty)
    }
}
