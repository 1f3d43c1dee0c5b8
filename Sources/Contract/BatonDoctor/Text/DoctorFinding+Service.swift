// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of batond itself: its unit, its settings, its helpers.
    var serviceText: DoctorText {
        let unit = BatonBus.unit
        return switch reason?.code {
        case .doctor(.running):
            DoctorText(translated("version \(details.text(.version)), process \(details.text(.process))"))
        case .doctor(.unitStarted): DoctorText(unit)
        case .doctor(.unitUnused):
            DoctorText(
                translated("not started by systemd"),
                translated(
                    """
                    to start it at each login, and so that the desktop remembers your permissions: systemctl --user enable --now \
                    \(unit)
                    """))
        case .doctor(.configurationRead): DoctorText(configuration)
        case .doctor(.configurationWarnings): DoctorText("\(configuration), \(warnings)", "batonctl check")
        case .doctor(.choicesUnwritten):
            DoctorText(translated("what you choose is forgotten when batond ends: \(details.text(.message))"))
        case .doctor(.priorityUnmatched):
            DoctorText(
                translated("no player here is called \(details.text(.apps))"),
                translated("compare [routing] priority with the names in: batonctl players"))
        case .doctor(.undoAsks): DoctorText(translated("a shake asks with a notification"))
        case .doctor(.undoImmediate):
            DoctorText(translated("a shake undoes at once, and a notification offers to redo"))
        case .undo(.off):
            DoctorText(
                translated("[undo] mode = off in the configuration"), translated("set it to confirm or immediate"))
        case .doctor(.programFound): DoctorText(details.text(.path))
        case .doctor(.programMissing): missingText
        case .doctor(.librariesMissing): librariesText
        default: DoctorText(reason)
        }
    }

    private var configuration: String {
        let path = details.text(.path)
        return path.isEmpty ? translated("no file, and none is needed") : path
    }

    private var warnings: String {
        let count = details.text(.count)
        let first = "\(details.text(.place)): \(details.text(.message))"
        return count == "1"
            ? translated("1 warning, the first: \(first)") : translated("\(count) warnings, the first: \(first)")
    }

    /// What does not work without the helper. Of one that this version does not know it is not claimed what is lost.
    private var loss: String? {
        switch name {
        case DoctorName.keysHelper: translated("Baton cannot press keys")
        case DoctorName.audioHelper: translated("Baton notices neither calls nor lost outputs")
        case DoctorName.sensorHelper: translated("Baton cannot recognize shakes")
        default: nil
        }
    }

    /// Which libraries the helper needs, and what does not work without them.
    private var librariesText: DoctorText {
        let sentence = Reason.librariesMissing(name, details)
        guard state == DoctorState.unavailable.rawValue else {
            return DoctorText(translated("\(sentence); nothing on this machine needs it"))
        }
        return DoctorText(loss.map { translated("\(sentence), so \($0)") } ?? sentence, DoctorText.install(details))
    }

    private var missingText: DoctorText {
        guard let loss else { return DoctorText(reason, DoctorText.install) }
        return DoctorText(
            translated("it is missing, so \(loss)"), DoctorText.install)
    }
}
