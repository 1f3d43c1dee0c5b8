// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDrawing
import BatonMotionReport

/// What happens in a calibration with the live signal: a sentence for people, and an object for programs.
enum CalibrationStep: Hashable {
    /// What the rest after the shakes is for.
    enum Use: String {
        case use, carry

        fileprivate var request: String {
            switch self {
            case .use: "Now type, and use the device as usual"
            case .carry: "Now pick it up and carry it around"
            }
        }
    }

    /// Shakes are awaited.
    case ready
    /// So many movements came near a shake; why the last one was none, or nil.
    case shaken(Int, WhyNot?)
    /// So many whole seconds of a part of the rest are over.
    case rest(Use, elapsed: Int, of: Double)

    /// What a person reads; nil for nothing.
    var sentence: String? {
        switch self {
        case .ready:
            return
                "Wait a second, then shake the device \(ShakeCalibration.shakes) times as you would to undo, with a rest of a "
                + "second after each."
        case .shaken(let count, let reason):
            let word = reason.map { "missed even by 'high': \($0.label)" } ?? "recognized"
            return "  \(count) of \(ShakeCalibration.shakes)  \(word)"
        case .rest(let use, 0, let seconds): return "\(use.request), for \(DecimalText.text(seconds, 0)) s."
        case .rest: return nil
        }
    }

    /// The same as a line of `calibrate --json --follow`.
    var json: JSON {
        let all: (String, JSON) = ("of", .integer(Int64(ShakeCalibration.shakes)))
        switch self {
        case .ready: return .object([("step", .string("shake")), ("count", .integer(0)), all])
        case .shaken(let count, let reason):
            return .object([
                ("step", .string("shake")), ("count", .integer(Int64(count))), all,
                ("recognized", .boolean(reason == nil)), ("reason", reason.map { .string($0.rawValue) } ?? .null),
            ])
        case .rest(let use, let elapsed, let seconds):
            return .object([
                ("step", .string(use.rawValue)), ("elapsed", .integer(Int64(elapsed))), ("of", .double(seconds)),
            ])
        }
    }

    /// The line that says what the agent uses from now on.
    static func stored(_ point: Reason) -> JSON {
        .object([
            ("step", .string("stored")), ("code", .string(point.code.rawValue)), ("details", .details(point.details)),
        ])
    }
}
