// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Foundation
import Glibc
import SystemPackage
import Testing

/// A Hyprland that says whose window is in front: its command socket, in the test's process.
private final class FakeHyprland {
    /// The process of the window in front; nil: it does not answer.
    var process: UInt32?
    /// How often it was asked.
    private(set) var questions = 0
    private let socket: ListeningSocket
    private let display: ListeningSocket
    private var watches: [Watch] = []
    private var clients: [FileDescriptor] = []

    init(for stage: AgentStage) throws {
        let folder = "\(stage.folder.path)/hypr/s"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        socket = try ListeningSocket("\(folder)/.socket.sock")
        display = try ListeningSocket("\(stage.folder.path)/wayland-9")
        stage.environment.merge(
            [
                "XDG_RUNTIME_DIR": stage.folder.path, "WAYLAND_DISPLAY": "wayland-9",
                "HYPRLAND_INSTANCE_SIGNATURE": "s",
            ]) { $1 }
        let reactor = stage.reactor
        watches.append(
            try reactor.watch(FileDescriptor(rawValue: socket.descriptor), for: .readable) { [unowned self] _ in
                guard let client = socket.accepted() else { return }
                let file = FileDescriptor(rawValue: client)
                clients.append(file)
                if let watch = try? reactor.watch(file, for: .readable, handler: { [unowned self] _ in serve(file) }) {
                    watches.append(watch)
                }
            })
    }

    deinit {
        for watch in watches { watch.cancel() }
        for client in clients { try? client.close() }
    }

    private func serve(_ file: FileDescriptor) {
        var buffer = [UInt8](repeating: 0, count: 256)
        guard recv(file.rawValue, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 else { return }
        questions += 1
        guard let process else { return }
        let answer = Array(
            #"{"address":"0x1","class":"x","initialClass":"x","pid":\#(process),"xwayland":false}"#.utf8)
        _ = send(file.rawValue, answer, answer.count, Int32(MSG_NOSIGNAL))
        shutdown(file.rawValue, Int32(SHUT_WR))
    }
}

/// `[routing] focused`: the player of the window in front first (rules MPRIS102 and MPRIS103).
@Suite("Routing: the window in front") struct FocusedFirstTests {
    private func scene(_ choice: String?, _ statuses: [String] = ["Paused", "Paused"]) throws -> (
        AgentStage, FakeHyprland, [OtherPlayer]
    ) {
        let stage = try AgentStage(nil)
        let compositor = try FakeHyprland(for: stage)
        try stage.startAgent(choice.map { ["routing.focused=\($0)"] } ?? [])
        var players: [OtherPlayer] = []
        for (name, status) in zip(["one", "two"], statuses) {
            players.append(try OtherPlayer(name, status, on: stage))
            try stage.settleAgent()
        }
        try stage.expectChain(["one", "two"])
        return (stage, compositor, players)
    }

    @Test(
        "MPRIS102: while nothing plays, a press goes to the player of the window in front",
        arguments: ["idle", "always"])
    func idle(_ choice: String) throws {
        let (stage, compositor, players) = try scene(choice)
        compositor.process = players[1].process
        #expect(try stage.send(.play) == .by("two"))
        #expect(stage.turn { players[1].status == "Playing" })
        #expect(players[0].status == "Paused" && compositor.questions == 1)
    }

    @Test("MPRIS102: while something plays, only `always` asks, and only for this press")
    func always() throws {
        for (choice, expected) in [("idle", "one"), ("always", "two")] {
            let (stage, compositor, players) = try scene(choice, ["Playing", "Paused"])
            compositor.process = players[1].process
            #expect(try stage.send(.nextTrack) == .by(expected))
            #expect(compositor.questions == (choice == "idle" ? 0 : 1))
            try stage.expectChain(["one", "two"])
            // Another window has the focus by now, which is of no player.
            compositor.process = 1
            #expect(try stage.send(.nextTrack) == .by("one"))
        }
    }

    @Test("MPRIS102: a player that was started from the window counts, as in a terminal; a pinned one comes first")
    func ancestors() throws {
        let (stage, compositor, players) = try scene("idle")
        // The test has started both; the first one of the chain is meant.
        compositor.process = UInt32(getpid())
        #expect(try stage.send(.togglePlayPause) == .by("one"))
        #expect(try stage.send(.togglePlayPause) == .by("one"))
        #expect(stage.turn { players[0].status == "Paused" })
        compositor.process = players[1].process
        try #require(try stage.baton("Pin", .string("org.mpris.MediaPlayer2.one")).errorName == nil)
        let questions = compositor.questions
        #expect(try stage.send(.play) == .by("one"))
        #expect(compositor.questions == questions)
    }

    @Test("MPRIS103: without the key nobody is asked; nor for a command at the face, nor with one player")
    func off() throws {
        for choice in [nil, "no"] {
            let (stage, compositor, players) = try scene(choice)
            compositor.process = players[1].process
            #expect(try stage.send(.play) == .by("one"))
            #expect(compositor.questions == 0)
        }
        let (stage, compositor, players) = try scene("always")
        compositor.process = players[1].process
        try stage.face("Play")
        #expect(stage.turn { players[0].status == "Playing" })
        #expect(compositor.questions == 0)
    }

    @Test("MPRIS103: a compositor that does not answer: the usual order holds, for all that came meanwhile")
    func silent() throws {
        let (stage, compositor, players) = try scene("idle")
        compositor.process = nil
        var answers: [String] = []
        for subtype in [.nextTrack, .previousTrack] as [RemoteControlSubtype] {
            try stage.post(subtype) { answers.append(((try? $0.get().arguments()) ?? []).last?.asString ?? "?") }
        }
        #expect(stage.turn { answers.count == 2 })
        #expect(answers == ["org.mpris.MediaPlayer2.one", "org.mpris.MediaPlayer2.one"])
        #expect(compositor.questions == 1 && players[1].status == "Paused")
    }
}
