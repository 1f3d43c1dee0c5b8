// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonTranslation
import BatonValues

extension Form {
    /// The person's own shake: how to find it, and a calibration that goes on as a picture.
    static func calibration(_ state: WindowState) -> FormGroup {
        let title = translated("Your own shake")
        if let conversation = state.conversation, let progress = conversation.calibration {
            return FormGroup("calibration", title, rows(progress, conversation) + [end(of: conversation)])
        }
        return FormGroup(
            "calibration", title,
            [
                conversing(
                    "calibrate", translated("Calibrate"),
                    translated("Shake five times, then use the device as usual for twenty seconds."),
                    [(translated("Begin"), .calibrate), (translated("Forget"), .forgetCalibration)], state)
            ])
    }

    private static func rows(_ progress: CalibrationProgress, _ conversation: Conversation) -> [FormRow] {
        var rows = [
            FormRow("marks", translated("Shakes"), shakes(progress), .marks(progress.marks))
        ]
        if let rest = progress.rest {
            let seconds = translated("\(rest.elapsed) of \(rest.whole) seconds")
            let title =
                switch rest.use {
                case .use: translated("Type, and use the device as usual")
                case .carry: translated("Pick it up and carry it around")
                }
            rows.append(
                FormRow(
                    "rest", progress.result == nil ? title : translated("Other movement"), seconds,
                    .progress(progress.result == nil ? rest.share : 1)))
        }
        rows += conversation.lines.enumerated().map { FormRow("line-\($0.offset)", $0.element) }
        if let result = progress.result { rows.append(row(result)) }
        return rows
    }

    private static func shakes(_ progress: CalibrationProgress) -> String {
        let (count, all) = (progress.count, progress.marks.count)
        if count == all {
            let found = progress.marks.count { $0 == .found }
            return translated("\(found) of \(all) were recognized.")
        }
        if count > 0, progress.marks[count - 1] == .missed {
            return translated("\(count) of \(all). The last one was no shake: shake harder, and to and fro.")
        }
        guard count == 0 else { return translated("\(count) of \(all)") }
        return translated(
            "Wait a second, then shake \(all) times as you would to undo, with a rest of a second after each.")
    }

    private static func row(_ result: CalibrationProgress.Result) -> FormRow {
        guard result.sensitivity != nil else {
            return FormRow(
                "result", translated("No sensitivity fits"),
                result.shakes == 0
                    ? translated("No shake was found. Shake harder: to and fro, three or four times, within a second.")
                    : translated("Shake harder, and to and fro at least twice, and calibrate again."), tone: .warning)
        }
        var sentences: [String] = []
        if let inUse = result.inUse {
            sentences.append(
                inUse.code == .shake(.configured)
                    ? translated("It is stored, but the sensitivity that is chosen below goes before it.")
                    : translated("In use: \("\(inUse)".shown())"))
        }
        if !result.isSafe {
            sentences.append(
                translated("The margin is small: weak shakes may be missed, and other movement taken for a shake."))
        }
        return FormRow(
            "result", translated("Your own shake is found"), sentences.joined(separator: " "),
            tone: result.isSafe ? .good : .warning)
    }
}
