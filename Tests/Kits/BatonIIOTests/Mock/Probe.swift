// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport

/// A running baton-iio-probe, and its output.
final class Probe {
    private let child: ChildProcess
    private let reactor: Reactor
    private var consumed = 0
    private var known: [String] = []
    private var knownSamples: [Sample] = []

    typealias Sample = (time: Int64, x: Double, y: Double, z: Double)

    init(_ command: [String], environment: [String: String], reactor: Reactor) throws {
        child = try ChildProcess(command, environment: environment)
        self.reactor = reactor
    }

    /// The complete lines so far.
    var lines: [String] {
        read()
        return known
    }

    /// The rest of each line that begins with a word.
    func lines(_ word: String) -> [String] {
        lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }

    /// The samples so far, in nanoseconds and m/s².
    var samples: [Sample] {
        read()
        return knownSamples
    }

    /// Parses the new output.
    private func read() {
        let text = child.printed.utf8
        guard text.count > consumed, let end = text.lastIndex(of: UInt8(ascii: "\n")) else { return }
        let new = text[text.index(text.startIndex, offsetBy: consumed)...end]
        consumed += new.count
        for line in new.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let line = String(Substring(line))
            known.append(line)
            guard line.hasPrefix("sample ") else { continue }
            let words = line.split(separator: " ")
            guard words.count == 5, let time = Int64(words[1]) else { continue }
            let values = words[2...].compactMap { Double($0) }
            if values.count == 3 { knownSamples.append((time, values[0], values[1], values[2])) }
        }
    }

    /// The mode at the start: "poll" or "buffer".
    var mode: String? { lines("sensor").first.map { String($0.prefix { $0 != " " }) } }

    /// Waits for a line that begins with `start`.
    func says(_ start: String, within limit: Duration = .seconds(25)) -> Bool {
        reactor.turn(until: { lines.contains { $0.hasPrefix(start) } }, within: limit)
    }

    /// Waits until there are `count` samples.
    func delivers(_ count: Int, within limit: Duration = .seconds(25)) -> Bool {
        reactor.turn(until: { samples.count >= count || child.hasEnded }, within: limit) && samples.count >= count
    }

    /// Stops it with SIGTERM, and waits for its end.
    ///
    /// - Returns: whether it exited with the status 0.
    func stop() -> Bool {
        child.signal(15)
        return reactor.turn(until: { child.hasEnded }) && child.exitStatus == 0
    }

    /// Kills it with SIGKILL.
    func kill() { child.kill() }

    var hasEnded: Bool { child.hasEnded }
}
