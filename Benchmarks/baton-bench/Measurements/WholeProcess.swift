// SPDX-License-Identifier: Apache-2.0

/// Measures command-line tools from their start to their end, in turns.
enum WholeProcess {
    static func measure(_ options: Options, into figures: Figures) throws {
        // batonctl waits until the player says that it has done it (rule MPRIS104).
        let scenes = try [Target.direct, .playerctld, .batond].map {
            try Scene.ready($0, isReactive: true, options: options)
        }
        // The first runs read the programs from the disk.
        for run in 0..<options.runs + 3 {
            for scene in scenes {
                for (word, figure, arrivals) in [("play-pause", Figure.playPause, 1), ("status", .status, 0)] {
                    let milliseconds = try time(scene, word, arrivals: arrivals, options)
                    if run >= 3 { figures.add(figure, scene.target, milliseconds) }
                }
            }
        }
    }

    /// The milliseconds that a tool takes, which succeeds and sends so many commands to the player.
    private static func time(_ scene: Scene, _ word: String, arrivals: Int, _ options: Options) throws -> Double {
        guard let command = scene.target.tool(word, options) else { return .nan }
        // What a proxy does after the tool before is not this tool's time.
        MonotonicTime.pause(milliseconds: 5)
        let before = scene.ledger.count
        let start = MonotonicTime.now
        let status = try ChildProcess(command, environment: scene.bus.environment).waitForEnd()
        let milliseconds = Double(MonotonicTime.now - start) / 1e6
        guard status == 0, scene.ledger.count == before + arrivals else {
            throw BenchError(
                "'\(command.joined(separator: " "))' ended with \(status), and \(scene.ledger.count - before) commands "
                    + "arrived instead of \(arrivals)")
        }
        return milliseconds
    }
}
