// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// Measures commands one after the other: the time until the player has a command, the time until the caller has the
/// answer, and the processor time.
enum CommandLatency {
    private static let commands: [MemberName] = ["Next", "Previous", "Play", "Pause", "PlayPause"]

    static func measure(_ target: Target, options: Options, into figures: Figures) throws {
        let scene = try Scene(target, players: 1, options: options)
        try scene.startProxy()
        try scene.settle()
        for index in 0..<300 { _ = try scene.command(commands[index % commands.count]) }

        let process = scene.proxy.map { ProcessFigures(identifier: $0.identifier) }
        let arrivals = scene.ledger.count
        let processorTime = process?.processorTime ?? 0
        for index in 0..<options.commands {
            let trip = try scene.command(commands[index % commands.count])
            guard scene.ledger.count == arrivals + index + 1 else {
                throw BenchError(
                    "\(target.rawValue): \(index + 1) commands, \(scene.ledger.count - arrivals) arrived at the player")
            }
            figures.add(.sendToPlayer, target, Double(scene.ledger[scene.ledger.count - 1] - trip.sent) / 1000)
            figures.add(.roundTrip, target, Double(trip.answered - trip.sent) / 1000)
        }
        if let process {
            let used = Double(process.processorTime - processorTime) / 1e6
            figures.add(.processorTime, target, used * 1000 / Double(options.commands))
        }
        for _ in 0..<options.commands / 3 {
            let trip = try scene.read()
            figures.add(.propertyRead, target, Double(trip.answered - trip.sent) / 1000)
        }
    }

    /// Measures the same with a player that announces each change, as real players do.
    static func measureReactive(_ target: Target, options: Options, into figures: Figures) throws {
        guard target != .direct else { return }
        let scene = try Scene(target, players: 1, isReactive: true, options: options)
        try scene.startProxy()
        try scene.settle()
        guard let process = scene.proxy.map({ ProcessFigures(identifier: $0.identifier) }) else { return }
        let count = max(options.commands / 3, 1)
        let processorTime = process.processorTime
        for _ in 0..<count { _ = try scene.command("PlayPause") }
        try scene.settle()
        figures.add(
            .reactiveProcessorTime, target,
            Double(process.processorTime - processorTime) / 1e6 * 1000 / Double(count))
    }
}
