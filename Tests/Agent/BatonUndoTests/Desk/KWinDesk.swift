// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonSession
@testable import BatonUndo

/// A real KWin on a private bus: the X11 window manager under Xvfb, or the Wayland compositor without a screen.
@MainActor
final class KWinDesk {
    /// Which of the two programs.
    enum Kind: String, CaseIterable, Sendable {
        case x11 = "kwin_x11"
        case wayland = "kwin_wayland"

        /// The path of the program; nil if it is not installed.
        var path: String? {
            let path = "/usr/bin/\(rawValue)"
            return FileManager.default.isExecutableFile(atPath: path) ? path : nil
        }

        nonisolated static var installed: [Kind] { allCases.filter { $0.path != nil } }
    }

    let stage: BusStage
    private(set) var environment: [String: String]
    private var processes: [ChildProcess] = []

    init(_ kind: Kind) throws {
        stage = try BusStage()
        chmod(stage.directory, 0o700)
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": stage.directory,
            "XDG_RUNTIME_DIR": stage.directory, "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": stage.bus.address,
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
            "GTK_USE_PORTAL": "0",
        ]
        let path = try #require(kind.path)
        switch kind {
        case .x11: try startX11(path)
        case .wayland: try startWayland(path)
        }
    }

    isolated deinit {
        for process in processes.reversed() { process.kill() }
    }

    private func startX11(_ path: String) throws {
        let server = try start(XServer.command)
        try #require(stage.turn { XServer.display(of: server) != nil }, "\(server.printed)")
        environment["DISPLAY"] = XServer.display(of: server)
        environment["QT_QPA_PLATFORM"] = "xcb"
        environment["KWIN_COMPOSE"] = "N"
        try waitForScripting(by: try start([path, "--no-kactivities"]))
    }

    private func startWayland(_ path: String) throws {
        // A container may not start a program with file capabilities; a copy of the same name has none.
        let copy = "\(stage.directory)/kwin_wayland"
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        environment["KWIN_COMPOSE"] = "Q"
        let kwin = try start([
            copy, "--virtual", "--width", "800", "--height", "600", "--socket", "kwin-0", "--no-lockscreen",
            "--no-global-shortcuts", "--no-kactivities",
        ])
        environment["WAYLAND_DISPLAY"] = "kwin-0"
        environment["GDK_BACKEND"] = "wayland"
        try waitForScripting(by: kwin)
    }

    /// Waits until KWin accepts scripts.
    private func waitForScripting(by kwin: ChildProcess) throws {
        try #require(
            stage.turn(within: .seconds(60)) {
                (try? call("/Scripting", "org.kde.kwin.Scripting", "isScriptLoaded", [.string("none")])) != nil
            }, "\(kwin.printed)")
    }

    /// Starts a program that ends with the desk.
    func start(_ arguments: [String]) throws -> ChildProcess {
        let process = try ChildProcess(arguments, environment: environment)
        processes.append(process)
        return process
    }

    /// Calls a method of KWin.
    @discardableResult
    func call(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value] = []
    ) throws -> [Value] {
        let bus = BusQuestions(connection: stage.connection)
        return try stage.answer { then in
            bus.ask("org.kde.KWin", path, interface, member, arguments, by: bus.now + .seconds(10), then: then)
        }.0.get()
    }

    /// Loads a script that does nothing; its number.
    func load(_ name: String) throws -> Int64? {
        let file = "\(stage.directory)/\(name).js"
        try "var nothing = 0;\n".write(toFile: file, atomically: false, encoding: .utf8)
        let arguments: [Value] = [.string(file), .string(name)]
        return try call("/Scripting", "org.kde.kwin.Scripting", "loadScript", arguments).first?.asInt64
    }

    /// The numbers of the scripts that are loaded, as far as they have a path.
    var scripts: [String] {
        get throws {
            var names: [String] = []
            for path: ObjectPath in ["/", "/Scripting"] {
                let xml = try call(path, "org.freedesktop.DBus.Introspectable", "Introspect").first?.asString ?? ""
                names += try #require(IntrospectedNode(xml)).children
            }
            return names.filter { $0.last?.isNumber == true }
        }
    }

    /// Waits until KWin reports through `provider` that the process is in front; returns the report.
    func waitForFront(_ process: ChildProcess, _ provider: KWinFocus) throws -> FocusedApp {
        var last: Result<FocusedApp, FocusProblem>?
        try #require(
            stage.turn(within: .seconds(60)) {
                last = try? stage.ask(provider, environment)
                return (try? last?.get())?.process == UInt32(process.identifier)
            }, "\(String(describing: last)) \(process.printed)")
        return try #require(try last?.get())
    }
}
