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
        if arguments.first == "soak" { return try Soak.run(Array(arguments.dropFirst())) }
        if arguments.contains("--help") { return print(Options.help) }
        let options = try Options(arguments)
        if let processor = options.processor { try Affinity.pin(to: processor) }
        let figures = Figures()
        for round in 1...options.rounds {
            for target in Target.allCases {
                say("round \(round) of \(options.rounds): \(target.rawValue)")
                try CommandLatency.measure(target, options: options, into: figures)
                try CommandLatency.measureReactive(target, options: options, into: figures)
                try StartAndMemory.measure(target, options: options, into: figures)
                if round == 1 { try Idle.measure(target, options: options, into: figures) }
            }
        }
        say("whole processes")
        try WholeProcess.measure(options, into: figures)
        let report = Report(figures: figures, options: options)
        print(options.printsJSON ? report.json : report.table)
    }

    /// Writes progress and errors to standard error, so that standard output has the report only.
    private static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
