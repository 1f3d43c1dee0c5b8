// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

@testable import BatonAgent

/// Callers that send too much, too large, or nonsense; callers in a sandbox; apps that do not answer.
extension Fault {
    static var callers: [Fault] {
        [
            Fault(
                "caller", "10 000 calls at once from one caller while another one presses",
                "each press of the other arrives within 500 ms; each call has one answer; memory is back within 6 MiB"
            ) {
                let stage = try AgentStage()
                let player = try stage.fake("--name", "player", "--status", "Playing")
                try stage.expectChain(["player"])
                for _ in 0..<50 { try stage.expectNext("player") }
                let before = try memory(of: stage, "VmRSS")
                // The flood has its own reactor, so that handling its replies does not delay the other client.
                let reactor = try Reactor()
                let flooder = Connection(address: stage.bus.address, reactor: reactor)
                try flooder.open()
                try keep(reactor.turn(until: { flooder.uniqueName != nil }))
                var answered = 0
                for _ in 0..<10_000 {
                    let message = Message.methodCall(
                        to: AgentStage.face, path: StagePlayer.path, interface: StagePlayer.player, member: "Next")
                    flooder.call(message, within: .seconds(60)) { _ in answered += 1 }
                }
                var times: [Duration] = []
                while answered < 10_000 {
                    for _ in 0..<20 { _ = try reactor.turn(timeout: .milliseconds(1)) }
                    times.append(try stage.expectNext("player"))
                }
                flooder.close()
                let worst = times.max() ?? .zero
                try keep(worst < .milliseconds(500), "\(worst.figure)")
                var after = 0
                _ = stage.turn(within: .seconds(20)) {
                    after = (try? memory(of: stage, "VmRSS")) ?? .max
                    return after < before + 6144
                }
                try keep(after < before + 6144 && !player.hasEnded, "\(before) KiB before, \(after) after")
                return "\(times.count) presses, the slowest \(worst.figure); \(before) KiB before, \(after) after"
            },
            Fault(
                "caller", "more than 10 000 calls waiting at a player that hangs",
                "LimitsExceeded for the surplus, and for no other caller"
            ) {
                let stage = try AgentStage(["routing.call-timeout=30s"])
                let player = try stage.player("player", "Playing", doing: ["Next": .hold])
                let flooder = try stage.connect()
                var refused = 0
                for _ in 0..<10_500 { stage.begin(from: flooder) { if $0 == .limitsExceeded { refused += 1 } } }
                try keep(stage.turn(within: .seconds(30)) { refused >= 436 }, "\(refused) refused")
                try stage.settleAgent()
                player.behaviours = [:]
                let took = try time { try keep(try stage.face("Previous").errorName == nil, "the other was refused") }
                return "\(refused) of 10 500 refused; another one's Previous \(took.figure)"
            },
            Fault(
                "caller", "8000 GetAll whose answers it does not read, with 32 KiB of metadata",
                "batond needs less than 48 MiB more, another one's command takes less than 2 s, and memory is back within 8 MiB"
            ) {
                try unreadAnswers()
            },
            Fault("caller", "OpenUri of 33 MiB", "LimitsExceeded; the player is not called, the message is not kept") {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                let before = try memory(of: stage, "VmRSS")
                let huge = String(repeating: "x", count: 33 << 20)
                let error = try stage.face("OpenUri", .string(huge)).errorName
                try keep(
                    error == .limitsExceeded && player.calls.isEmpty, "\(String(describing: error)) \(player.calls)")
                var after = 0
                _ = stage.turn(within: .seconds(20)) {
                    after = (try? memory(of: stage, "VmRSS")) ?? .max
                    return after < before + 20 * 1024
                }
                try keep(after < before + 20 * 1024, "\(before) KiB before, \(after) after")
                try stage.expectNext("player")
                return "\(before) KiB before, \(after) after"
            },
            Fault("caller", "63 calls with 16 descriptors each", "all are closed; batond lives") {
                let stage = try AgentStage()
                _ = try stage.player("player", "Playing")
                let before = stage.descriptors
                let raw = try RawBusClient(address: stage.bus.address)
                for _ in 0..<63 {
                    raw.call(
                        AgentStage.face.rawValue, "/org/mpris/MediaPlayer2", StagePlayer.player.rawValue, "Next",
                        descriptors: Array(repeating: 0, count: 16))
                }
                try stage.settleAgent()
                try stage.expectNext("player")
                try keep(stage.descriptors <= before, "\(before) before, \(stage.descriptors) after")
                return "\(before) descriptors before, \(stage.descriptors) after"
            },
            Fault(
                "caller", "leaves the bus with 100 calls under way", "the others are served; the player got each once"
            ) {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing", doing: ["Next": .hold])
                let caller = try stage.connect()
                for _ in 0..<100 { stage.begin(from: caller) { _ in } }
                try stage.settle(caller)
                caller.close()
                player.behaviours = [:]
                try keep(stage.turn { player.calls.count >= 64 })
                player.release()
                let took = try stage.expectNext("player")
                let calls = player.calls.count
                try keep(calls <= 101, "\(calls)")
                return "\(calls) calls at the player, next command \(took.figure)"
            },
            Fault(
                "caller", "unknown members, objects and arguments of wrong types", "an error for each, and nothing else"
            ) {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                var errors = 0
                for (member, values) in [
                    ("Nonsense", []), ("Pin", [Value.uint32(1)]), ("Pin", []),
                    ("SendRemoteControlEvent", [.string("x")]),
                    ("SendRemoteControlEvent", [.uint32(4_000_000_000)]),
                    ("SimulateMotion", [.uint32(9), .boolean(true)]),
                    ("Register", [.string("not a path"), .vardict([])]), ("PauseShake", [.int32(-1)]),
                    ("Unregister", [.objectPath("/none")]), ("RequestConsent", [.string("\u{1b}[2J")]),
                ] as [(MemberName, [Value])] {
                    let message = Message.methodCall(
                        to: AgentStage.baton, path: "/org/baton/Baton1", interface: AgentStage.application,
                        member: member)
                    try message.append(contentsOf: values)
                    if try stage.call(message).errorName != nil { errors += 1 }
                }
                try keep(errors == 10, "\(errors) of 10 are errors")
                try keep(player.calls.isEmpty, "\(player.calls)")
                let took = try stage.expectNext("player")
                return "10 errors, next command \(took.figure)"
            },
        ]
    }

    static var apps: [Fault] {
        [
            Fault("app", "never answers", "it has 250 ms; after three times it is passed over until it is heard again")
            {
                let stage = try AgentStage()
                _ = try stage.player("player", "Playing")
                let app = try AppTests.App(on: stage)
                app.answer = nil
                try app.register("/app", [("playing", .boolean(true))])
                try stage.expectChain([app.id(), "player"])
                var times: [Duration] = []
                for _ in 0..<3 {
                    times.append(try time { try keep(try stage.send(.nextTrack) == app.handled, "not handled") })
                }
                try keep(times.allSatisfy { $0 > .milliseconds(200) && $0 < .seconds(1) }, "\(times)")
                try stage.expectChain(["player", app.id()])
                let took = try stage.expectNext("player")
                app.answer = true
                try app.register("/app", [("playing", .boolean(true))])
                try stage.expectChain([app.id(), "player"])
                return "\(times.map(\.figure).joined(separator: ", ")); then the player after \(took.figure)"
            },
            Fault("app", "leaves the bus in mid-call", "Play goes on to the player; Next does not, and is answered") {
                var figures: [String] = []
                for subtype: RemoteControlSubtype in [.play, .nextTrack] {
                    let stage = try AgentStage()
                    // A Play to a player that plays already is not sent (rule MPRIS52).
                    let player = try stage.player("player", subtype == .play ? "Paused" : "Playing")
                    let app = try AppTests.App(on: stage)
                    app.answer = nil
                    try app.register("/app", [("playing", .boolean(true))])
                    var outcome: Result<Message, DBusError>?
                    try stage.post(subtype) { outcome = $0 }
                    try keep(stage.turn { app.received == [subtype] })
                    let took = time {
                        app.connection.close()
                        _ = stage.turn { outcome != nil }
                    }
                    try keep(player.calls == (subtype == .play ? ["Play"] : []), "\(subtype): \(player.calls)")
                    figures.append(took.figure)
                }
                return "answers after \(figures.joined(separator: ", "))"
            },
            Fault("app", "registers 17 objects", "the 17th is LimitsExceeded; another app may register") {
                let stage = try AgentStage()
                let app = try AppTests.App(on: stage)
                for index in 0..<16 { try keep(try app.register(ObjectPath("/app/\(index)")) == nil, "\(index)") }
                try keep(try app.register("/app/more") == .limitsExceeded, "it was let in")
                try keep(try AppTests.App(on: stage).register() == nil, "the other was refused")
                return "16 objects"
            },
        ]
    }

    static var confined: [Fault] {
        [
            Fault(
                "sandbox", "a confined caller (bubblewrap, marked as Flatpak's) asks for what it must not have",
                "AccessDenied for each member; nothing reaches the player or the chain"
            ) {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                let face = [
                    "org.mpris.MediaPlayer2.Player.OpenUri file:///etc/passwd", "org.mpris.MediaPlayer2.Quit",
                    "org.mpris.MediaPlayer2.Raise", "com.github.altdesktop.playerctld.Shift",
                    "org.freedesktop.DBus.Properties.Set org.mpris.MediaPlayer2.Player Volume <0.1>",
                    "org.freedesktop.DBus.Properties.Get com.github.altdesktop.playerctld PlayerNames",
                ]
                let baton = [
                    "Register /app {}", "Pin player", "Unpin", "Ignore player", "Unignore player", "Refresh player",
                    "Monitor true",
                    "SimulateMotion 0 false", "PauseShake 99999999999999999", "CalibrateShake low 1.5",
                    "Undo", "Redo", "RequestConsent portal",
                    "Doctor", "Inputs", "Learn 1",
                ].map { "org.baton.Baton1.Application.\($0)" }
                let calls =
                    face.map { (AgentStage.face.rawValue, "/org/mpris/MediaPlayer2", $0) }
                    + baton.map { (AgentStage.baton.rawValue, "/org/baton/Baton1", $0) }
                for (name, path, call) in calls {
                    let text = try sandboxed(stage, name, path, call)
                    try keep(text.contains("AccessDenied"), "\(call): \(text)")
                }
                try keep(player.calls.isEmpty, "\(player.calls)")
                try keep(
                    try stage.chain() == ["player"] && stage.property("Pinned") == .string(""), "the chain changed")
                return "\(calls.count) of \(calls.count) members refused"
            },
            Fault(
                "sandbox", "a confined caller presses a button",
                "it is a press like any other, and it may read the status"
            ) {
                let stage = try AgentStage()
                let player = try stage.player("player", "Playing")
                let face = (AgentStage.face.rawValue, "/org/mpris/MediaPlayer2")
                let next = try sandboxed(stage, face.0, face.1, "org.mpris.MediaPlayer2.Player.Next")
                let get = "org.freedesktop.DBus.Properties.Get org.mpris.MediaPlayer2.Player PlaybackStatus"
                let status = try sandboxed(stage, face.0, face.1, get)
                try keep(next.hasPrefix("()") && status.contains("Playing"), "\(next) \(status)")
                try keep(player.calls == ["Next"], "\(player.calls)")
                return "1 press, 1 read"
            },
        ]
    }

    /// Runs gdbus with its own root directory that is marked as a sandbox; returns its output.
    private static func sandboxed(
        _ stage: AgentStage, _ destination: String, _ path: String, _ call: String
    ) throws -> String {
        let sandbox = Sandbox(in: stage.folder, binds: ["--bind", "/tmp", "/tmp"])
        let words = ["gdbus", "call", "--address", stage.bus.address, "-d", destination, "-o", path, "-m"]
        let process = try ChildProcess(
            sandbox.command(words + call.split(separator: " ").map(String.init)),
            environment: ["PATH": "/usr/bin:/bin"])
        try keep(stage.turn { process.hasEnded }, "\(process.printed)")
        return process.printed
    }
}

extension Fault {
    /// A caller that writes its calls and reads nothing.
    private static func unreadAnswers() throws -> String {
        let stage = try AgentStage()
        let player = try stage.fake("--name", "player", "--status", "Playing", "--huge", "\(32 << 10)")
        try stage.expectChain(["player"])
        for _ in 0..<50 { try stage.expectNext("player") }
        let before = try memory(of: stage, "VmHWM")
        let flooder = try RawBusClient(address: stage.bus.address)
        for _ in 0..<8000 {
            flooder.call(
                AgentStage.face.rawValue, StagePlayer.path.rawValue, "org.freedesktop.DBus.Properties", "GetAll",
                text: StagePlayer.player.rawValue, wantsReply: true)
        }
        var worst = Duration.zero
        for _ in 0..<20 { worst = max(worst, try stage.expectNext("player")) }
        let peak = try memory(of: stage, "VmHWM")
        var after = 0
        _ = stage.turn(within: .seconds(20)) {
            after = (try? memory(of: stage, "VmRSS")) ?? .max
            return after < before + 8192
        }
        try keep(peak < before + 49152 && worst < .seconds(2), "\(peak - before) KiB more, \(worst.figure)")
        try keep(after < before + 8192, "\(before) KiB before, \(after) after")
        try withExtendedLifetime(flooder) { try keep(!player.hasEnded) }
        return "\(before) KiB before, \(peak) at most, \(after) after; the slowest command \(worst.figure)"
    }
}
