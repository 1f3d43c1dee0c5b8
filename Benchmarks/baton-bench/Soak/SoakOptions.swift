// SPDX-License-Identifier: Apache-2.0

/// The options of the soak.
struct SoakOptions {
    var batond = "batond"
    /// The kind of build, for the report.
    var build = "release"
    var minutes = 30
    var commands = 10_000_000
    var comings = 100_000

    static let help = """
        Usage: baton-bench soak [options]
        Sends batond commands by many callers while players come and go, on a private bus, and looks at batond at rest in
        between. Ends with status 1 unless memory, descriptors, threads and wake-ups at the end are what they were after a tenth.
          --batond PATH     the program (default: from PATH)
          --build NAME      what the report calls it (release)
          --minutes N       ends after so long (30), or
          --commands N      after so many commands (10000000), or
          --comings N       after so many comings and goings of players (100000): what is reached first
        """

    init(_ arguments: [String]) throws(BenchError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw BenchError("\(option) wants a value, or is not known") }
            switch option {
            case "--batond": batond = value
            case "--build": build = value
            case "--minutes": minutes = try Int(value, of: option, in: 1...1_000_000_000)
            case "--commands": commands = try Int(value, of: option, in: 1...1_000_000_000)
            case "--comings": comings = try Int(value, of: option, in: 1...1_000_000_000)
            default: throw BenchError("\(option) is not known; see baton-bench soak --help")
            }
        }
    }
}
