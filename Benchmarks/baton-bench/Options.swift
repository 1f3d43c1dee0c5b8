// SPDX-License-Identifier: Apache-2.0

/// What to measure, and how.
struct Options {
    var batond = "batond"
    var batonctl = "batonctl"
    /// Rounds in which every target has its turn.
    var rounds = 3
    /// Commands in a row, in each round.
    var commands = 3000
    /// Seconds without anything to do.
    var idleSeconds = 10
    /// Whole processes of each command-line tool.
    var runs = 100
    var playerCounts = [1, 10, 100]
    /// The processor to stay on; nil for all.
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
            case "--rounds": rounds = try Self.number(option, value)
            case "--commands": commands = try Self.number(option, value)
            case "--idle": idleSeconds = try Self.number(option, value)
            case "--runs": runs = try Self.number(option, value)
            case "--cpu": processor = value == "any" ? nil : try Self.number(option, value, from: 0)
            default: throw BenchError("\(option) is not known; see --help")
            }
        }
    }

    private static func number(_ option: String, _ value: String, from least: Int = 1) throws(BenchError) -> Int {
        guard let number = Int(value), number >= least, number <= 100_000 else {
            throw BenchError("\(option) wants a number from \(least) to 100000, not '\(value)'")
        }
        return number
    }
}
