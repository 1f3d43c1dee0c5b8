// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonProcesses
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonAgent
@testable import BatonSession
@testable import BatonUndo

/// The session's display: from the user manager's environment at each use, else from batond's own.
@MainActor
@Suite struct SessionEnvironmentTests {
    @Test("a display's variables come from one environment, so that those of an ended compositor are not mixed in")
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

    @Test("impossible values are left out")
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

    @Test("the user manager is asked at each use; if it is missing or hangs, batond's own environment counts")
    func manager() throws {
        let stage = try BusStage()
        let session = SessionEnvironment(connection: stage.connection, own: ["DISPLAY": ":7"])
        #expect(try stage.answer(session.read).0["DISPLAY"] == ":7")
        let manager = try stage.connect("org.freedesktop.systemd1")
        var assignments = ["DISPLAY=:1"]
        let property = Property(
            "Environment", "as", emitsChange: .none, get: { () throws(DBusError) -> Value in .strings(assignments) })
        manager.export(
            ExportedObject(interfaces: [Interface("org.freedesktop.systemd1.Manager", properties: [property])]),
            at: "/org/freedesktop/systemd1")
        // It has 0.1 s to answer and runs in this thread, so it is asked again.
        #expect(stage.turn { (try? stage.answer(session.read).0["DISPLAY"]) == ":1" })
        assignments = ["DISPLAY=:2", "WAYLAND_DISPLAY=wayland-3"]
        #expect(stage.turn { (try? stage.answer(session.read).0["DISPLAY"]) == ":2" })
        #expect(stage.turn { (try? stage.answer(session.read).0.deadDisplay) == "wayland-3" })
        let hung = try BusStage()
        _ = try hung.connect("org.freedesktop.systemd1")
        let waiting = SessionEnvironment(connection: hung.connection, own: ["DISPLAY": ":7"])
        let (environment, time) = try hung.answer(waiting.read)
        #expect(environment["DISPLAY"] == ":7")
        // The limit is the promise: the manager has 0.1 s, and the rest is for a busy machine.
        #expect(time < .seconds(2))
    }

    @Test("a Wayland display whose compositor has ended does not count, and the X11 display does")
    func stale() throws {
        let stage = try BusStage()
        let path = "\(stage.directory)/wayland-1"
        let own = [
            "DISPLAY": ":7", "WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": stage.directory, "SWAYSOCK": "/s",
            "HYPRLAND_INSTANCE_SIGNATURE": "h", "I3SOCK": "/i", "XDG_SESSION_TYPE": "x11",
        ]
        let finder = FocusFinder(connection: stage.connection, own: own, reactor: stage.reactor)
        finder.askX11 = { _, _ in }
        for leavesSocket in [false, true] {
            if leavesSocket {
                _ = try ListeningSocket(path)
                try #require(access(path, F_OK) == 0)
            }
            let found = try stage.answer(finder.environment.read).0
            #expect(!found.isWayland && found.hasDisplay)
            #expect(found.deadDisplay == "wayland-1")
            #expect(found["SWAYSOCK"] == nil && found["HYPRLAND_INSTANCE_SIGNATURE"] == nil)
            #expect(found["I3SOCK"] == "/i", "another's")
            #expect(finder.providers(in: found).map(\.name) == [.x11, .sway, .accessibility])
            #expect(DoctorSession.row(found).reason == .doctor(.displayFound, [.x11: ":7", .gone: "wayland-1"]))
        }
    }

    @Test("a running compositor is the display, even if it was started from an X11 session")
    func served() throws {
        let stage = try BusStage()
        let path = "\(stage.directory)/wayland-1"
        let server = try ListeningSocket(path)
        defer { withExtendedLifetime(server) {} }
        for name in ["wayland-1", path] {
            let own = [
                "DISPLAY": ":7", "WAYLAND_DISPLAY": name, "XDG_RUNTIME_DIR": stage.directory, "SWAYSOCK": "/s",
                "XDG_SESSION_TYPE": "x11",
            ]
            let found = try stage.answer(SessionEnvironment(connection: stage.connection, own: own).read).0
            #expect(found.isWayland)
            #expect(found["SWAYSOCK"] == "/s")
        }
        // A compositor that hangs with a full queue still runs.
        var clients: [Int32] = []
        defer { for client in clients { close(client) } }
        while let client = ListeningSocket.connected(to: path), clients.count < 64 { clients.append(client) }
        #expect(clients.count < 64)
        #expect(ServedSocket.isThere(path))
    }

    @Test("a session whose only compositor has ended has no display")
    func none() throws {
        let stage = try BusStage()
        let own = ["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": stage.directory]
        let found = try stage.answer(SessionEnvironment(connection: stage.connection, own: own).read).0
        #expect(!found.hasDisplay)
        #expect(DoctorSession.row(found).reason == .doctor(.displayGone, [.gone: "wayland-1"]))
    }
}
