// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of what commands come from.
    var inputText: DoctorText {
        switch reason?.code {
        case .doctor(let code): text(of: code)
        case .input(.bluetoothOff) where name == DoctorName.bluetooth: DoctorText(reason, translated("set it to yes"))
        case .input(.bluezSilent) where name == DoctorName.bluetooth:
            DoctorText(translated("bluetoothd does not answer"), "systemctl restart bluetooth")
        case .input(.twoPresses):
            DoctorText(
                translated("\(details.text(.device)) seems to need two presses"),
                translated("batonctl learn, with its name, tells why"))
        case _? where state == DoctorState.off.rawValue:
            DoctorText(InputStateWord.text(InputStateWord.waiting.rawValue, reason))
        // The sentence of such a reason says why, and what to do.
        default: DoctorText(reason)
        }
    }

    private func text(of code: DoctorCode) -> DoctorText {
        switch code {
        case .listening: DoctorText(InputStateWord.listening.rawValue)
        case .beliefUnused:
            DoctorText(
                translated("[device \(details.text(.device))] has wear = yes, so its play-pause has no effect"),
                translated("remove 'play-pause' there"))
        default: faceText(code) ?? bluetoothText(code) ?? mediaKeysText(code) ?? DoctorText(reason)
        }
    }

    // Each group answers nil for a code of another group. A code that was forgotten is shown by its word, as a code of a newer agent
    // is, and not by the sentence of another code.

    /// Of the bus names under which media keys, bars and playerctl find Baton.
    private func faceText(_ code: DoctorCode) -> DoctorText? {
        let face = details.text(.service)
        switch code {
        case .noFace:
            return DoctorText(
                translated("[mpris] name = none in the configuration: only batonctl and org.baton.Baton1 send commands")
            )
        case .faceOwned: return DoctorText(translated("media keys and bars find Baton as \(face)"))
        case .faceTaken:
            let program = details.text(.program)
            let process = details.text(.process)
            let named = program.isEmpty ? translated("another program") : program
            guard !process.isEmpty else {
                return DoctorText(
                    translated("\(named) owns \(face)"),
                    translated("end it, and Baton takes the name at once; or [mpris] name = baton"))
            }
            return DoctorText(
                translated("\(named), process \(process) owns \(face)"),
                translated("end it (kill \(process)), and Baton takes the name at once; or [mpris] name = baton"))
        case .faceRefused: return DoctorText(translated("the bus refuses \(face): \(details.text(.message))"))
        case .faceAwaited:
            return DoctorText(translated("\(face) is not Baton's yet"), translated("look again in a moment"))
        default: return nil
        }
    }

    /// Of BlueZ, and of programs that register players with it.
    private func bluetoothText(_ code: DoctorCode) -> DoctorText? {
        let count = details.text(.count)
        let process = details.text(.process)
        return switch code {
        case .bluezAbsent: DoctorText(translated("there is no bluetoothd on the system bus"))
        case .noAdapters: DoctorText(translated("bluetoothd has no adapter that takes players"))
        case .adaptersFound:
            DoctorText(
                count == "1" ? translated("bluetoothd has 1 adapter") : translated("bluetoothd has \(count) adapters"))
        case .proxyRegisters:
            DoctorText(
                translated(
                    """
                    mpris-proxy, process \(process), registers players too; the first one has all headsets' \
                    buttons
                    """),
                translated("Baton does what it does: systemctl --user disable --now mpris-proxy; or kill \(process)"))
        case .dummyPlayer:
            DoctorText(
                translated(
                    """
                    \(details.text(.program)), process \(process), may have registered a dummy player, and \
                    would have the buttons if it was first
                    """
                ),
                translated("if headsets' buttons do nothing: bluez5.dummy-avrcp-player = false in its configuration"))
        default: nil
        }
    }

    /// Of a desktop whose media keys do not reach Baton, or come by shortcuts.
    private func mediaKeysText(_ code: DoctorCode) -> DoctorText? {
        let desktop = details.text(.desktop)
        return switch code {
        case .shortcutsBound:
            DoctorText(
                translated("shortcuts in \(desktop)'s settings run batonctl; batonctl setup --revert takes them out"))
        case .shortcutsGone:
            DoctorText(
                translated("Baton's lines are not in \(details.text(.path)), which \(desktop) has read"),
                translated("to bind the keys anew: batonctl setup --revert, and then batonctl setup --media-keys"))
        case .compositorKeepsKeys:
            DoctorText(
                translated("\(desktop) does with the media keys what its configuration says, and tells no program"),
                translated("batonctl setup --media-keys binds them to Baton; batonctl setup --print shows how"))
        case .desktopKeepsKeys:
            DoctorText(
                desktop.isEmpty
                    ? translated("this desktop does not hand its media keys to others")
                    : translated("\(desktop) does not hand its media keys to others"),
                translated(
                    """
                    in its keyboard settings, bind each to a command: batonctl send toggle, next, previous, \
                    stop, rewind, fast-forward; and take them from whatever else has them. With [media-keys] \
                    portal = yes its portal is asked for them first
                    """
                ))
        default: nil
        }
    }
}
