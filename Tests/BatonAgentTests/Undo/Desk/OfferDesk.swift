// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// A user's desk: a display, a window manager, a real notification daemon, mousepad with a typed word, and batond.
/// Shakes are simulated with batonctl.
@MainActor
final class OfferDesk {
    /// The kind of the display.
    enum Session { case x11, sway }

    let session: Session
    let bus: PrivateBus
    let reactor: Reactor
    /// Of the test itself.
    let connection: Connection
    /// Of the test's own, with a short path as sockets need.
    let directory: String
    private(set) var environment: [String: String]
    private(set) var editor: ChildProcess?
    private(set) var agent: ChildProcess?
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

    init(_ session: Session = .x11) throws {
        self.session = session
        directory = "/tmp/baton-desk-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        bus = try PrivateBus(letsOthersIn: session == .sway)
        reactor = try Reactor()
        connection = Connection(address: bus.address, reactor: reactor)
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory,
            "XDG_RUNTIME_DIR": directory, "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": bus.address,
            "GSETTINGS_BACKEND": "memory", "GTK_USE_PORTAL": "0", "SWIFT_BACKTRACE": "enable=no",
            // The machine's own login session is not part of the test.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
        if !user.isEmpty { chown(directory, Self.nobody, Self.nobody) }
        chmod(directory, 0o700)
        try connection.open()
        try #require(turn { self.connection.uniqueName != nil })
        switch session {
        case .x11: try startX11()
        case .sway: try startSway()
        }
    }

    isolated deinit {
        connection.close()
        let all = shakes + [agent, editor].compactMap(\.self) + processes.reversed()
        // Some programs end their children only when they are asked to end.
        for process in all { process.signal(SIGTERM) }
        _ = turn(within: .seconds(2)) { all.allSatisfy(\.hasEnded) }
        for process in all { process.kill() }
        try? FileManager.default.removeItem(atPath: directory)
    }

    // MARK: The display

    private func startX11() throws {
        let server = try start([
            "Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset",
        ])
        var display: Substring?
        try #require(
            turn {
                display = server.printed.split(separator: "\n").first { $0.allSatisfy(\.isNumber) }
                return display != nil && server.printed.hasSuffix("\n")
            }, "\(server.printed)")
        environment["DISPLAY"] = ":\(display ?? "")"
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

    // MARK: Programs

    /// Starts a program of the desk's user, which ends with the desk.
    func start(_ arguments: [String], adding more: [String: String] = [:]) throws -> ChildProcess {
        let process = try ChildProcess(user + arguments, environment: environment.merging(more) { $1 })
        processes.append(process)
        return process
    }

    /// Runs a program to its end; returns its output, nil if it failed.
    func run(_ arguments: [String]) throws -> String? {
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
    func poll(_ arguments: [String], until condition: (String) -> Bool) -> Bool {
        turn {
            if let text = try? run(arguments) { return condition(text) }
            return false
        }
    }

    func turn(within limit: Duration = .seconds(60), _ condition: () -> Bool) -> Bool {
        reactor.turn(until: condition, within: limit)
    }

    /// The answer of an asynchronous call.
    func answer<Answer>(_ ask: (@escaping (Answer) -> Void) -> Void) throws -> Answer {
        var answer: Answer?
        ask { answer = $0 }
        try #require(turn { answer != nil })
        return try #require(answer)
    }

    /// Waits until a name has an owner.
    func wait(for name: BusName, _ process: ChildProcess) throws {
        var isThere = false
        let watch = connection.watchName(name) { isThere = $0 != nil }
        defer { watch.cancel() }
        try #require(turn { isThere || process.hasEnded } && isThere, "no \(name): \(process.printed)")
    }

    /// A program that the package builds, where the desk's user can read it.
    func built(_ name: String) throws -> String {
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
    func startAgent(
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
        try wait(for: "org.baton.Baton1", agent)
    }

    /// Gives batond another configuration.
    func reload(_ configuration: String) throws {
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
    func awaitFocus() throws {
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
    func startEditor() throws {
        let editor = try ChildProcess(user + ["mousepad"], environment: environment)
        self.editor = editor
        try #require(turn { (try? self.canUndo) == false }, "no editor: \(editor.printed)")
        if session == .x11 { try #require(waitForFront(editor), "\(editor.printed)") }
        try type()
        if agent != nil, !isBlind { try awaitFocus() }
    }

    /// Types a word.
    func type() throws {
        switch session {
        case .x11: _ = try run(["xdotool", "type", "--delay", "20", "zzqx"])
        // The keyboard is there half a second before its first key.
        case .sway: _ = try run(["wtype", "-s", "500", "zzqx"])
        }
        try #require(turn { (try? self.canUndo) == true }, "nothing was typed")
    }

    /// Waits until the window manager reports that the process' window has the focus.
    func waitForFront(_ process: ChildProcess) -> Bool {
        poll(["xdotool", "getactivewindow", "getwindowpid"]) { $0 == "\(process.identifier)\n" }
    }

    /// The editor's actions. On a busy machine an action may take long. The description is asked for again until it
    /// comes, because an app may have connections that never answer, and each such question takes until its deadline.
    var actions: GTKActionsRoute { GTKActionsRoute(connection: connection, deliveryPatience: .seconds(10)) }

    private func isEnabled(_ operation: UndoOperation) throws -> Bool? {
        let route = actions
        let app = FocusedApp(process: UInt32(editor?.identifier ?? 0))
        return try answer { route.isEnabled(operation, in: app, then: $0) }
    }

    /// Whether the editor reports something to undo.
    var canUndo: Bool? { get throws { try isEnabled(.undo) } }
    /// Whether the editor has undone something.
    var canRedo: Bool? { get throws { try isEnabled(.redo) } }

    /// Waits until the editor has undone.
    func isUndone() -> Bool { turn { (try? self.canRedo) == true } }
    /// Waits until the editor has redone.
    func isRedone() -> Bool { turn { (try? self.canRedo) == false && (try? self.canUndo) == true } }
    /// Whether the word is still there, after all keys have arrived.
    func isUntouched() -> Bool {
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
    func shake() throws {
        shakes.append(try ChildProcess(user + [try built("batonctl"), "simulate-shake"], environment: environment))
    }

    /// Shakes, and waits until the notification daemon has the question.
    func ask() throws {
        try shake()
        try #require(turn { (try? self.isOffered) == true }, "no question: \(agent?.printed ?? "")")
    }

    /// Whether a question is open.
    var isOffered: Bool {
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
    var outcomes: [String] {
        (agent?.printed ?? "").split(separator: "\n").compactMap { line in
            line.range(of: "simulated shake-ended: ").map { String(line[$0.upperBound...]) }
        }
    }

    /// Waits for the result of the next shake.
    func end(_ count: Int = 1) throws -> String {
        try #require(turn { self.outcomes.count >= count }, "\(agent?.printed ?? "")")
        return outcomes[count - 1]
    }

    /// Whether batond's log has a text.
    func logged(_ text: String) -> Bool { agent?.printed.contains(text) ?? false }
}
