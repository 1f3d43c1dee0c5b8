// SPDX-License-Identifier: Apache-2.0

/// Counts the symbols of Dispatch in batond and its helpers, which link the runtime statically: a library of which nothing
/// is used would cost memory and starts all the same.
enum DispatchSymbols {
    private static let programs = ["batond", "baton-sensor", "baton-keys", "baton-audio"]
    private static let beginnings = ["dispatch_", "_dispatch_", "$s8Dispatch", "$sSo17OS_dispatch"]

    static func measure(_ options: Options, into figures: Figures) throws {
        var count = 0
        for program in programs {
            // The programs beside the folder are stripped.
            let path = options.program("release/\(program)")
            let nm = try ChildProcess(["nm", path], environment: ["PATH": "/usr/bin:/bin"], readsOutput: true)
            let names = nm.readToEnd().split(separator: "\n").compactMap { $0.split(separator: " ").last }
            guard nm.waitForEnd() == 0, !names.isEmpty else { throw BenchError("'nm \(path)' lists no symbols") }
            count += names.count { name in beginnings.contains { name.hasPrefix($0) } }
        }
        figures.add(.dispatchSymbols, .batond, Double(count))
    }
}
