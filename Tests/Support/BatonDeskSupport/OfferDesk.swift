// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonReactor
import BatonSession
package import BatonTestSupport
package import BatonUndo
import Foundation
import Testing

/// A user's desk: a display, a window manager, a real notification daemon, mousepad with a typed word, and batond.
/// Shakes are simulated with batonctl.
@MainActor
package final class OfferDesk: @MainActor StageOnBus {
    /// The kind of the display.
    package enum Session { case x11, sway }

    package let session: Session
    package let stage: BusStage
    /// Of the test's own, with a short path as sockets need.
    package let directory: String
    package private(set) var environment: [String: String]
    package private(set) var editor: ChildProcess?
    package private(set) var agent: ChildProcess?
    /// Whether batond has no source for the app in front.
    private var isBlind = false
    private var processes: [ChildProcess] = []
    private var shakes: [ChildProcess] = []

    /// Sway refuses to run as root, and batond serves only the user that it runs as.
    private static let nobody: UInt32 = 65534
    private var user: [String] {
        session == .sway && getuid() == 0
            ? ["setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups"] : []
    }

    package init(_ session: Session = .x11) throws {
        self.session = session
        directory = "/tmp/baton-desk-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        stage = try BusStage(letsOthersIn: session == .sway)
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory,
            "XDG_RUNTIME_DIR": directory, "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": stage.bus.address,
            "GSETTINGS_BACKEND": "memory", "GTK_USE_PORTAL": "0", "SWIFT_BACKTRACE": "enable=no",
            // The machine's own login session is not part of the test.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
        if !user.isEmpty { chown(directory, Self.nobody, Self.nobody) }
        chmod(directory, 0o700)
        switch session {
        case .x11: try startX11()
        case .sway: try startSway()
        }
    }

    isolated deinit {
        let all = shakes + [agent, editor].compactMap(\.self) + processes.reversed()
        // Some programs end their children only when they are asked to end.
        for process in all { process.signal(SIGTERM) }
        _ = turn(within: .seconds(2)) { all.allSatisfy(\.hasEnded) }
        for process in all { process.kill() }
        try? FileManager.default.removeItem(atPath: directory)
    }

    package var bus: PrivateBus { stage.bus }
    /// Of the test itself.
    package var connection: Connection { stage.connection }

    // MARK: The display

    private func startX11() throws {
        let server = try start(XServer.command)
        try #require(turn { XServer.display(of: server) != nil }, "\(server.printed)")
        environment["DISPLAY"] = XServer.display(of: server)
        environment["XDG_SESSION_TYPE"] = "x11"
        _ = try start(["openbox", "--sm-disable"])
        // A window that is opened before the manager runs gets no focus.
        try #require(poll(["xdotool", "get_num_desktops"]) { Int($0.filter(\.isNumber)) ?? 0 > 0 })
    }

    private func startSway() throws {
        let config = "\(directory)/sway.conf"
        try "output HEADLESS-1 resolution 800x600\nxwayland disable\n"
            .write(toFile: config, atomically: false, encoding: .utf8)
        chmod(config, 0o644)
        environment["SWAYSOCK"] = "\(directory)/ipc.sock"
        environment["XDG_SESSION_TYPE"] = "wayland"
        let compositor = [
            "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
        ]
        let sway = try start(["sway", "-c", config], adding: compositor)
        // The first number that sway tries, in a directory of its own.
        environment["WAYLAND_DISPLAY"] = "wayland-1"
        environment["GDK_BACKEND"] = "wayland"
        try #require(poll(["swaymsg", "-t", "get_version"]) { _ in true }, "\(sway.printed)")
    }

    /// Starts another sway in a window of this one. What is started from now on is on its display, and the agent is not.
    package func nest() throws {
        let config = "\(directory)/inner.conf"
        try "xwayland disable\n".write(toFile: config, atomically: false, encoding: .utf8)
        chmod(config, 0o644)
        let inner = try start(
            ["env", "-u", "SWAYSOCK", "sway", "-c", config],
            adding: ["WLR_BACKENDS": "wayland", "WLR_RENDERER": "pixman"])
        try #require(
            poll(["swaymsg", "-t", "get_tree"]) { $0.contains("\"app_id\": \"wlroots\"") }, "\(inner.printed)")
        environment["WAYLAND_DISPLAY"] = "wayland-2"
        environment["SWAYSOCK"] = "\(directory)/sway-ipc.\(Self.nobody).\(inner.identifier).sock"
        try #require(poll(["swaymsg", "-t", "get_version"]) { _ in true }, "\(inner.printed)")
    }

    // MARK: Programs

    /// Starts a program of the desk's user, which ends with the desk.
    package func start(_ arguments: [String], adding more: [String: String] = [:]) throws -> ChildProcess {
        let process = try ChildProcess(user + arguments, environment: environment.merging(more) { $1 })
        processes.append(process)
        return process
    }

    /// Runs a program to its end; returns its output, nil if it failed.
    package func run(_ arguments: [String]) throws -> String? {
        let process = try end(arguments)
        return process.exitStatus == 0 ? process.printed : nil
    }

    /// Runs a program to its end.
    private func end(_ arguments: [String]) throws -> ChildProcess {
        let process = try ChildProcess(user + arguments, environment: environment)
        try #require(turn { process.hasEnded }, "\(arguments)")
        return process
    }

    /// Runs a program again and again until its output is right.
    package func poll(_ arguments: [String], until condition: (String) -> Bool) -> Bool {
        turn {
            if let text = try? run(arguments) { return condition(text) }
            return false
        }
    }

    /// The answer of an asynchronous call.
    package func answer<Answer>(_ ask: (@escaping (Answer) -> Void) -> Void) throws -> Answer {
        try stage.answer(ask).0
    }

    /// Waits until a name has an owner.
    package func wait(for name: BusName, of process: ChildProcess) throws { try stage.wait(for: name, of: process) }

    /// A program that the package builds, where the desk's user can read it.
    package func built(_ name: String) throws -> String {
        guard !user.isEmpty else { return ChildProcess.built(name) }
        let copy = "\(directory)/\(name)"
        if !FileManager.default.fileExists(atPath: copy) {
            // cp(1) copies it: a child process of another test could inherit a descriptor that this process has open
            // for writing, and then the copy could not be started.
            let copying = try ChildProcess(["cp", ChildProcess.built(name), copy], environment: environment)
            try #require(turn { copying.hasEnded } && copying.exitStatus == 0, "\(copying.printed)")
            chmod(copy, 0o755)
        }
        return copy
    }

    /// Starts batond without the cool-down. Its questions stay for a minute unless the configuration says otherwise.
    ///
    /// - Parameters:
    ///   - sensor: the machine's accelerometer; it has none by default.
    ///   - missing: variables that batond does not get.
    package func startAgent(
        _ configuration: String = "", sensor: PolledAccelerometer? = nil, without missing: [String] = []
    ) throws {
        let file = try write(configuration)
        _ = try built("baton-keys")
        let own = environment.merging(sensor?.environment ?? [:]) { $1 }.filter { !missing.contains($0.key) }
        let patience = configuration.contains("timeout") ? [] : ["--set", "undo.timeout=60s"]
        let agent = try ChildProcess(
            user + (sensor?.command ?? []) + [
                try built("batond"), "--config", file, "--set", "undo.cool-down=0s", "--log-level", "info",
            ] + patience, environment: own)
        self.agent = agent
        isBlind = !missing.isEmpty
        try wait(for: "org.baton.Baton1", of: agent)
    }

    /// Gives batond another configuration.
    package func reload(_ configuration: String) throws {
        _ = try write(configuration)
        agent?.signal(SIGHUP)
        try #require(turn { self.logged("read anew") }, "\(agent?.printed ?? "")")
    }

    private func write(_ configuration: String) throws -> String {
        let file = "\(directory)/baton.conf"
        try configuration.write(toFile: file, atomically: false, encoding: .utf8)
        chmod(file, 0o644)
        return file
    }

    /// Waits until batond finds the app in front in time: its helper runs from the first question on.
    package func waitForFocus() throws {
        var report = ""
        try #require(
            turn {
                report = (try? end([built("batonctl"), "doctor", "--json"]).printed) ?? ""
                if report.contains(#""state":"works","reason":"in front: "#) { return true }
                // The doctor allows twenty calls in ten seconds.
                _ = turn(within: .milliseconds(500)) { false }
                return false
            }, "\(report)")
    }

    // MARK: The editor

    /// Starts mousepad, and types a word once it is in front.
    package func startEditor() throws {
        let editor = try ChildProcess(user + ["mousepad"], environment: environment)
        self.editor = editor
        try #require(turn { (try? self.canUndo) == false }, "no editor: \(editor.printed)")
        if session == .x11 { try #require(waitForFront(editor), "\(editor.printed)") }
        try type()
        if agent != nil, !isBlind { try waitForFocus() }
    }

    /// Types a word.
    package func type() throws {
        switch session {
        case .x11: _ = try run(["xdotool", "type", "--delay", "20", "zzqx"])
        // The keyboard is there half a second before its first key.
        case .sway: _ = try run(["wtype", "-s", "500", "zzqx"])
        }
        try #require(turn { (try? self.canUndo) == true }, "nothing was typed")
    }

    /// Waits until the window manager reports that the process' window has the focus.
    package func waitForFront(_ process: ChildProcess) -> Bool {
        poll(["xdotool", "getactivewindow", "getwindowpid"]) { $0 == "\(process.identifier)\n" }
    }

    /// The editor's actions. On a busy machine an action may take long. The description is asked for again until it
    /// comes, because an app may have connections that never answer, and each such question takes until its deadline.
    package var actions: GTKActionsRoute { GTKActionsRoute(connection: connection, deliveryPatience: .seconds(10)) }

    private func isEnabled(_ operation: UndoOperation) throws -> Bool? {
        let route = actions
        var app = FocusedApp(process: UInt32(editor?.identifier ?? 0))
        app.isOnlyWindow = true
        return try answer { route.isEnabled(operation, in: app, then: $0) }
    }

    /// Whether the editor reports something to undo.
    package var canUndo: Bool? { get throws { try isEnabled(.undo) } }
    /// Whether the editor has undone something.
    package var canRedo: Bool? { get throws { try isEnabled(.redo) } }

    /// Waits until the editor has undone.
    package func isUndone() -> Bool { turn { (try? self.canRedo) == true } }
    /// Waits until the editor has redone.
    package func isRedone() -> Bool { turn { (try? self.canRedo) == false && (try? self.canUndo) == true } }
    /// Whether the word is still there, after all keys have arrived.
    package func isUntouched() -> Bool {
        _ = turn(within: .milliseconds(300)) { false }
        var answers: (Bool?, Bool?) = (nil, nil)
        // An editor on a busy machine may take long.
        _ = turn {
            answers = (try? canUndo, try? canRedo)
            return answers.0 != nil && answers.1 != nil
        }
        return answers == (true, false)
    }

    // MARK: Shakes

    /// Shakes, and does not wait for the result.
    package func shake() throws {
        shakes.append(try ChildProcess(user + [try built("batonctl"), "simulate-shake"], environment: environment))
    }

    /// Shakes, and waits until the notification daemon has the question.
    package func ask() throws {
        try shake()
        try #require(turn { (try? self.isOffered) == true }, "no question: \(agent?.printed ?? "")")
    }

    /// Whether a question is open.
    package var isOffered: Bool {
        get throws {
            try answer { then in
                BusQuestions(connection: connection).get(
                    "org.baton.Baton1", "/org/baton/Baton1", "org.baton.Baton1.Application", "UndoOffered",
                    within: .seconds(30)
                ) { then($0?.asBool ?? false) }
            }
        }
    }

    /// The results of the shakes so far, from batond's log.
    package var outcomes: [String] {
        (agent?.printed ?? "").split(separator: "\n").compactMap { line in
            line.range(of: "simulated shake-ended: ").map { String(line[$0.upperBound...]) }
        }
    }

    /// Waits for the result of the next shake.
    package func end(_ count: Int = 1) throws -> String {
        try #require(turn { self.outcomes.count >= count }, "\(agent?.printed ?? "")")
        return outcomes[count - 1]
    }

    /// Whether batond's log has a text.
    package func logged(_ text: String) -> Bool { agent?.printed.contains(text) ?? false }
}
