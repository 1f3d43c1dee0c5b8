// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonSetup
import BatonTranslation

/// The row of the doctor about gestures of the desktop.
struct GestureCheck {
    var setup = GesturesSetup()

    /// The row; nil without a desktop, and if its files cannot be read.
    var row: DoctorLine? {
        guard let answer = try? setup.answer() else { return nil }
        let row = { (state: String, reason: String, advice: String, code: LocalCode) in
            DoctorLine(
                section: DoctorSection.input.rawValue, name: "gestures", state: state, reason: reason, advice: advice,
                code: code.rawValue)
        }
        switch answer {
        // Outside of a graphical session there is nothing to say.
        case .none(.noDesktop): return nil
        case .none(let obstacle): return row(DoctorLine.off, obstacle.sentence, "", .gesturesImpossible)
        case .plan(let plan):
            switch try? setup.state(plan) {
            case .present: return row(DoctorLine.works, plan.gestures.joined(separator: "; "), "", .gesturesBound)
            case .takenOut:
                return row(
                    DoctorLine.off, translated("you have taken Baton's gestures out of \(plan.name)"),
                    translated("to set them up again: batonctl setup --revert && batonctl setup --gestures"),
                    .gesturesTakenOut)
            case .none?, .unfinished, nil: break
            }
            if !plan.conflicts.isEmpty {
                return row(
                    DoctorLine.off,
                    translated(
                        "you use them for something else in \(plan.name): \(plan.conflicts.joined(separator: "; "))"),
                    "",
                    .gesturesBoundByUser)
            }
            return row(
                DoctorLine.off, translated("\(plan.name) can send gestures to Baton"),
                translated("to connect them: batonctl setup --gestures"),
                .gesturesFree)
        }
    }
}
