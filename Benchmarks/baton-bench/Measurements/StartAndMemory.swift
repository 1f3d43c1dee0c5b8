// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Measures the time from the start of a program to its name on the bus, in turns, and its memory then, with few and many
/// players.
enum StartAndMemory {
    static func measure(_ options: Options, into figures: Figures) throws {
        for count in options.playerCounts {
            let scenes = try [Target.playerctld, .batond].map { try Scene($0, players: count, options: options) }
            // With one player a start is short, and a bar stands on it.
            for _ in 0..<(count == 1 ? 15 : 3) {
                for scene in scenes {
                    figures.add(.start(players: count), scene.target, try scene.startProxy())
                    // A program goes on with its start when it has its name, which must not delay the next one.
                    scene.stopProxy()
                    MonotonicTime.pause(milliseconds: 50)
                }
            }
            for scene in scenes { try memory(scene, players: count, into: figures) }
        }
    }

    private static func memory(_ scene: Scene, players count: Int, into figures: Figures) throws {
        try scene.startProxy()
        try scene.settle()
        for _ in 0..<20 { _ = try scene.command("Pause") }
        guard let proxy = scene.proxy else { return }
        let memory = ProcessFigures(identifier: proxy.identifier).memory
        guard memory.resident > 0 else { throw BenchError("\(scene.target.rawValue) has ended with \(count) players") }
        figures.add(.privateDirty(players: count), scene.target, Double(memory.privateDirty) / 1024)
        if count == 1 {
            figures.add(.proportional, scene.target, Double(memory.proportional) / 1024)
            figures.add(.resident, scene.target, Double(memory.resident) / 1024)
        }
    }
}
