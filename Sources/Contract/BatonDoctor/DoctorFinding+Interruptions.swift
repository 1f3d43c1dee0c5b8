// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of what pauses players that nobody pressed a button for.
    var interruptionsText: DoctorText {
        let program = details.text(.program)
        return switch reason?.code {
        case .doctor(.interruptionsOff): DoctorText(translated("[interruptions] lets no lost output and no call pause"))
        case .doctor(.programMissing):
            DoctorText(
                translated("baton-audio is missing, so no lost output and no call is noticed"), DoctorText.install)
        case .doctor(.librariesMissing):
            DoctorText(Reason.librariesMissing(DoctorName.audioHelper, details), DoctorText.install(details))
        case .doctor(.audioHelperEnds): DoctorText(translated("baton-audio \(details.text(.message))"), DoctorText.log)
        case .doctor(.soundUnwatched): DoctorText(translated("no player plays, and the sound server is not watched"))
        case .doctor(.soundWatched): DoctorText(translated("lost outputs and calls are noticed"))
        case .doctor(.noSoundServer):
            DoctorText(
                translated("neither PulseAudio nor pipewire-pulse answers, so no lost output and no call is noticed"),
                translated("with PipeWire: systemctl --user enable --now pipewire-pulse.socket"))
        case .doctor(.streamUnknown):
            DoctorText(
                translated("\(program) plays, and it is not known which sound is its"),
                translated("name the program that is heard: [player \(program)] stream = PROGRAM"))
        case .doctor(.playsElsewhere):
            DoctorText(
                translated(
                    "\(program) says that it plays, and is not heard here, so calls and the lock leave it alone"),
                translated("if it is heard here, name the program that is heard: [player \(program)] stream = PROGRAM"))
        case .doctor(.volumeByStream):
            DoctorText(translated("the volume of \(program) does nothing, so that of its sound is changed"))
        case .doctor(.volumesLowered): DoctorText(translated("an interruption has lowered \(program)"))
        case .doctor(.wirePlumberPauses):
            DoctorText(
                translated(
                    "WirePlumber \(details.text(.version)), process \(details.text(.process)), pauses too when an output is removed"
                ),
                translated("only for a player that a second Pause starts again: [player NAME] pause-once = yes"))
        case .doctor(.powerDevilPauses):
            DoctorText(
                translated("PowerDevil, process \(details.text(.process)), pauses too before the machine sleeps"))
        default: DoctorText(reason)
        }
    }
}
