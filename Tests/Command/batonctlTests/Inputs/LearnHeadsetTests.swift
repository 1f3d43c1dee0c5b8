// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import Foundation
import Testing

@testable import batonctl

/// `batonctl learn DEVICE` with an agent whose headset does what the test says (rule I55).
@Suite struct LearnHeadsetTests {
    /// What a headset does; what it sends at a press depends on what it is shown and on the number of the press, from 1.
    enum Headset: Sendable {
        case listens, ownBelief, onlyPlay, feels, mixed, pressedThrice

        func command(_ isPlaying: Bool, _ number: Int) -> String {
            switch self {
            case .feels: isPlaying ? "pause" : "play"
            case _ where number > 6: ""
            case .listens: isPlaying ? "pause" : "play"
            case .ownBelief: number % 2 == 1 ? "pause" : "play"
            case .onlyPlay: "play"
            case .mixed: number == 3 ? "play" : "pause"
            case .pressedThrice: number > 3 ? "" : "pause"
            }
        }
    }

    /// An agent with one headset. Presses are 2 s apart, by the times that it tells.
    private final class TrialAgent {
        private let connection: Connection
        private(set) var shown: [Bool] = []
        private(set) var devices: Set<String> = []

        init(on stage: Stage, _ headset: Headset) throws {
            connection = try stage.connect()
            let method = Method(
                "TryHeadset", in: [Argument("device", "s"), Argument("playing", "b"), Argument("seconds", "u")],
                out: [Argument("press", "a{sv}")]
            ) { [unowned self] call in
                devices.insert(call.arguments[0].asString ?? "")
                let isPlaying = call.arguments[1].asBool ?? false
                var command = ""
                if case .uint32(1...) = call.arguments[2] {
                    shown.append(isPlaying)
                    command = headset.command(isPlaying, shown.count)
                }
                call.reply(
                    .vardict([
                        ("device", .string("Buds")), ("section", .string("Buds*")), ("command", .string(command)),
                        ("time", .uint64(UInt64(shown.count) * 2_000_000)),
                    ]))
            }
            let interface = Interface("org.baton.Baton1.Application", methods: [method])
            connection.export(ExportedObject(interfaces: [interface]), at: "/org/baton/Baton1")
            try stage.own("org.baton.Baton1", connection)
        }
    }

    @Test(
        "I55: what it asks for, counts and prints",
        arguments: [
            (Headset.listens, ["play-pause = sent"]), (.ownBelief, ["play-pause = corrected"]),
            (.onlyPlay, ["play-pause = toggle"]),
            (.feels, ["play-pause = sent", "wear = yes"]), (.mixed, ["play-pause = sent"]),
        ])
    func conversation(_ headset: Headset, _ settings: [String]) throws {
        let stage = try Stage()
        let agent = try TrialAgent(on: stage, headset)
        let result = try stage.run("learn", "00:11:*")
        #expect(result.status == 0, "\(result)")
        let lines = result.output.split(separator: "\n").map(String.init)
        let wanted = ["In baton.conf:", "  [device Buds*]"] + settings.map { "  \($0)" }
        #expect(lines.suffix(wanted.count) == wanted, "\(result.output)")
        #expect(lines.contains { $0.contains("Press its play button 4 times") }, "\(result.output)")
        #expect(lines.contains { $0.contains("Press the same button 2 times") }, "\(result.output)")
        #expect(lines.contains { $0.hasPrefix("Now press nothing") }, "\(result.output)")
        #expect(lines.count { $0.hasPrefix("  press ") } == 6, "each press is told: \(result.output)")
        #expect(agent.shown.prefix(7) == [true, true, true, true, false, false, true])
        #expect(agent.devices == ["00:11:*"])
    }

    @Test("I55: a mixed sequence is printed; what came without a press is told as that")
    func told() throws {
        let stage = try Stage()
        let agent = try TrialAgent(on: stage, .mixed)
        let mixed = try stage.run("learn", "Buds").output
        #expect(mixed.contains("pause, pause, play, pause; then pause, pause"), "\(mixed)")
        _ = agent
        let other = try Stage()
        let worn = try TrialAgent(on: other, .feels)
        let output = try other.run("learn", "Buds").output
        #expect(output.contains("  pause, without a press: the headset sent it by itself"), "\(output)")
        _ = worn
    }

    @Test("I55: with --json only the result is on standard output; without enough presses the status is 1")
    func json() throws {
        let stage = try Stage()
        let agent = try TrialAgent(on: stage, .ownBelief)
        let result = try stage.run("learn", "--json", "Buds")
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(object?["belief"] as? String == "corrected" && object?["finding"] as? String == "own-belief")
        #expect(object?["configuration"] as? String == "[device Buds*]\nplay-pause = corrected", "\(result.output)")
        #expect(object?["while-paused"] as? [String] == ["pause", "play"], "\(result.output)")
        _ = agent
        let silent = try Stage()
        let none = try TrialAgent(on: silent, .pressedThrice)
        let few = try silent.run("learn", "Buds")
        #expect(
            few.status == 1 && few.output.hasSuffix("There were too few presses to understand the headset.\n"), "\(few)"
        )
        _ = none
        #expect(try silent.run("learn", "--timeout", "41", "Buds").status == 64)
    }

    @Test("I55: an old agent, and none, are named")
    func without() throws {
        let stage = try Stage()
        #expect(try stage.run("learn", "Buds").status == 2)
        let agent = try StubAgent(on: stage)
        let old = try stage.run("learn", "Buds")
        #expect(old.status == 1 && !old.errors.isEmpty, "\(old)")
        _ = agent
    }
}
