// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The processors that this process and its later children run on.
enum Affinity {
    private static let mark = "BATON_BENCH_PINNED"

    /// Keeps all processes on one processor, so that its caches are warm at each hop and the figures can be reproduced.
    ///
    /// It runs this program again below `taskset`, so that every process that it starts inherits the affinity.
    static func pin(to processor: Int) throws(BenchError) {
        guard getenv(mark) == nil else { return }
        setenv(mark, "1", 1)
        var path = [CChar](repeating: 0, count: 4096)
        guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { throw BenchError("/proc is not mounted") }
        let program = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let arguments = ["taskset", "-c", "\(processor)", program] + CommandLine.arguments.dropFirst()
        var copies: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        copies.append(nil)
        execvp("taskset", copies)
        throw BenchError("'taskset' did not start: errno \(errno); --cpu any runs on all processors")
    }
}
