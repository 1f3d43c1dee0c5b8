// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonInterruptionCauses
import BatonRouting
import BatonSession

/// Volumes and mutes, for batonctl and scripts (rules VOL1 to VOL10).
@MainActor
final class VolumeMembers: ControlMembers {
    private let window: MediaWindow
    private let audio: AudioCause

    init(window: MediaWindow, audio: AudioCause) {
        self.window = window
        self.audio = audio
    }

    var methods: [Method] {
        [
            ApplicationInterface.changeVolume.served { [weak self] call, arguments in
                let (name, isRelative, level) = arguments
                guard let self, let player = player(name, call) else { return }
                let change: VolumeChange = isRelative ? .step(level) : .set(level)
                audio.change(player, change, from: call.sender) { result in
                    call.answer { () throws(DBusError) in
                        let state = try Self.content(result)
                        return (state.way.rawValue, state.level)
                    }
                }
            },
            ApplicationInterface.changeMute.served { [weak self] call, arguments in
                guard let self, let word = Self.word(arguments.1, call), let player = player(arguments.0, call) else {
                    return
                }
                audio.mute(player, word) { result in call.answer { () throws(DBusError) in try Self.content(result) } }
            },
            ApplicationInterface.changeMicrophone.served { [weak self] call, wish in
                guard let self, let word = Self.word(wish, call) else { return }
                audio.muteMicrophone(word) { result in call.answer { () throws(DBusError) in try Self.content(result) }
                }
            },
        ]
    }

    /// A player that does not answer is no agent that does not.
    private static func content<Content>(_ result: Result<Content, DBusError>) throws(DBusError) -> Content {
        do throws(DBusError) {
            return try result.get()
        } catch {
            throw error.name == .timeout || error.name == .noReply ? DBusError(.failed, error.message) : error
        }
    }

    private static func word<Results>(_ text: String, _ call: TypedCall<Results>) -> MuteWord? {
        guard let word = MuteWord(rawValue: text) else {
            call.fail(DBusError(.invalidArguments, "The words are on, off and toggle."))
            return nil
        }
        return word
    }

    private func player<Results>(_ name: String, _ call: TypedCall<Results>) -> PlayerResponder? {
        let found =
            name.isEmpty ? window.firstPlayer : window.responder(ResponderID(name)) as? PlayerResponder
        if found == nil { call.fail(DBusError("org.freedesktop.DBus.Error.UnknownObject", "There is no such player.")) }
        return found
    }
}
