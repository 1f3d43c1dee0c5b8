// SPDX-License-Identifier: Apache-2.0

/// Counts the instructions that a program runs in user space for a command, with valgrind's callgrind.
///
/// The count is the same to a per cent on every machine, and on a busy one, so it shows changes that are lost in the
/// noise of microseconds.
enum Instructions {
    private static let commands = 1000

    static func measure(_ options: Options, into figures: Figures) throws {
        let probe = try? ChildProcess(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "true"],
            environment: ["PATH": "/usr/bin:/bin"])
        switch probe?.waitForEnd() {
        case 0: break
        case nil:
            figures.obstacles[.instructions] = "valgrind is not installed"
            return
        case let status?:
            figures.obstacles[.instructions] = "valgrind ends with \(status)"
            return
        }
        for target in [Target.forwarder, .playerctld, .batond] {
            // What both runs have in common is the start, the first commands and the end.
            let few = try total(target, commands: 100, options)
            let many = try total(target, commands: 100 + commands, options)
            figures.add(.instructions, target, (many - few) / Double(commands) / 1000)
        }
    }

    /// The instructions of a whole run with so many commands. Callgrind's file of the last run stays in the folder of the
    /// build, for `callgrind_annotate`.
    private static func total(_ target: Target, commands: Int, _ options: Options) throws -> Double {
        let file = options.program("callgrind.\(target.rawValue)")
        let scene = try Scene(target, players: 1, options: options)
        try scene.startProxy(under: ["valgrind", "--tool=callgrind", "--callgrind-out-file=\(file)"])
        for _ in 0..<4 { try scene.settle() }
        for index in 0..<commands {
            _ = try scene.command(CommandLatency.commands[index % CommandLatency.commands.count])
        }
        // Delayed work, such as saving which player was first, is done in both runs.
        for _ in 0..<8 { try scene.settle() }
        scene.stopProxy(within: 60)
        let line = TextFile.read(file).split(separator: "\n").last { $0.hasPrefix("totals:") }
        guard let count = line?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
            throw BenchError("callgrind wrote no total to \(file)")
        }
        return count
    }
}
