// SPDX-License-Identifier: Apache-2.0

/// What to measure, and how.
struct Options {
    var batond = "batond"
    var batonctl = "batonctl"
    /// Rounds in which every target has its turn.
    var rounds = 3
    /// Commands in a row, in each round.
    var commands = 3000
    /// Seconds of the idle measurement.
    var idleSeconds = 10
    /// Runs of each command-line tool.
    var runs = 100
    var playerCounts = [1, 10, 100]
    /// The processor that all processes run on; nil for all processors.
    var processor: Int? = 0
    var printsJSON = false

    static let help = """
        Usage: baton-bench [options]
        Measures a direct call, playerctld and batond side by side, in turns, each on a private bus with a fast player.
          --batond PATH, --batonctl PATH   the programs to measure (default: from PATH)
          --rounds N        turns of each (3)
          --commands N      commands in a row in each turn (3000)
          --idle SECONDS    how long to watch an idle process (10)
          --runs N          whole processes of each command-line tool (100)
          --cpu N|any       keep bus, players and programs on one processor (0), or on any
          --json            figures as JSON instead of a table
        baton-bench soak --help tells of the soak.
        """

    init(_ arguments: [String]) throws(BenchError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            if option == "--json" {
                printsJSON = true
                continue
            }
            guard let value = rest.popFirst() else {
                throw BenchError("\(option) wants a value, or is not known; see --help")
            }
            switch option {
            case "--batond": batond = value
            case "--batonctl": batonctl = value
            case "--rounds": rounds = try Int(value, of: option)
            case "--commands": commands = try Int(value, of: option)
            case "--idle": idleSeconds = try Int(value, of: option)
            case "--runs": runs = try Int(value, of: option)
            case "--cpu": processor = value == "any" ? nil : try Int(value, of: option, in: 0...100_000)
            default: throw BenchError("\(option) is not known; see --help")
            }
        }
    }
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
