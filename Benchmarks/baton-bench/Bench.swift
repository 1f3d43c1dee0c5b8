// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The repository's own benchmark: `make bench`.
@main
enum Bench {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            say("baton-bench: \(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        if arguments.first == "player", arguments.count >= 3, let count = Int(arguments[1]), count > 0 {
            return try BenchPlayer.run(count: count, ledger: arguments[2], isReactive: arguments.last == "reactive")
        }
        if arguments.first == "machines" { return try MachinesBench.run(Array(arguments.dropFirst())) }
        if arguments.first == "soak" { return try Soak.run(Array(arguments.dropFirst())) }
        if arguments.contains("--help") { return print(Options.help) }
        let options = try Options(arguments)
        let bars = try BarsFile(path: options.bars)
        if let processor = options.processor { try Affinity.pin(to: processor) }
        let figures = Figures()
        if options.countsOnly { return try countInstructions(options, into: figures) }
        try measure(options, into: figures)
        let judgement = BarsReport(bars, figures: figures)
        let report = Report(figures: figures, options: options)
        let heading = options.heading.isEmpty ? "" : options.heading + "\n\n"
        print(options.printsJSON ? report.json : "\(heading)\(report.table)\n\n\(heading)\(judgement.table)")
        if let failure = judgement.failure { throw BenchError(failure) }
    }

    /// Prints the counts alone, to compare two builds on a busy machine.
    private static func countInstructions(_ options: Options, into figures: Figures) throws {
        try Instructions.measure(options, into: figures)
        for target in [Target.forwarder, .playerctld, .batond] {
            guard let count = figures.samples(.instructions, target)?.median else { continue }
            print("\(target.rawValue): \(Report.text(count, 1)) thousand instructions for a command")
        }
        if let obstacle = figures.obstacles[.instructions] { throw BenchError(obstacle) }
    }

    private static func measure(_ options: Options, into figures: Figures) throws {
        try DispatchSymbols.measure(options, into: figures)
        for round in 0..<options.rounds {
            say("round \(round + 1) of \(options.rounds)")
            figures.round = round
            try CommandLatency.measure(options, into: figures)
            try CommandLatency.measureReactive(options, into: figures)
            try StartAndMemory.measure(options, into: figures)
            try WholeProcess.measure(options, into: figures)
            try Idle.measure(options, into: figures)
        }
        say("instructions")
        try Instructions.measure(options, into: figures)
    }

    /// Writes progress and errors to standard error, so that standard output has the report only.
    private static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
