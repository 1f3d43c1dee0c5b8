// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// What the command line asks for.
struct Options {
    struct Problem: Error {
        let message: String
    }

    static let usage = """
        usage: score-shake DIRECTORY [--json FILE] [--sensitivity low|medium|high] [--grid] [--folds] [--roc FILE]
                           [--features FILE [--instants COUNT]] [--answers]
        The directory holds a manifest.json. --grid prints the share of found shakes by frequency and stroke, --folds the
        results by group. --roc draws found shakes against false ones. --features writes what 'make train-shake' learns
        from, and nothing else, with --instants reading slow rates at so many instants in turn; --answers what answers to
        questions do for each person, and nothing else.
        """

    private(set) var directory = ""
    private(set) var json: String?
    private(set) var features: String?
    /// How many instants slow rates are read at, for the features.
    private(set) var instants = 1
    private(set) var settings = ShakeSettings.agentDefault
    private(set) var roc: String?
    private(set) var hasGrid = false
    private(set) var hasFolds = false
    private(set) var hasAnswers = false

    init(_ arguments: ArraySlice<String>) throws(Problem) {
        var rest = arguments
        func value(_ name: String) throws(Problem) -> String {
            guard let value = rest.popFirst() else { throw Problem(message: "\(name) needs a value") }
            return value
        }
        while let word = rest.popFirst() {
            switch word {
            case "--json": json = try value(word)
            case "--features": features = try value(word)
            case "--instants":
                let count = try value(word)
                guard let number = Int(count), (1...100).contains(number) else {
                    throw Problem(message: "--instants needs a number from 1 to 100, not '\(count)'")
                }
                instants = number
            case "--roc": roc = try value(word)
            case "--grid": hasGrid = true
            case "--folds": hasFolds = true
            case "--answers": hasAnswers = true
            case "--sensitivity":
                let name = try value(word)
                guard let level = ShakeSensitivity(rawValue: name) else {
                    throw Problem(message: "there is no sensitivity '\(name)'")
                }
                settings.sensitivity = level
            case _ where word.hasPrefix("-"): throw Problem(message: "there is no option '\(word)'")
            case _ where directory.isEmpty: directory = word
            default: throw Problem(message: "one directory, not two")
            }
        }
        guard !directory.isEmpty else { throw Problem(message: "the directory is missing") }
    }

    /// A detector that has received no sample.
    func makeDetector() -> ShakeDetector { ShakeDetector(settings) }

    /// The same with another sensitivity.
    func with(_ sensitivity: ShakeSensitivity) -> Options {
        var options = self
        options.settings.sensitivity = sensitivity
        return options
    }
}
