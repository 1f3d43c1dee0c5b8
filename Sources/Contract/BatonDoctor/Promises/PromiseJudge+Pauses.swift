// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension PromiseJudge {
    /// Whether music pauses for calls and lost outputs.
    var pauses: PromiseFinding {
        let row = row(.interruptions, DoctorName.soundServer)
        switch row?.code {
        case DoctorCode.interruptionsOff.rawValue:
            return PromiseFinding(.pauses, .off, translated("you turned it off, under [interruptions]"), row: row)
        case DoctorCode.noSoundServer.rawValue: return soundless(row)
        case _ where audioHelper?.code == DoctorCode.librariesMissing.rawValue:
            return PromiseFinding(
                .pauses, .broken, audioHelper?.reason ?? "", audioHelper?.advice ?? "", row: audioHelper)
        // Nothing plays, so Baton has not looked for the sound server.
        case DoctorCode.soundUnwatched.rawValue where local.hasSoundServer == false: return soundless(row)
        default: break
        }
        if let row, row.state == DoctorLine.unavailable {
            return PromiseFinding(.pauses, .broken, row.reason, row.advice, row: row)
        }
        if let stream = self.row(.doctor(.streamUnknown)) {
            return PromiseFinding(.pauses, .partly, stream.reason, stream.advice, row: stream)
        }
        return PromiseFinding(
            .pauses, .ready, translated("for calls that an app declares, and when headphones disconnect"), row: row)
    }

    private var audioHelper: DoctorLine? { row(.service, DoctorName.audioHelper) }

    private func soundless(_ row: DoctorLine?) -> PromiseFinding {
        guard local.hasPipeWirePulse else {
            return PromiseFinding(
                .pauses, .notHere,
                translated("neither PulseAudio nor PipeWire runs here to tell calls and what is unplugged"),
                row: row)
        }
        return PromiseFinding(
            .pauses, .partly,
            translated(
                "neither for calls nor when headphones disconnect: PipeWire's PulseAudio service is not running"),
            "systemctl --user enable --now pipewire-pulse.socket", row: row)
    }
}
