// SPDX-License-Identifier: Apache-2.0

/// Measures a command-line tool from its start to its end. The three tools take turns.
enum WholeProcess {
    static func measure(_ options: Options, into figures: Figures) throws {
        let scenes = try Target.allCases.map { target in
            let scene = try Scene(target, players: 1, options: options)
            try scene.startProxy()
            try scene.settle()
            return scene
        }
        for run in 0..<options.runs + 5 {
            for scene in scenes {
                let arrivals = scene.ledger.count
                let start = MonotonicTime.now
                let process = try ChildProcess(
                    scene.target.togglingCommand(options), environment: scene.bus.environment)
                let status = process.waitForEnd()
                let milliseconds = Double(MonotonicTime.now - start) / 1e6
                guard status == 0, scene.ledger.count == arrivals + 1 else {
                    throw BenchError(
                        "'\(scene.target.togglingCommand(options).joined(separator: " "))' ended with \(status), and "
                            + "\(scene.ledger.count - arrivals) commands arrived instead of one")
                }
                // The first runs read the programs from the disk.
                if run >= 5 { figures.add(.wholeProcess, scene.target, milliseconds) }
            }
        }
    }
}
