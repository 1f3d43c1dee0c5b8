// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonMotion

/// What of the detector can be chosen on the command line; the defaults are the agent's.
struct SensitivityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("low, medium or high: how little it takes.", valueName: "level"),
        completion: .list(ShakeSensitivity.allCases.map(\.rawValue)))
    var sensitivity: String?

    @Option(help: ArgumentHelp("Seconds after which a shake is cancelled.", valueName: "seconds"))
    var longestShake: Double?

    /// - Throws: `ValidationError` for a level or a time that does not exist.
    func settings() throws -> ShakeSettings {
        var settings = ShakeSettings.agentDefault
        if let sensitivity {
            guard let level = ShakeSensitivity(rawValue: sensitivity.lowercased()) else {
                throw ValidationError("There is no sensitivity '\(sensitivity)'; it is low, medium or high.")
            }
            settings.sensitivity = level
        }
        if let longestShake {
            guard longestShake >= 0.1, longestShake <= 60 else {
                throw ValidationError("A longest shake is between 0.1 and 60 seconds.")
            }
            settings.longestShake = .milliseconds(Int64(clamping: (longestShake * 1000).rounded()))
        }
        return settings
    }
}
