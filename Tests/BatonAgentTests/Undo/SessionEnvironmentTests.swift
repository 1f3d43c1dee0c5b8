// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Testing

@testable import BatonAgent

/// Where the display is: the user manager's environment at each use, else batond's own (design §8).
@MainActor
@Suite struct SessionEnvironmentTests {
    @Test("a display's variables come from one place, so that a dead compositor's are not mixed in")
    func onePlace() {
        let own = ["DISPLAY": ":0", "SWAYSOCK": "/old", "XDG_RUNTIME_DIR": "/run/1", "HOME": "/h", "PATH": "/bin"]
        let none = DisplayEnvironment(manager: ["PATH": "/x", "SWAYSOCK": "/other"], own: own)
        #expect(none.variables == ["DISPLAY": ":0", "SWAYSOCK": "/old", "XDG_RUNTIME_DIR": "/run/1", "HOME": "/h"])
        #expect(!none.isWayland && none.hasDisplay)
        let other = DisplayEnvironment(manager: ["WAYLAND_DISPLAY": "wayland-1", "HOME": "/m"], own: own)
        #expect(other.variables == ["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/1", "HOME": "/m"])
        #expect(other.isWayland)
        #expect(!DisplayEnvironment(manager: [:], own: ["HOME": "/h"]).hasDisplay)
    }

    @Test("values that cannot be any are left out")
    func values() {
        let own = [
            "DISPLAY": ":0\n", "WAYLAND_DISPLAY": "", "SWAYSOCK": String(repeating: "x", count: 5000),
            "XDG_RUNTIME_DIR": "relative",
        ]
        let environment = DisplayEnvironment(manager: ["DISPLAY": "\u{1}"], own: own)
        #expect(environment.variables == ["XDG_RUNTIME_DIR": "relative"])
        #expect(environment.runtimeDirectory == nil)
        #expect(
            SessionEnvironment.variables(["DISPLAY=:1", "DISPLAY", "=x", "FOO=1", "DISPLAY=:2=3"]) == [
                "DISPLAY": ":2=3"
            ])
    }

    @Test("the user manager is asked at each use; without one, or with one that hangs, batond's own count")
    func manager() throws {
        let stage = try UndoStage()
        let session = SessionEnvironment(connection: stage.connection, own: ["DISPLAY": ":7"])
        #expect(try stage.answer(session.read).0["DISPLAY"] == ":7")
        let manager = try stage.connect("org.freedesktop.systemd1")
        var assignments = ["DISPLAY=:1"]
        let property = Property(
            "Environment", "as", emitsChange: .none, get: { () throws(DBusError) -> Value in .strings(assignments) })
        manager.export(
            ExportedObject(interfaces: [Interface("org.freedesktop.systemd1.Manager", properties: [property])]),
            at: "/org/freedesktop/systemd1")
        // It has a tenth of a second to answer, and lives in this thread.
        #expect(stage.turn { (try? stage.answer(session.read).0["DISPLAY"]) == ":1" })
        assignments = ["DISPLAY=:2", "WAYLAND_DISPLAY=wayland-3"]
        #expect(stage.turn { (try? stage.answer(session.read).0["WAYLAND_DISPLAY"]) == "wayland-3" })
        let hung = try UndoStage()
        _ = try hung.connect("org.freedesktop.systemd1")
        let waiting = SessionEnvironment(connection: hung.connection, own: ["DISPLAY": ":7"])
        let (environment, time) = try hung.answer(waiting.read)
        #expect(environment["DISPLAY"] == ":7")
        #expect(time < .seconds(2))
    }
}
