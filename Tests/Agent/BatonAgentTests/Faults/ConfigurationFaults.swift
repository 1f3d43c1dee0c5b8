// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Foundation
import Glibc
import Testing

/// A configuration that is wrong, incomplete or missing.
extension Fault {
    private static let file = ".config/baton/baton.conf"

    static var configurations: [Fault] {
        [
            Fault("configuration", "garbage at start", "status 78, with file and line, within 1 s") {
                try refused { stage in stage.folder.write("[seek]\nhold-interval = soon\n\u{1}\u{2}[[[\n", to: file) }
            },
            Fault("configuration", "a directory in its place", "status 78 with the path, within 1 s") {
                try refused { stage in stage.folder.write("", to: "\(file)/inside") }
            },
            Fault("configuration", "a pipe without a writer", "status 78 with the path, within 1 s") {
                try refused { stage in
                    stage.folder.write("", to: ".config/baton/other")
                    mkfifo("\(stage.folder.path)/\(file)", 0o600)
                }
            },
            Fault("configuration", "a file of 4 GiB", "status 78 with the path, within 1 s") {
                try refused { stage in
                    stage.folder.write("", to: file)
                    truncate("\(stage.folder.path)/\(file)", 4 << 30)
                }
            },
            Fault("configuration", "an endless device (/dev/zero)", "status 78 with the path, within 1 s") {
                try refused { stage in
                    stage.folder.write("", to: ".config/baton/other")
                    symlink("/dev/zero", "\(stage.folder.path)/\(file)")
                }
            },
            Fault(
                "configuration", "half written when it is read anew (SIGHUP)",
                "all stays as it was, and the log says which line; the whole file counts at the next reload"
            ) {
                let stage = try AgentStage(nil)
                stage.folder.write("[routing]\nignore = loud\n", to: file)
                try stage.startAgent()
                _ = try stage.player("loud", "Playing")
                _ = try stage.player("quiet")
                try stage.expectChain(["quiet"])
                let agent = try found(stage.agent)
                stage.folder.write("[routing]\nignore = quiet\npoli", to: file)
                let took = time {
                    agent.signal(SIGHUP)
                    _ = stage.turn { agent.printed.contains("stays as it was") }
                }
                try keep(agent.printed.contains("baton.conf:3"), agent.printed)
                try stage.expectChain(["quiet"])
                stage.folder.write("[routing]\nignore = quiet\npolicy = recent\n", to: file)
                agent.signal(SIGHUP)
                try stage.expectChain(["loud"])
                return "refused after \(took.figure)"
            },
            Fault("configuration", "200 reloads at once", "batond serves meanwhile, and has the same descriptors") {
                let stage = try AgentStage(nil)
                stage.folder.write("[routing]\npolicy = playing\n", to: file)
                try stage.startAgent()
                _ = try stage.player("player", "Playing")
                try stage.expectNext("player")
                let before = stage.descriptors
                var worst = Duration.zero
                for round in 0..<200 {
                    stage.agent?.signal(SIGHUP)
                    if round.isMultiple(of: 20) { worst = max(worst, try stage.expectNext("player")) }
                }
                try stage.expectNext("player")
                try keep(stage.descriptors == before, "\(before) descriptors before, \(stage.descriptors) after")
                try keep(worst < .milliseconds(500), worst.figure)
                return "the slowest command \(worst.figure); \(before) descriptors before and after"
            },
        ]
    }

    /// Checks that batond does not start with such a file, and names it.
    @MainActor private static func refused(_ prepare: (AgentStage) -> Void) throws -> String {
        let stage = try AgentStage(nil)
        prepare(stage)
        let start = ContinuousClock.now
        let agent = try stage.spawnAgent()
        _ = stage.turn(within: .seconds(20)) { agent.hasEnded }
        let took = ContinuousClock.now - start
        try keep(agent.exitStatus == 78, "\(String(describing: agent.exitStatus)): \(agent.printed)")
        try keep(agent.printed.contains("baton.conf"), agent.printed)
        try keep(took < .seconds(1), took.figure)
        return "ended after \(took.figure)"
    }
}
