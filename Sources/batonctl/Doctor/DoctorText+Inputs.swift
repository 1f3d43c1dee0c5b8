// SPDX-License-Identifier: Apache-2.0
import BatonAPI

extension DoctorFinding {
    /// Of what commands come from.
    var inputText: DoctorText {
        switch reason?.code {
        case .doctor(let code): text(of: code)
        case .input(.bluetoothOff) where name == DoctorName.bluetooth: DoctorText(reason, "set it to yes")
        case .input(.bluezSilent) where name == DoctorName.bluetooth:
            DoctorText("bluetoothd does not answer", "systemctl restart bluetooth")
        case _? where state == DoctorRow.off:
            DoctorText(InputStateWord.text(InputStateWord.waiting.rawValue, reason))
        // The sentence of such a reason says why, and what to do.
        default: DoctorText(reason)
        }
    }

    private func text(of code: DoctorCode) -> DoctorText {
        switch code {
        case .listening: DoctorText(InputStateWord.listening.rawValue)
        case .noFace, .faceOwned, .faceTaken, .faceRefused, .faceAwaited: faceText(code)
        case .bluezAbsent, .adaptersFound, .noAdapters, .proxyRegisters, .dummyPlayer: bluetoothText(code)
        case .beliefUnused:
            DoctorText("[device \(details.text(.device))] has wear = yes, and its belief is not used", "remove belief")
        case .shortcutsBound, .compositorKeepsKeys, .desktopKeepsKeys: mediaKeysText(code)
        default: DoctorText(reason)
        }
    }

    /// Of the bus names under which media keys, bars and playerctl find Baton.
    private func faceText(_ code: DoctorCode) -> DoctorText {
        let face = details.text(.service)
        switch code {
        case .noFace:
            return DoctorText(
                "[mpris] name = none in the configuration: only batonctl and org.baton.Baton1 send commands")
        case .faceOwned: return DoctorText("media keys and bars find Baton as \(face)")
        case .faceTaken:
            let program = details.text(.program)
            let process = details.text(.process)
            let owner =
                (program.isEmpty ? "another program" : program) + (process.isEmpty ? "" : ", process \(process)")
            return DoctorText(
                "\(owner) owns \(face)",
                "end it\(process.isEmpty ? "" : " (kill \(process))"), and Baton takes the name at once; "
                    + "or [mpris] name = baton")
        case .faceRefused: return DoctorText("the bus refuses \(face): \(details.text(.message))")
        default: return DoctorText("\(face) is not Baton's yet", "look again in a moment")
        }
    }

    /// Of BlueZ, and of programs that register players with it.
    private func bluetoothText(_ code: DoctorCode) -> DoctorText {
        let count = details.text(.count)
        let process = details.text(.process)
        return switch code {
        case .bluezAbsent: DoctorText("there is no bluetoothd on the system bus")
        case .noAdapters: DoctorText("bluetoothd has no adapter that takes players")
        case .adaptersFound: DoctorText("bluetoothd has \(count) \(count == "1" ? "adapter" : "adapters")")
        case .proxyRegisters:
            DoctorText(
                "mpris-proxy, process \(process), registers players too; the first one has all headsets' buttons",
                "Baton does what it does: systemctl --user disable --now mpris-proxy; or kill \(process)")
        default:
            DoctorText(
                "\(details.text(.program)), process \(process), may have registered a dummy player, and would have "
                    + "the buttons if it was first",
                "if headsets' buttons do nothing: bluez5.dummy-avrcp-player = false in its configuration")
        }
    }

    /// Of a desktop whose media keys do not reach Baton, or come by shortcuts.
    private func mediaKeysText(_ code: DoctorCode) -> DoctorText {
        let desktop = details.text(.desktop)
        return switch code {
        case .shortcutsBound:
            DoctorText("shortcuts in \(desktop)'s settings run batonctl; batonctl setup --revert takes them out")
        case .compositorKeepsKeys:
            DoctorText(
                "\(desktop) does with the media keys what its configuration says, and tells no program",
                "batonctl setup --media-keys binds them to Baton; batonctl setup --print shows how")
        default:
            DoctorText(
                "\(desktop.isEmpty ? "this desktop" : desktop) does not hand its media keys to others",
                "in its keyboard settings, bind each to a command: batonctl send toggle, next, previous, stop, rewind, "
                    + "fast-forward; and take them from whatever else has them. With [media-keys] portal = yes its portal "
                    + "is asked for them first")
        }
    }
}
