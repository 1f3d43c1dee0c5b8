// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of what pauses players that nobody pressed a button for.
    var interruptionsText: DoctorText {
        let program = details.text(.program)
        return switch reason?.code {
        case .doctor(.interruptionsOff):
            DoctorText(translated("pausing for calls and lost outputs is turned off, under [interruptions]"))
        case .doctor(.programMissing):
            DoctorText(
                translated("baton-audio is missing, so Baton notices neither calls nor lost outputs"),
                DoctorText.install)
        case .doctor(.librariesMissing):
            DoctorText(Reason.librariesMissing(DoctorName.audioHelper, details), DoctorText.install(details))
        case .doctor(.audioHelperEnds): DoctorText(translated("baton-audio \(details.text(.message))"), DoctorText.log)
        case .doctor(.soundUnwatched): DoctorText(translated("idle: watched only while something plays"))
        case .doctor(.soundWatched): DoctorText(translated("Baton notices calls and lost outputs"))
        case .doctor(.noSoundServer):
            DoctorText(
                translated(
                    "neither PulseAudio nor pipewire-pulse answers, so Baton notices neither calls nor lost outputs"),
                translated("with PipeWire: systemctl --user enable --now pipewire-pulse.socket"))
        case .doctor(.streamUnknown):
            DoctorText(
                translated("\(program) is playing, and Baton cannot tell which sound is its own"),
                translated("name the program that you hear: [player \(program)] stream = PROGRAM"))
        case .doctor(.playsElsewhere):
            DoctorText(
                translated(
                    "\(program) says that it is playing, and nothing is heard here, so calls and the lock leave it alone"
                ),
                translated("if you do hear it, name the program that you hear: [player \(program)] stream = PROGRAM"))
        case .doctor(.volumeByStream):
            DoctorText(translated("\(program) ignores its own volume, so Baton changes the volume of its sound"))
        case .doctor(.volumesLowered): DoctorText(translated("\(program) is quieter during an interruption"))
        case .doctor(.wirePlumberPauses):
            DoctorText(
                translated(
                    "WirePlumber \(details.text(.version)) (process \(details.text(.process))) also pauses players when an output is removed"
                ),
                translated("only for a player that starts again at a second Pause: [player NAME] pause-once = yes"))
        case .doctor(.powerDevilPauses):
            DoctorText(
                translated(
                    "PowerDevil (process \(details.text(.process))) also pauses players before the machine sleeps"))
        default: DoctorText(reason)
        }
    }
}
