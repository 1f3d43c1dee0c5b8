// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The results of a soak.
struct SoakReport {
    /// One measurement of batond at rest.
    struct Row {
        let seconds: Double
        let commands: Int
        let comings: Int
        /// Private dirty memory in KiB.
        let memory: Int
        let descriptors: Int
        let threads: Int
        /// Context switches in three idle seconds.
        let wakeUps: Int

        var text: String {
            "| \(Int(seconds)) | \(commands) | \(comings) | \(memory) | \(descriptors) | \(threads) | \(wakeUps) |"
        }
    }

    let options: SoakOptions
    let rows: [Row]
    let reason: String
    let seconds: Double
    let errors: [String: Int]
    let exit: CInt

    /// Largest growth of memory in KiB: the allocator keeps some free pages. A larger value hides slower leaks.
    private static let slack = 192

    /// Writes progress to standard error, so that standard output has the report only.
    static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(2, line, line.count)
    }

    /// The table in Markdown, and a sentence with the verdict.
    var text: String {
        var lines = [
            "| s under load | commands | comings and goings | private dirty, KiB | descriptors | threads | wake-ups in 3 s |",
            "|---:|---:|---:|---:|---:|---:|---:|",
        ]
        lines += rows.map(\.text)
        let last = rows[rows.count - 1]
        let rate = seconds > 0 ? Int(Double(last.commands) / seconds) : 0
        let failed = errors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        lines.append("")
        lines.append(
            "The \(options.build) build; ended because \(reason): \(last.commands) commands, \(rate) a second, and "
                + "\(last.comings) comings and goings. Errors: \(failed.isEmpty ? "none" : failed). "
                + "Exit status after SIGTERM: \(exit).")
        lines.append(fault.map { "NOT FLAT: \($0)" } ?? "Flat.")
        return lines.joined(separator: "\n")
    }

    /// The resource that grew since the first tenth of the soak; nil if none did.
    var fault: String? {
        guard exit == 0 else { return "batond ended with \(exit)" }
        guard rows.count >= 3 else { return "it ended before there were two looks to compare; give it more to do" }
        let (first, last) = (rows[1], rows[rows.count - 1])
        if last.memory > first.memory + Self.slack {
            return "private memory grew from \(first.memory) to \(last.memory) KiB"
        }
        if last.descriptors != first.descriptors {
            return "there were \(first.descriptors) descriptors, and are \(last.descriptors)"
        }
        if rows.contains(where: { $0.threads != 1 }) { return "there was more than one thread" }
        // Timers that were not cancelled would wake batond. One context switch may be the kernel's.
        if last.wakeUps > first.wakeUps + 1 { return "it woke \(last.wakeUps) times with nothing to do" }
        return nil
    }
}
