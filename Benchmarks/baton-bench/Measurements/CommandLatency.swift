// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Measures commands one after the other: the time until the player has a command, the time until the caller has the
/// answer, and the processor time.
enum CommandLatency {
    /// Each of them reaches the player whatever it says of itself. Baton does not send Play to a player that says that it plays.
    static let commands: [MemberName] = ["Next", "Previous", "PlayPause"]
    /// How often all programs, buses and players are started anew in a round. The scheduler settles into one order of switches for as
    /// long as they live, and equal programs differ by a fifth between two starts. With more a figure depends less on that luck, and
    /// a round takes longer.
    private static let starts = 10
    /// The turns of each program after a start.
    private static let blocks = 3

    /// Measures all targets in short turns, so that what else the machine does meanwhile falls on all of them.
    static func measure(_ options: Options, into figures: Figures) throws {
        for _ in 0..<starts { try measureOneStart(options, into: figures) }
    }

    private static func measureOneStart(_ options: Options, into figures: Figures) throws {
        let scenes = try Target.allCases.map { target in
            let scene = try Scene.ready(target, options: options)
            for index in 0..<300 { _ = try scene.command(commands[index % commands.count]) }
            return scene
        }
        for _ in 0..<blocks {
            for scene in scenes {
                let count = max(options.commands / starts / blocks, 1)
                try measureCommands(scene, count: count, into: figures)
                for _ in 0..<max(count / 3, 1) {
                    let trip = try scene.read()
                    figures.add(.propertyRead, scene.target, Double(trip.answered - trip.sent) / 1000)
                }
            }
        }
    }

    private static func measureCommands(_ scene: Scene, count: Int, into figures: Figures) throws {
        let process = scene.proxy.map { ProcessFigures(identifier: $0.identifier) }
        let arrivals = scene.ledger.count
        let processorTime = process?.processorTime ?? 0
        for index in 0..<count {
            let trip = try scene.command(commands[index % commands.count])
            guard scene.ledger.count == arrivals + index + 1 else {
                throw BenchError(
                    "\(scene.target.rawValue): \(index + 1) commands, \(scene.ledger.count - arrivals) arrived at the player"
                )
            }
            figures.add(.sendToPlayer, scene.target, Double(scene.ledger[scene.ledger.count - 1] - trip.sent) / 1000)
            figures.add(.roundTrip, scene.target, Double(trip.answered - trip.sent) / 1000)
        }
        if let process {
            let used = Double(process.processorTime - processorTime) / 1e6
            figures.add(.processorTime, scene.target, used * 1000 / Double(count))
        }
    }

    /// Measures the processor time with a player that announces each change, as real players do.
    static func measureReactive(_ options: Options, into figures: Figures) throws {
        for target in [Target.playerctld, .batond] {
            let scene = try Scene.ready(target, isReactive: true, options: options)
            guard let process = scene.proxy.map({ ProcessFigures(identifier: $0.identifier) }) else { continue }
            let count = max(options.commands / 3, 1)
            let processorTime = process.processorTime
            for _ in 0..<count { _ = try scene.command("PlayPause") }
            try scene.settle()
            figures.add(
                .reactiveProcessorTime, target,
                Double(process.processorTime - processorTime) / 1e6 * 1000 / Double(count))
            withExtendedLifetime(scene) {}
        }
    }
}
