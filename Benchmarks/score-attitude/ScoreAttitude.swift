// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Foundation

/// Runs VQF over recordings with a known attitude and prints its errors (docs/motion.md).
///
/// Usage: score-attitude DIRECTORY [--json FILE]
@main
enum ScoreAttitude {
    /// The rates in Hz that BROAD's tables have: 1/3, 1/6, 1/12 and 1/24 of the recorded one.
    private static let rates = [95.238, 47.619, 23.81, 11.905]

    static func main() {
        var words = Array(CommandLine.arguments.dropFirst())
        func value(_ name: String) -> String? {
            guard let place = words.firstIndex(of: name), place + 1 < words.count else { return nil }
            defer { words.removeSubrange(place...place + 1) }
            return words[place + 1]
        }
        let json = value("--json")
        guard words.count == 1, !words[0].hasPrefix("-") else {
            fail(64, "usage: score-attitude DIRECTORY [--json FILE]")
        }
        do {
            let trials = try read(words[0])
            try report(trials, json: json)
        } catch let error as Trial.Problem {
            fail(66, "score-attitude: \(error.message)")
        } catch {
            fail(66, "score-attitude: \(error)")
        }
    }

    private static func read(_ directory: String) throws -> [Trial] {
        let folder = URL(fileURLWithPath: directory, isDirectory: true)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasSuffix(".csv.gz") }.sorted { $0.path < $1.path }
        guard !files.isEmpty else { throw Trial.Problem(message: "there is no .csv.gz in \(directory)") }
        return try files.map { try Trial($0) }
    }

    private static func report(_ trials: [Trial], json: String?) throws {
        var figures = Figures()
        print(
            "rate Hz   inclination   total   drift °/min   9D inclination   9D heading   (means of \(trials.count) trials, degrees)"
        )
        for rate in [nil] + rates.map(Optional.some) {
            let used = trials.compactMap { trial -> Trial? in
                guard let rate else { return trial }
                let factor = Int((trial.rate / rate).rounded())
                return factor > 1 ? trial.averaged(by: factor) : nil
            }
            guard !used.isEmpty else { continue }
            var scores: [String: Score] = [:]
            for trial in used {
                let found = Run.attitudes(trial)
                scores[trial.name] = Score(trial, six: found.six, nine: found.nine)
            }
            let name = rate.map { String(format: "%.1f", $0) } ?? "native"
            figures.rates[name] = scores
            print(line(name, Array(scores.values)))
        }
        let cost = Run.cost(trials)
        (figures.ns_6d, figures.ns_9d) = (cost.six, cost.nine)
        print(String(format: "%.0f ns a sample in 6D, %.0f ns in 9D", cost.six, cost.nine))
        guard let json else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(figures).write(to: URL(fileURLWithPath: json))
    }

    private static func line(_ name: String, _ scores: [Score]) -> String {
        func mean(_ value: (Score) -> Double) -> Double { scores.reduce(0) { $0 + value($1) } / Double(scores.count) }
        let drifts = scores.map(\.drift).sorted()
        let median = (drifts[(drifts.count - 1) / 2] + drifts[drifts.count / 2]) / 2
        return name.padding(toLength: 9, withPad: " ", startingAt: 0)
            + String(
                format: "%12.3f %7.2f %13.2f %16.3f %12.3f", mean(\.inclination), mean(\.total), median,
                mean(\.inclination_9d), mean(\.heading_9d))
    }

    private static func fail(_ status: Int32, _ text: String) -> Never {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
        exit(status)
    }
}

/// What is written as JSON: the scores by rate and trial, and the cost.
private struct Figures: Encodable {
    var rates: [String: [String: Score]] = [:]
    var ns_6d = 0.0
    var ns_9d = 0.0
}
