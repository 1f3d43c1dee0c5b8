// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The figures of a process in `/proc`.
struct ProcessFigures {
    let identifier: pid_t

    /// Processor time of all threads since their start, in nanoseconds.
    var processorTime: UInt64 {
        threads.reduce(0) { sum, thread in
            let fields = TextFile.read("/proc/\(identifier)/task/\(thread)/schedstat").split(separator: " ")
            return sum + (fields.first.flatMap { UInt64($0) } ?? 0)
        }
    }

    /// Voluntary and forced context switches of all threads since their start.
    var contextSwitches: UInt64 {
        threads.reduce(0) { sum, thread in
            let status = TextFile.read("/proc/\(identifier)/task/\(thread)/status")
            return sum
                + status.split(separator: "\n")
                .filter { $0.contains("voluntary_ctxt_switches") }
                .compactMap {
                    $0.split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " }).last.flatMap { UInt64($0) }
                }
                .reduce(0, +)
        }
    }

    var threads: [String] {
        TextFile.entries(of: "/proc/\(identifier)/task")
    }

    /// The number of open file descriptors.
    var descriptors: Int { TextFile.entries(of: "/proc/\(identifier)/fd").count }

    /// Memory in KiB: private dirty, proportional share, and resident.
    ///
    /// Pages of a program file that was just written count as dirty until they are on the disk, so it calls `sync`
    /// first.
    var memory: (privateDirty: Int, proportional: Int, resident: Int) {
        Glibc.sync()
        var figures: [Substring: Int] = [:]
        for line in TextFile.read("/proc/\(identifier)/smaps_rollup").split(separator: "\n") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            if fields.count >= 2 { figures[fields[0]] = Int(fields[1]) }
        }
        return (figures["Private_Dirty:"] ?? 0, figures["Pss:"] ?? 0, figures["Rss:"] ?? 0)
    }
}
