// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// Measures a proxy while it has nothing to do.
enum Idle {
    static func measure(_ target: Target, options: Options, into figures: Figures) throws {
        guard target != .direct else { return }
        let scene = try Scene(target, players: 1, options: options)
        try scene.startProxy()
        for _ in 0..<20 { _ = try scene.command("Pause") }
        // Work that is delayed after the last command, such as saving which player was first, is not idle time.
        for _ in 0..<8 { try scene.settle() }
        // Going to sleep after the last answer is one context switch, which does not belong to the idle time.
        MonotonicTime.pause(milliseconds: 1000)
        guard let proxy = scene.proxy else { return }
        let process = ProcessFigures(identifier: proxy.identifier)
        let before = process.contextSwitches
        MonotonicTime.pause(milliseconds: options.idleSeconds * 1000)
        figures.add(.idleSwitches, target, Double(process.contextSwitches - before))
        figures.add(.threads, target, Double(process.threads.count))
    }
}
