// SPDX-License-Identifier: Apache-2.0

package import BatonLog
import BatonValues
import Glibc

/// A log whose lines a test reads.
public final class TestLog {
    private let reading: CInt
    private let writing: CInt
    private let log: Log
    private var text: [UInt8] = []

    /// Makes an empty one.
    public init() {
        var ends: [CInt] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        log = Log(descriptor: writing, form: .journal, level: .debug)
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// What writes into it, from the debug level on.
    package var logger: Logger { log.logger() }

    /// All lines so far, with the journal's priorities before them.
    public var lines: [String] {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(reading, &chunk, chunk.count)
            guard count > 0 else { break }
            text += chunk[..<count]
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The number of lines that contain a text.
    public func count(_ text: String) -> Int { lines.count { $0.contains(text) } }
}
