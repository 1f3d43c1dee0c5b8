// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// Measures the time from the start of the program to its name on the bus, and its memory then, with few and many
/// players.
enum StartAndMemory {
    static func measure(_ target: Target, options: Options, into figures: Figures) throws {
        guard target != .direct else { return }
        for count in options.playerCounts {
            let scene = try Scene(target, players: count, options: options)
            for _ in 0..<3 {
                scene.stopProxy()
                figures.add(.start(players: count), target, try scene.startProxy())
            }
            try scene.settle()
            for _ in 0..<20 { _ = try scene.command("Pause") }
            guard let proxy = scene.proxy else { continue }
            let memory = ProcessFigures(identifier: proxy.identifier).memory
            figures.add(.privateDirty(players: count), target, Double(memory.privateDirty) / 1024)
            if count == options.playerCounts.first {
                figures.add(.proportional, target, Double(memory.proportional) / 1024)
                figures.add(.resident, target, Double(memory.resident) / 1024)
            }
        }
    }
}
