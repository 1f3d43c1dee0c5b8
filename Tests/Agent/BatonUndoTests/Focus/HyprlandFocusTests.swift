// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonSession
@testable import BatonUndo

/// Hyprland's command socket in the test's process, with answers as in its wiki; the real one needs a GPU (rule
/// UNDO14).
@MainActor
@Suite struct HyprlandFocusTests {
    private static let window = """
        {"address": "0x55d1f2a3b4c0","mapped": true,"hidden": false,"at": [10, 10],"size": [1004, 680],
        "workspace": {"id": 1,"name": "1"},"floating": false,"monitor": 0,"class": "org.gnome.gedit",
        "title": "note.txt","initialClass": "gedit","initialTitle": "","pid": 4321,"xwayland": false,
        "focusHistoryID": 0}
        """

    @Test("the active window is the app; the socket is in the runtime directory")
    func active() throws {
        let stage = try BusStage()
        let directory = "\(stage.directory)/hypr/sig_1"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let server = try LocalServer("\(directory)/.socket.sock", reactor: stage.reactor)
        let variables = [
            "HYPRLAND_INSTANCE_SIGNATURE": "sig_1", "XDG_RUNTIME_DIR": stage.directory, "WAYLAND_DISPLAY": "w",
        ]
        let provider = HyprlandFocus(reactor: stage.reactor)
        server.answer = [Array(Self.window.utf8)]
        let expected = FocusedApp(
            process: 4321, names: ["org.gnome.gedit", "gedit"], window: "0x55d1f2a3b4c0", provider: .hyprland)
        #expect(try stage.ask(provider, variables) == .success(expected))
        #expect(server.requests == [Array("j/activewindow".utf8)])

        let xwayland = Self.window.replacingOccurrences(of: "\"xwayland\": false", with: "\"xwayland\": true")
        #expect(try HyprlandFocus.app(inReply: Array(xwayland.utf8)).get().isProcessCertain == false)

        for none in ["{}", #"{"address":"0x0","pid":-1}"#] {
            server.answer = [Array(none.utf8)]
            guard case .failure(.noApp) = try stage.ask(provider, variables) else {
                Issue.record("\(none)")
                continue
            }
        }
        for wrong in ["", "unknown request", "[]", "Invalid", "{\"pid\":1", String(repeating: " ", count: 300 << 10)] {
            server.answer = [Array(wrong.utf8)]
            guard case .failure(.unreadable) = try stage.ask(provider, variables) else {
                Issue.record("\(wrong.prefix(20))")
                continue
            }
        }
    }

    @Test("an answer of 256 KiB is read, and a longer one is not")
    func longest() throws {
        let stage = try BusStage()
        let directory = "\(stage.directory)/hypr/sig_1"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let server = try LocalServer("\(directory)/.socket.sock", reactor: stage.reactor)
        let variables = [
            "HYPRLAND_INSTANCE_SIGNATURE": "sig_1", "XDG_RUNTIME_DIR": stage.directory, "WAYLAND_DISPLAY": "w",
        ]
        let provider = HyprlandFocus(reactor: stage.reactor)
        let most = Array(Self.window.utf8) + [UInt8](repeating: 32, count: 256 << 10 - Self.window.utf8.count)
        server.answer = [most]
        #expect(try stage.ask(provider, variables).get().process == 4321)
        server.answer = [most + [32]]
        guard case .failure = try stage.ask(provider, variables) else {
            Issue.record("more is read")
            return
        }
    }

    @Test("the instance's name cannot lead to another directory")
    func name() throws {
        let stage = try BusStage()
        for name in ["../../x", "a/b", ".."] {
            let variables = [
                "HYPRLAND_INSTANCE_SIGNATURE": name, "XDG_RUNTIME_DIR": stage.directory, "WAYLAND_DISPLAY": "w",
            ]
            guard case .failure(.failed) = try stage.ask(HyprlandFocus(reactor: stage.reactor), variables) else {
                Issue.record("\(name)")
                continue
            }
        }
    }
}
