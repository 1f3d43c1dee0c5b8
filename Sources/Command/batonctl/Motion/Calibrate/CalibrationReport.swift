// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import BatonMotion
import BatonMotionReport

/// The result of a calibration, as text and as JSON.
struct CalibrationReport {
    private let calibration: ShakeCalibration

    init(_ calibration: ShakeCalibration) { self.calibration = calibration }

    /// A table of the three sensitivities, and the advice.
    var lines: [String] {
        let header = ["", "recognized", "weakest", "false triggers", "closest"]
        let rows = calibration.trials.map { trial in
            [
                (trial.sensitivity == calibration.proposal?.sensitivity ? "* " : "  ") + trial.sensitivity.rawValue,
                "\(trial.caught) of \(trial.margins.count)", DecimalText.signed(trial.weakest),
                String(trial.falseTriggers), DecimalText.signed(trial.closest),
            ]
        }
        return Columns.aligned([header] + rows) + [
            "",
            "weakest: how far the score of the weakest shake is above what is needed; closest: the same for the rest.",
        ] + plot + advice
    }

    /// The curve, with a blank line after it.
    private var plot: [String] {
        let lines = CalibrationPlot.lines(CalibrationCurve(calibration))
        return lines.isEmpty ? [] : lines + [""]
    }

    /// - Parameter isStep: whether it is one line of several, and says which.
    func json(isStep: Bool = false) -> JSON {
        let name: [(String, JSON)] = isStep ? [("step", .string("result"))] : []
        return .object(name + members)
    }

    private var members: [(String, JSON)] {
        [
            ("proposal", calibration.proposal.map { .string($0.sensitivity.rawValue) } ?? .null),
            ("safe", .boolean(calibration.proposal?.isSafe ?? false)),
            ("raise", calibration.raise.map(JSON.double) ?? .null),
            ("trials", .array(calibration.trials.map(Self.json))),
        ]
    }

    private static func json(_ trial: ShakeCalibration.Trial) -> JSON {
        .object([
            ("sensitivity", .string(trial.sensitivity.rawValue)),
            ("margins", .array(trial.margins.map(JSON.double))),
            ("caught", .integer(Int64(trial.caught))),
            ("falseTriggers", .integer(Int64(trial.falseTriggers))),
            ("closest", .double(trial.closest)),
        ])
    }

    /// The lines below the table.
    var advice: [String] {
        let shakes = calibration.trials.first?.margins.count ?? 0
        var lines: [String] = []
        if shakes != ShakeCalibration.shakes {
            lines.append("Found \(shakes) shakes where \(ShakeCalibration.shakes) were asked for.")
        }
        if let proposal = calibration.proposal {
            let raise = calibration.raise.map { ", \(DecimalText.signed($0)) from its bar" } ?? ""
            lines.append("Yours is between your weakest shake and the rest: \(proposal.sensitivity.rawValue)\(raise).")
            if !proposal.isSafe {
                lines.append("The margin is small: weak shakes may be missed, and other movement taken for a shake.")
            }
        } else if shakes == 0 {
            lines.append("No shake was found. Shake harder: to and fro, three or four times, within a second.")
        } else if calibration.trials.allSatisfy({ $0.caught < shakes }) {
            lines.append("Even 'high' misses some of these shakes. Shake harder, and to and fro at least twice.")
        } else {
            lines.append(
                "Each setting that recognizes all shakes also triggers without one. Shake harder, and calibrate again.")
        }
        return lines
    }
}
