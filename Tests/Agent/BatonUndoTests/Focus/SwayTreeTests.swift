// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonJSON
import BatonProcesses
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@testable import BatonSession
@testable import BatonUndo

/// sway's IPC: the messages of sway-ipc(7) as sway 1.7 sends them, over a socket of the test (rule UNDO14).
@MainActor
@Suite struct SwayTreeTests {
    /// A tree of sway with a window in it.
    nonisolated static func tree(_ window: String, floating: String = "") -> String {
        """
        {"id":1,"type":"root","focused":false,"nodes":[{"id":2147483647,"type":"output","name":"__i3","focused":false,
        "nodes":[]},{"id":3,"type":"output","name":"HEADLESS-1","focused":false,"nodes":[{"id":4,"type":"workspace",
        "name":"1","focused":false,"nodes":[\(window)],"floating_nodes":[\(floating)]}]}]}
        """
    }

    static let window = """
        {"id":7,"type":"con","focused":true,"pid":4242,"app_id":"org.xfce.mousepad","name":"a \\"title\\"","nodes":[],
        "floating_nodes":[],"shell":"xdg_shell"}
        """

    private func app(_ tree: String) throws -> Result<FocusedApp, FocusProblem> {
        SwayTree.app(inTree: try JSONReader.read(Array(tree.utf8)))
    }

    /// A message as sway sends it.
    static func reply(_ text: String, type: UInt32 = 4, length: UInt32? = nil) -> [UInt8] {
        let payload = Array(text.utf8)
        return Array("i3-ipc".utf8) + SwayTree.word(length ?? UInt32(payload.count)) + SwayTree.word(type) + payload
    }

    @Test("UNDO14: the node with the focus is the app, with all its names")
    func focused() throws {
        var expected = FocusedApp(process: 4242, names: ["org.xfce.mousepad"], window: "7", provider: .sway)
        expected.isOnlyWindow = true
        #expect(try app(Self.tree(Self.window)) == .success(expected))
        #expect(try app(Self.tree("", floating: Self.window)) == .success(expected))
        let xwayland = """
            {"id":9,"type":"floating_con","focused":true,"pid":5,"app_id":null,
            "window_properties":{"class":"XTerm","instance":"xterm"}}
            """
        #expect(try app(Self.tree("", floating: xwayland)).get().names == ["XTerm", "xterm"])
    }

    @Test("UNDO45: a dialog is not the only window of its process, and neither is the document behind it")
    func dialog() throws {
        let dialog = #"{"id":9,"type":"floating_con","focused":true,"pid":4242,"app_id":"org.xfce.mousepad"}"#
        let behind = Self.window.replacing("\"focused\":true", with: "\"focused\":false")
        #expect(try !app(Self.tree(behind, floating: dialog)).get().isOnlyWindow)
        let unfocused = dialog.replacing("\"focused\":true", with: "\"focused\":false")
        #expect(try !app(Self.tree(Self.window, floating: unfocused)).get().isOnlyWindow)
        // A dialog whose document is hidden.
        #expect(try !app(Self.tree("", floating: dialog)).get().isOnlyWindow)
        let other = unfocused.replacing("4242", with: "5")
        #expect(try app(Self.tree(Self.window, floating: other)).get().isOnlyWindow)
    }

    @Test("without a window in front no app is, and no other source is asked")
    func noWindow() throws {
        for tree in [
            Self.tree(""), Self.tree(#"{"id":5,"type":"con","focused":true,"nodes":[{"id":6,"pid":1}]}"#),
            #"{"id":1,"type":"root","nodes":[{"id":4,"type":"workspace","focused":true,"nodes":[]}]}"#, "{}",
        ] {
            guard case .failure(let problem) = try app(tree) else {
                Issue.record("\(tree)")
                continue
            }
            #expect(problem.isFinal)
        }
    }

    @Test(
        "an impossible process identifier is rejected",
        arguments: ["null", "0", "-1", "4294967297", "1.5", "\"7\"", "1e3"])
    func process(_ text: String) throws {
        let window = #"{"id":7,"type":"con","focused":true,"pid":\#(text)}"#
        guard case .failure(.failed) = try app(Self.tree(window)) else {
            Issue.record("\(text)")
            return
        }
    }

    @Test("an answer of 4 MiB is waited for, and a longer one is refused by its header")
    func longest() {
        func progress(_ length: UInt32) -> LocalExchange.Progress {
            SwayTree.progress(Self.reply("", length: length))
        }
        guard case .partial = progress(4 << 20) else {
            Issue.record("4 MiB are refused")
            return
        }
        guard case .wrong = progress(4 << 20 + 1) else {
            Issue.record("more is read")
            return
        }
    }

    @Test("the answer may arrive in any pieces")
    func socket() throws {
        let stage = try BusStage()
        let path = "\(stage.directory)/sway.sock"
        let server = try LocalServer(path, reactor: stage.reactor)
        let provider = SwayFocus(reactor: stage.reactor)
        let reply = Self.reply(Self.tree(Self.window))
        server.closes = false
        let small = stride(from: 0, to: reply.count, by: 11).map { Array(reply[$0..<min($0 + 11, reply.count)]) }
        for pieces in [[reply], small, [Array(reply.prefix(14)), Array(reply.dropFirst(14))]] {
            server.answer = pieces
            #expect(try stage.ask(provider, ["SWAYSOCK": path, "WAYLAND_DISPLAY": "w"]).get().process == 4242)
            #expect(server.requests.last == Array("i3-ipc".utf8) + [0, 0, 0, 0, 4, 0, 0, 0])
        }
    }

    @Test("a wrong, cut, endless or missing answer is reported, and never traps")
    func faults() throws {
        let stage = try BusStage()
        let path = "\(stage.directory)/sway.sock"
        let server = try LocalServer(path, reactor: stage.reactor)
        let provider = SwayFocus(reactor: stage.reactor)
        let good = Self.reply(Self.tree(Self.window))
        let wrong: [[UInt8]] = [
            [], Array("HTTP/1.1 400".utf8), Array(good.dropLast()), Self.reply("{", type: 4), Self.reply("[]"),
            Self.reply("{}", type: 0x8000_0004), Self.reply("{}", length: .max), Array(good.prefix(9)),
            Self.reply("\u{0}"),
        ]
        for bytes in wrong {
            server.answer = [bytes]
            guard case .failure(.unreadable) = try stage.ask(provider, ["SWAYSOCK": path, "DISPLAY": ":9"]) else {
                Issue.record("\(bytes.prefix(40))")
                continue
            }
        }
        server.answer = nil
        let late = try stage.answer { then in
            provider.ask(
                in: DisplayEnvironment(manager: [:], own: ["SWAYSOCK": path, "DISPLAY": ":9"]),
                by: stage.reactor.now + .milliseconds(50), then: then)
        }
        #expect(late.0 == .failure(.late))
        // The limit is the promise: 50 ms, and the rest is for a busy machine.
        #expect(late.1 < .seconds(2))
    }

    @Test("a missing socket, an impossible path and another user's socket are reported")
    func noSocket() throws {
        let stage = try BusStage()
        let path = "\(stage.directory)/sway.sock"
        let server = try LocalServer(path, reactor: stage.reactor)
        server.answer = [Self.reply(Self.tree(Self.window))]
        let provider = SwayFocus(reactor: stage.reactor)
        for wrong in ["relative", "\(stage.directory)/none", "/" + String(repeating: "x", count: 200), stage.directory]
        {
            guard case .failure(.failed) = try stage.ask(provider, ["SWAYSOCK": wrong, "DISPLAY": ":9"]) else {
                Issue.record("\(wrong)")
                continue
            }
        }
        guard case .failure(.absent) = try stage.ask(provider, ["DISPLAY": ":9"]) else {
            Issue.record("no variable")
            return
        }
        // Root trusts every server, so the check is made for another user.
        if geteuid() != 0 {
            let stranger = SwayFocus(reactor: stage.reactor, user: geteuid() + 1)
            guard case .failure(.failed) = try stage.ask(stranger, ["SWAYSOCK": path, "DISPLAY": ":9"]) else {
                Issue.record("another user's")
                return
            }
        }
    }
}
