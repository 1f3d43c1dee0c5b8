// SPDX-License-Identifier: Apache-2.0

/// What to measure, and how.
struct Options {
    /// The folder of the release build, with the programs and the forwarder.
    var build = ".build-release"
    /// The file of the bars.
    var bars = "Benchmarks/bars"
    /// Rounds in which every target has its turn.
    var rounds = 5
    /// Commands in a row, in each round.
    var commands = 3000
    /// Runs of each command-line tool, in each round.
    var runs = 30
    var playerCounts = [1, 10, 100]
    /// The processor that all processes run on; nil for all processors.
    var processor: Int? = 0
    /// Lines above each table.
    var heading = ""
    var printsJSON = false
    /// Milliseconds of rest before each command from one machine to another, and before each of its parts: as a person presses keys.
    /// batond tells of a change a tenth of a second after it, and then all is quiet.
    var pace = 150
    /// Whether the instructions of a command are all that is wanted.
    var countsOnly = false

    static let help = """
        Usage: baton-bench [options]
        Measures a direct call, a forwarder in C, playerctld and batond side by side, in turns, each on a private bus with a
        fast player. Prints the figures and the bars, and ends with status 1 if a bar is broken.
          --build FOLDER    the release build to measure (.build-release)
          --bars FILE       the bars (Benchmarks/bars)
          --rounds N        turns of each (5)
          --commands N      commands in a row in each turn (3000)
          --runs N          whole processes of each command-line tool in each turn (30)
          --cpu N|any       keep bus, players and programs on one processor (0), or on any
          --heading TEXT    what to print above each table
          --json            figures as JSON instead of tables
          --instructions    count the instructions of a command and measure nothing else: these are the same on a busy machine
        baton-bench machines measures baton-mqtt: a command from one machine to another, and its memory.
          --pace MS         rest before each of those commands, and before each of its parts (150)
        baton-bench soak --help tells of the soak.
        """

    init(_ arguments: [String]) throws(BenchError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--json":
                printsJSON = true
                continue
            case "--instructions":
                countsOnly = true
                continue
            default: break
            }
            guard let value = rest.popFirst() else {
                throw BenchError("\(option) wants a value, or is not known; see --help")
            }
            switch option {
            case "--build": build = value
            case "--bars": bars = value
            case "--heading": heading = value
            case "--rounds": rounds = try Int(value, of: option)
            case "--commands": commands = try Int(value, of: option)
            case "--runs": runs = try Int(value, of: option)
            case "--pace": pace = try Int(value, of: option, in: 0...10_000)
            case "--cpu": processor = value == "any" ? nil : try Int(value, of: option, in: 0...100_000)
            default: throw BenchError("\(option) is not known; see --help")
            }
        }
    }

    /// The path of a program of the build.
    func program(_ name: String) -> String { "\(build)/\(name)" }
}

extension Int {
    /// Reads the value of an option.
    init(_ value: String, of option: String, in range: ClosedRange<Int> = 1...100_000) throws(BenchError) {
        guard let number = Int(value), range.contains(number) else {
            throw BenchError(
                "\(option) wants a number from \(range.lowerBound) to \(range.upperBound), not '\(value)'")
        }
        self = number
    }
}
