// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// A desktop of a test's own: an X server, a window manager, a bus, and what the test starts on it.
///
/// Belongs to one test, on whichever thread that runs: several stand side by side.
final class XDesktop {
    let bus: PrivateBus
    /// A directory of the test's own, with a short path as sockets need.
    let directory = "/tmp/baton-desk-\(UUID().uuidString.prefix(8))"
    private(set) var environment: [String: String] = [:]
    private(set) var agent: ChildProcess?
    private let reactor: Reactor
    private let client: Connection
    private var processes: [ChildProcess] = []

    init(bus shared: PrivateBus? = nil, accessibility: Bool = false) throws {
        bus = try shared ?? PrivateBus()
        reactor = try Reactor()
        client = Connection(address: bus.address, reactor: reactor)
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        try client.open()
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": directory,
            "XDG_RUNTIME_DIR": directory, "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": bus.address,
            "GSETTINGS_BACKEND": "memory", "GTK_USE_PORTAL": "0", "NO_AT_BRIDGE": accessibility ? "0" : "1",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
        let server = try start(["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"])
        var display: Substring?
        try #require(
            turn {
                display = server.printed.split(separator: "\n").first { $0.allSatisfy(\.isNumber) }
                return display != nil && server.printed.hasSuffix("\n")
            }, "\(server.printed)")
        environment["DISPLAY"] = ":\(display ?? "")"
        let manager = try start(["openbox", "--sm-disable"])
        // A window that is there before the manager gets no focus.
        var check = ""
        try #require(
            turn {
                check = (try? output(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"])) ?? ""
                return check.contains("0x")
            }, "\(check) \(manager.printed) \(server.printed) \(display ?? "")")
        if accessibility {
            try start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
            try waitForName("org.a11y.Bus")
        }
    }

    deinit {
        for process in processes.reversed() { process.kill() }
        client.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Turns until the condition holds, in real time.
    func turn(within limit: Duration = .seconds(40), _ condition: () -> Bool) -> Bool {
        reactor.turn(until: condition, within: limit)
    }

    /// Starts a program on the desktop; it ends with the desktop.
    @discardableResult
    func start(_ arguments: [String], _ additional: [String: String] = [:]) throws -> ChildProcess {
        let process = try ChildProcess(arguments, environment: environment.merging(additional) { $1 })
        processes.append(process)
        return process
    }

    /// Runs a program to its end.
    @discardableResult
    func run(_ arguments: [String]) throws -> ChildProcess {
        let process = try ChildProcess(arguments, environment: environment)
        try #require(turn { process.hasEnded }, "\(arguments)")
        return process
    }

    /// What a program prints.
    func output(_ arguments: [String]) throws -> String {
        try run(arguments).printed
    }

    func waitForName(_ name: BusName) throws {
        var isThere = false
        let watch = client.watchName(name) { isThere = $0 != nil }
        defer { watch.cancel() }
        try #require(turn { isThere }, "nobody is \(name)")
    }

    // MARK: Apps

    /// The class of the window in front, as the window manager tells; empty when there is none.
    func frontClass() -> String {
        let script = "xprop -id $(xprop -root -notype 32x ' $0' _NET_ACTIVE_WINDOW | grep -o '0x[0-9a-f]*') WM_CLASS"
        // WM_CLASS(STRING) = "geany", "Geany"
        let words = (try? output(["sh", "-c", script]))?.split(separator: "\"") ?? []
        return words.count > 3 ? String(words[3]) : ""
    }

    /// Starts geany, which has no actions on the bus and so gets keys, with a file in it.
    func startEditor() throws -> ChildProcess {
        let file = noteFile
        try "base\n".write(toFile: file, atomically: false, encoding: .utf8)
        let editor = try start(["geany", "--new-instance", "--no-plugins", "--no-msgwin", "--no-ctags", file])
        try #require(turn(within: .seconds(60)) { frontClass() == "Geany" }, "\(editor.printed)")
        return editor
    }

    var noteFile: String { "\(directory)/note.txt" }

    /// Types into the app in front.
    func type(_ text: String) throws { try run(["xdotool", "type", "--delay", "15", text]) }

    /// Saves, until the file says what it should; what it says in the end.
    func saved(_ wanted: String) -> String {
        var text = ""
        _ = turn(within: .seconds(8)) {
            _ = try? run(["xdotool", "key", "--clearmodifiers", "ctrl+s"])
            for _ in 0..<20 {
                _ = try? reactor.turn(timeout: .milliseconds(10))
                text = (try? String(contentsOfFile: noteFile, encoding: .utf8)) ?? ""
                if text == wanted { return true }
            }
            return false
        }
        return text
    }

    // MARK: The agent

    /// Starts batond as it ships.
    func startAgent(_ settings: [String] = []) throws {
        agent = try start(
            [ChildProcess.built("batond"), "--address", bus.address] + settings.flatMap { ["--set", $0] },
            ["SWIFT_BACKTRACE": "enable=no", "XDG_STATE_HOME": "\(directory)/state"])
        try waitForName("org.baton.Baton1")
    }

    /// A shake as batonctl plays it; the outcome comes when all has settled.
    func shake() throws -> ChildProcess { try start([ChildProcess.built("batonctl"), "simulate-shake", "--wait"]) }
}
