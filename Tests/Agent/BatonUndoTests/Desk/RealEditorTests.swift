// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonDeskSupport
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonUndo

/// Real editors under a real X server and window manager, the real accessibility bus and sway.
@MainActor
@Suite struct RealEditorTests {
    /// The app in front by the accessibility bus; asked until it is the editor.
    private func waitForFocus(on editor: ChildProcess, at desk: OfferDesk) throws -> FocusedApp {
        let source = AccessibilityFocus(connection: desk.connection)
        let environment = DisplayEnvironment(manager: [:], own: desk.environment)
        var last: Result<FocusedApp, FocusProblem>?
        try #require(
            desk.turn {
                last = try? desk.answer { source.ask(in: environment, by: desk.reactor.now + .seconds(1), then: $0) }
                return (try? last?.get())?.process == UInt32(editor.identifier)
            }, "\(String(describing: last)) \(editor.printed)")
        return try #require(try last?.get())
    }

    @Test(
        "UNDO9, UNDO15: the accessibility bus names the editor in front, and its own action undoes and redoes",
        arguments: ["gedit", "mousepad"])
    func editors(_ program: String) throws {
        let desk = try OfferDesk()
        try desk.wait(
            for: "org.a11y.Bus", of: try desk.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"]))
        let editor = try desk.start([program, "\(desk.directory)/note.txt"])
        let app = try waitForFocus(on: editor, at: desk)
        #expect(app.names.contains { $0.lowercased().contains(program) })
        #expect(app.provider == .accessibility)
        let route = desk.actions
        func isEnabled(_ operation: UndoOperation) throws -> Bool? {
            try desk.answer { route.isEnabled(operation, in: app, then: $0) }
        }
        try #require(desk.turn { (try? isEnabled(.undo)) == false }, "nothing was typed")
        guard case .refused = try desk.answer({ route.deliver(.undo, to: app, then: $0) }) else {
            Issue.record("undo of nothing")
            return
        }
        _ = try desk.run(["xdotool", "type", "--delay", "20", "zzqx"])
        try #require(desk.turn { (try? isEnabled(.undo)) == true }, "typed")
        #expect(desk.turn { (try? isEnabled(.redo)) == false })
        #expect(try desk.answer { route.deliver(.undo, to: app, then: $0) } == .done)
        try #require(desk.turn { (try? isEnabled(.redo)) == true }, "undone")
        #expect(try desk.answer { route.deliver(.redo, to: app, then: $0) } == .done)
        #expect(desk.turn { (try? isEnabled(.redo)) == false })
    }

    @Test("UNDO14: real sway names no app without a window, and the editor's process and name with one")
    func sway() throws {
        let stage = try BusStage()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let isRoot = geteuid() == 0
        let user: uid_t = isRoot ? 65534 : geteuid()
        if isRoot { chown(stage.directory, user, 65534) }
        chmod(stage.directory, 0o700)
        let config = "\(stage.directory)/config"
        try "output HEADLESS-1 resolution 800x600\n".write(toFile: config, atomically: false, encoding: .utf8)
        chmod(config, 0o644)
        let socket = "\(stage.directory)/ipc.sock"
        let environment = [
            "PATH": path, "HOME": stage.directory, "XDG_RUNTIME_DIR": stage.directory, "LC_ALL": "C.UTF-8",
            "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "SWAYSOCK": socket,
            "DBUS_SESSION_BUS_ADDRESS": stage.bus.address, "GSETTINGS_BACKEND": "memory",
        ]
        let drop = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        let sway = try ChildProcess(drop + ["sway", "-c", config], environment: environment)
        let source = SwayFocus(reactor: stage.reactor, user: user)
        var last: Result<FocusedApp, FocusProblem>?
        func ask() -> Result<FocusedApp, FocusProblem>? {
            last = try? stage.ask(source, environment.merging(["WAYLAND_DISPLAY": "wayland-1"]) { $1 })
            return last
        }
        try #require(stage.turn { if case .failure(.noApp) = ask() { true } else { false } }, "\(sway.printed)")
        let display = try FileManager.default.contentsOfDirectory(atPath: stage.directory)
            .first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
        let editor = try ChildProcess(
            ["mousepad"],
            environment: environment.merging(["WAYLAND_DISPLAY": display ?? "", "GDK_BACKEND": "wayland"]) { $1 })
        try #require(
            stage.turn { if case .success = ask() { true } else { false } },
            "\(String(describing: last)) \(editor.printed)")
        let app = try #require(try last?.get())
        #expect(app.process == UInt32(editor.identifier))
        #expect(app.names.contains { $0.lowercased().contains("mousepad") })
        editor.kill()
        #expect(stage.turn { if case .failure(.noApp) = ask() { true } else { false } })
        sway.kill()
    }
}
