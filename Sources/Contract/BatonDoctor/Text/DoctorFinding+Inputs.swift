// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorFinding {
    /// Of what commands come from.
    var inputText: DoctorText {
        switch reason?.code {
        case .doctor(let code): text(of: code)
        case .input(.headsetsOff): DoctorText(reason, translated("set it to yes"))
        case .input(.bluetoothOff) where name == DoctorName.bluetooth: DoctorText(reason, translated("set it to yes"))
        case .input(.bluezSilent) where name == DoctorName.bluetooth:
            DoctorText(translated("bluetoothd does not answer"), "sudo systemctl restart bluetooth")
        case .input(.twoPresses):
            DoctorText(
                translated("\(details.text(.device)) seems to need two presses"),
                translated("to see why: batonctl learn NAME"))
        case _? where state == DoctorState.off.rawValue && name != DoctorName.headset:
            DoctorText(InputStateWord.text(InputStateWord.waiting.rawValue, reason))
        case _? where name == DoctorName.headset:
            DoctorText("\(details.text(.device)): \(DoctorText(reason).reason)")
        // The sentence of such a reason says why, and what to do.
        default: DoctorText(reason)
        }
    }

    private func text(of code: DoctorCode) -> DoctorText {
        switch code {
        case .listening:
            details[.program] == nil
                ? DoctorText(InputStateWord.listening.rawValue)
                : DoctorText(translated("its buttons go to \(details.text(.program))"))
        case .headsetConnected:
            details[.program] == nil
                ? DoctorText(translated("\(details.text(.device)): its buttons go to the next player that starts"))
                : DoctorText(translated("\(details.text(.device)): its buttons go to \(details.text(.program))"))
        case .noHeadset: DoctorText(translated("no headset is connected"))
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
                translated("[mpris] name = none: only batonctl and programs that call Baton itself send commands")
            )
        case .faceOwned: return DoctorText(translated("media keys and bars find Baton as \(face)"))
        case .faceTaken:
            let program = details.text(.program)
            let process = details.text(.process)
            let named = program.isEmpty ? translated("another program") : program
            guard !process.isEmpty else {
                return DoctorText(
                    translated("\(named) owns \(face)"),
                    translated("stop it, and Baton takes over the name; or set [mpris] name = baton"))
            }
            return DoctorText(
                translated("\(named) (process \(process)) owns \(face)"),
                translated("stop it (kill \(process)), and Baton takes over the name; or set [mpris] name = baton"))
        case .faceRefused: return DoctorText(translated("the bus refuses \(face): \(details.text(.message))"))
        case .faceAwaited:
            return DoctorText(translated("\(face) is not Baton's yet"), translated("try again in a moment"))
        default: return nil
        }
    }

    /// Of BlueZ, and of programs that register players with it.
    private func bluetoothText(_ code: DoctorCode) -> DoctorText? {
        let count = details.text(.count)
        let process = details.text(.process)
        return switch code {
        case .bluezAbsent: DoctorText(translated("there is no Bluetooth here: bluetoothd is not running"))
        case .noAdapters: DoctorText(translated("no Bluetooth adapter here has buttons of headsets"))
        case .adaptersFound:
            DoctorText(
                count == "1"
                    ? translated("there is 1 Bluetooth adapter") : translated("there are \(count) Bluetooth adapters"))
        case .proxyRegisters:
            DoctorText(
                translated(
                    """
                    mpris-proxy (process \(process)) may get the buttons of all headsets: whoever registers with \
                    Bluetooth first does
                    """),
                translated("Baton replaces it: systemctl --user disable --now mpris-proxy"))
        case .dummyPlayer:
            DoctorText(
                translated(
                    """
                    \(details.text(.program)) (process \(process)) may have registered an empty player, which gets the \
                    buttons if it came first
                    """
                ),
                translated("if headset buttons do nothing, set bluez5.dummy-avrcp-player = false in its configuration"))
        default: nil
        }
    }

    /// Of a desktop whose media keys do not reach Baton, or come by shortcuts.
    private func mediaKeysText(_ code: DoctorCode) -> DoctorText? {
        let desktop = details.text(.desktop)
        return switch code {
        case .shortcutsBound:
            DoctorText(
                translated(
                    "shortcuts in \(desktop)'s settings send them to Baton; 'batonctl setup --revert' removes them"))
        case .shortcutsGone:
            DoctorText(
                translated("\(desktop) reads \(details.text(.path)), and Baton's lines are no longer in it"),
                translated("to set them up again: batonctl setup --revert && batonctl setup --media-keys"))
        case .compositorKeepsKeys:
            DoctorText(
                translated("\(desktop) runs whatever its config binds; Baton does not get these keys yet"),
                translated("to connect them: batonctl setup --media-keys"))
        case .desktopKeepsKeys:
            DoctorText(
                desktop.isEmpty
                    ? translated("this desktop does not pass its media keys on")
                    : translated("\(desktop) does not pass its media keys on"),
                translated(
                    """
                    in its keyboard settings, bind each key to a command such as 'batonctl send toggle' (also \
                    next, previous, stop, rewind, fast-forward) and to nothing else; or try [media-keys] \
                    portal = yes
                    """
                ))
        default: nil
        }
    }
}
