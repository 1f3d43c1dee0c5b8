// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport

/// baton-iio-probe at work, and what it said.
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

    /// Whole lines so far.
    var lines: [String] {
        read()
        return known
    }

    /// What follows a word at the beginning of the lines.
    func lines(_ word: String) -> [String] {
        lines.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) }
    }

    /// The samples so far: nanoseconds and m/s².
    var samples: [Sample] {
        read()
        return knownSamples
    }

    /// Parses what is new.
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

    /// "poll" or "buffer", as it began.
    var mode: String? { lines("sensor").first.map { String($0.prefix { $0 != " " }) } }

    /// Waits for a line.
    func says(_ start: String, within limit: Duration = .seconds(25)) -> Bool {
        reactor.turn(until: { lines.contains { $0.hasPrefix(start) } }, within: limit)
    }

    /// Waits for samples.
    func delivers(_ count: Int, within limit: Duration = .seconds(25)) -> Bool {
        reactor.turn(until: { samples.count >= count || child.hasEnded }, within: limit) && samples.count >= count
    }

    /// Stops it as its owner would, and waits for its end.
    ///
    /// - Returns: whether it ended in an orderly way.
    func stop() -> Bool {
        child.signal(15)
        return reactor.turn(until: { child.hasEnded }) && child.exitStatus == 0
    }

    /// Kills it without a word.
    func kill() { child.kill() }

    var hasEnded: Bool { child.hasEnded }
}
