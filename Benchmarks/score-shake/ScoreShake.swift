// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import Foundation

/// Runs the shipped detector over a directory of labelled recordings and prints its results (docs/shake.md).
@main
enum ScoreShake {
    static func main() {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            let library = try Library(URL(fileURLWithPath: options.directory, isDirectory: true))
            if let path = options.features {
                return try FeatureTable(library: library, instants: options.instants).write(to: path)
            }
            if options.hasAnswers { return print(Adaptation(library).text) }
            let scores = Rate.allCases.map { ($0, Score(library, at: $0, options)) }
            let cost = library.cost(options)
            print(Report(scores: scores, options: options, cost: cost).text)
            if let path = options.json { try write(scores, to: path) }
            if let path = options.roc {
                try ROCPicture(ROC(library, options)).svg.write(toFile: path, atomically: true, encoding: .utf8)
            }
        } catch let error as Options.Problem {
            fail(64, "score-shake: \(error.message)\n\(Options.usage)")
        } catch {
            fail(66, "score-shake: \(error)")
        }
    }

    private static func write(_ scores: [(Rate, Score)], to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(Figures(scores)).write(to: URL(fileURLWithPath: path))
    }

    private static func fail(_ status: Int32, _ text: String) -> Never {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
        exit(status)
    }
}

/// What is written as JSON.
private struct Figures: Encodable {
    /// The results at each rate, by its name.
    let rates: [String: Score]
    /// The results for each group of recordings that belong together, by rate and group.
    let folds: [String: [String: Score.Fold]]

    init(_ scores: [(Rate, Score)]) {
        rates = Dictionary(uniqueKeysWithValues: scores.map { ($0.rawValue, $1) })
        folds = Dictionary(uniqueKeysWithValues: scores.map { ($0.rawValue, $1.folds) })
    }
}
