// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Glibc
import Testing

/// Files that are missing, incomplete, not writable or too large.
extension Fault {
    private static let state = ".local/state/baton/state"

    static var files: [Fault] {
        [
            Fault(
                "state file", "batond is killed (SIGKILL) 0 to 10 ms after SIGTERM, at which it saves, 40 times",
                "the next one reads the file without a complaint, and it is of before or after the change"
            ) {
                let stage = try AgentStage(nil)
                _ = try stage.player("a")
                _ = try stage.player("b")
                var pinned = Set<String>()
                for round in 0..<40 {
                    let agent = try stage.spawnAgent()
                    try keep(
                        stage.turn { (try? stage.owner(of: AgentStage.baton)) != .some(nil) || agent.hasEnded })
                    try keep(!agent.printed.contains("state"), agent.printed)
                    let choice = round.isMultiple(of: 2) ? "a" : "b"
                    try keep(try stage.baton("Pin", .string(choice)).errorName == nil, agent.printed)
                    // batond saves when it is asked to end. It is killed before, during or after that, in steps of 0.25
                    // ms.
                    agent.signal(SIGTERM)
                    try? agent.waitForEnd(within: .microseconds(round * 250))
                    agent.kill()
                    try keep(stage.turn { (try? stage.owner(of: AgentStage.baton)) == .some(nil) })
                    let text = stage.folder.read(state) ?? ""
                    if !text.isEmpty {
                        let pin =
                            text.split(separator: "\n").first { $0.hasPrefix("pin ") }.map(String.init) ?? "no pin"
                        try keep(["pin a", "pin b"].contains(pin), text)
                        pinned.insert(pin)
                    }
                }
                return "40 kills; the file was whole each time (\(pinned.sorted().joined(separator: ", ")))"
            },
            Fault(
                "state file", "cut after each fourth byte",
                "batond starts each time, with what is left or with a sentence"
            ) {
                let stage = try AgentStage(nil)
                _ = try stage.player("player", "Playing")
                try stage.startAgent()
                _ = try stage.baton("Pin", .string("player"))
                _ = try stage.baton("Ignore", .string("loud"))
                try stage.stopAgent()
                let whole = Array((stage.folder.read(state) ?? "").utf8)
                try keep(whole.count > 10, "nothing was saved")
                var starts = 0
                for length in stride(from: 0, to: whole.count, by: 4) {
                    stage.folder.write(String(decoding: whole.prefix(length), as: UTF8.self), to: state)
                    try stage.startAgent()
                    try stage.settleAgent()
                    try stage.expectNext("player")
                    try keep(try stage.stopAgent() == 0, "at \(length)")
                    starts += 1
                }
                return "\(starts) starts"
            },
            Fault("state file", "64 KiB of garbage, and a directory in its place", "batond starts and says so once") {
                for isDirectory in [false, true] {
                    let stage = try AgentStage(nil)
                    _ = try stage.player("player", "Playing")
                    var random = SeededRandom(seed: 7)
                    let garbage = String(
                        decoding: (0..<65536).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
                    stage.folder.write(garbage, to: isDirectory ? "\(state)/file" : state)
                    try stage.startAgent()
                    try stage.settleAgent()
                    try stage.expectNext("player")
                    try keep(stage.agent?.printed.contains("state") == true, "nothing is said")
                    try keep(try stage.stopAgent() == 0, "the end")
                }
                return "2 starts"
            },
            Fault(
                "disk", "the state's folder cannot be written", "commands go on; it is said once; the end is in order"
            ) {
                let stage = try AgentStage(nil)
                stage.folder.write("", to: ".local/state/baton/other")
                let folder = "\(stage.folder.path)/.local/state/baton"
                stage.wrapper = [
                    "bwrap", "--dev-bind", "/", "/", "--ro-bind", folder, folder, "--die-with-parent", "--",
                ]
                return try withoutDisk(stage)
            },
            Fault(
                "disk", "full: a file system without a free byte",
                "commands go on; it is said once; the end is in order"
            ) {
                let stage = try AgentStage(nil)
                stage.folder.write("", to: ".local/state/baton/other")
                let folder = "\(stage.folder.path)/.local/state"
                stage.wrapper = [
                    "bwrap", "--dev-bind", "/", "/", "--size", "8192", "--tmpfs", folder, "--die-with-parent", "--",
                    "sh", "-c", "cat /dev/zero >\"$0/fill\" 2>/dev/null; exec \"$@\"", folder,
                ]
                return try withoutDisk(stage)
            },
        ]
    }

    /// Makes batond try to save several times where it cannot.
    @MainActor private static func withoutDisk(_ stage: AgentStage) throws -> String {
        _ = try stage.player("player", "Playing")
        _ = try stage.player("other")
        try stage.startAgent()
        try stage.settleAgent()
        let agent = try found(stage.agent)
        for round in 0..<4 {
            _ = try stage.baton("Pin", .string(round.isMultiple(of: 2) ? "player" : "other"))
            _ = stage.turn(within: .milliseconds(800)) { false }
        }
        _ = try stage.baton("Unpin")
        let next = try stage.expectNext("player")
        let process = try stage.process()
        kill(process, SIGTERM)
        try keep(stage.turn { agent.hasEnded })
        let lines = agent.printed.split(separator: "\n").filter { $0.contains("state") }
        try keep(lines.count == 1, "it is said \(lines.count) times: \(agent.printed)")
        try keep(agent.exitStatus == 0, "\(String(describing: agent.exitStatus)): \(agent.printed)")
        return "next command \(next.figure)"
    }
}

extension AgentStage {
    /// batond's process, if another program has started it.
    func process() throws -> Int32 {
        let message = Message.methodCall(
            to: .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "GetConnectionUnixProcessID")
        try message.append(.string(Self.baton.rawValue))
        return Int32(truncatingIfNeeded: try found(try call(message).get().first?.asInt64))
    }
}
