// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Measures proxies while they have nothing to do, all at the same time.
enum Idle {
    static let seconds = 10

    static func measure(_ options: Options, into figures: Figures) throws {
        let scenes = try [Target.playerctld, .batond].map { target in
            let scene = try Scene.ready(target, options: options)
            for _ in 0..<20 { _ = try scene.command("Pause") }
            return scene
        }
        // Work that is delayed after the last command, such as saving which player was first, is not idle time.
        for _ in 0..<8 { for scene in scenes { try scene.settle() } }
        // Going to sleep after the last answer is one context switch, which does not belong to the idle time.
        MonotonicTime.pause(milliseconds: 1000)
        let processes = scenes.compactMap { scene in
            scene.proxy.map { (scene.target, ProcessFigures(identifier: $0.identifier)) }
        }
        let before = processes.map { $0.1.contextSwitches }
        MonotonicTime.pause(milliseconds: seconds * 1000)
        for (index, (target, process)) in processes.enumerated() {
            let threads = process.threads.count
            guard threads > 0 else { throw BenchError("\(target.rawValue) has ended while it was idle") }
            figures.add(.idleSwitches, target, Double(process.contextSwitches - before[index]))
            figures.add(.threads, target, Double(threads))
        }
        withExtendedLifetime(scenes) {}
    }
}
