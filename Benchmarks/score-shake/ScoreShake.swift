// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// Runs the shipped detector over a directory of labelled recordings and prints its results (docs/shake.md).
@main
enum ScoreShake {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let directory = arguments.first, arguments.count <= 2 else {
            fail(64, "usage: score-shake DIRECTORY [JSON-FILE]   (the directory holds a manifest.json)")
        }
        do {
            let library = try Library(URL(fileURLWithPath: directory, isDirectory: true))
            let scores = Rate.allCases.map { rate in (rate, Score(library, at: rate, settings: .agentDefault)) }
            print(Report(scores: scores, settings: .agentDefault, cost: library.cost(settings: .agentDefault)).text)
            if arguments.count == 2 { try write(scores, to: arguments[1]) }
        } catch {
            fail(66, "score-shake: \(error)")
        }
    }

    private static func write(_ scores: [(Rate, Score)], to path: String) throws {
        let rates = Dictionary(uniqueKeysWithValues: scores.map { ($0.rawValue, $1) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(["rates": rates]).write(to: URL(fileURLWithPath: path))
    }

    private static func fail(_ status: Int32, _ text: String) -> Never {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
        exit(status)
    }
}
