// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonMotion
import BatonValues

/// The recognizer's settings on the command line; the defaults are the agent's.
struct SensitivityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("low, medium or high; high recognizes weaker shakes.", valueName: "level"),
        completion: .list(ShakeSensitivity.allCases.map(\.rawValue)))
    var sensitivity: String?

    @Option(help: ArgumentHelp("The length above which a shake is cancelled.", valueName: "seconds"))
    var longestShake: Double?

    @Option(
        help: ArgumentHelp("A file of coefficients instead of those of this build.", valueName: "file"),
        completion: .file())
    var model: String?

    /// Whether any of them is on the command line.
    var isGiven: Bool { sensitivity != nil || longestShake != nil || model != nil }

    // The parser adds the usage of the command to what is thrown here, and that of batonctl to what is thrown later.
    func validate() throws { _ = try settings() }

    /// - Throws: `ValidationError` for an unknown level or a time out of range.
    func settings() throws -> ShakeSettings {
        var settings = ShakeSettings.agentDefault
        if let sensitivity {
            guard let level = ShakeSensitivity(rawValue: sensitivity.lowercased()) else {
                throw ValidationError("There is no sensitivity '\(sensitivity)'; use low, medium or high.")
            }
            settings.sensitivity = level
        }
        if let longestShake {
            guard longestShake >= 0.1, longestShake <= 60 else {
                throw ValidationError("--longest-shake must be from 0.1 to 60 seconds.")
            }
            settings.longestShake = .milliseconds(Int64(clamping: (longestShake * 1000).rounded()))
        }
        return settings
    }
}
