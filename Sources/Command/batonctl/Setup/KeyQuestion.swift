// SPDX-License-Identifier: Apache-2.0

import BatonSetup
import BatonTranslation

/// A question of `batonctl setup` about one key of `baton.conf` that is off for a reason, so that `--yes` does not switch it on.
enum KeyQuestion: CaseIterable {
    /// Whether players pause while a program listens to the microphone.
    case calls
    /// Whether a video keeps the screen on (rule SETUP18).
    case awake

    var kind: ConfigurationChange.Kind {
        switch self {
        case .calls: .call
        case .awake: .awake
        }
    }

    var section: String {
        switch self {
        case .calls: "interruptions"
        case .awake: "awake"
        }
    }

    var key: String {
        switch self {
        case .calls: "call"
        case .awake: "players"
        }
    }

    var value: String {
        switch self {
        case .calls: "microphone"
        case .awake: "video"
        }
    }

    /// The question.
    var text: String {
        switch self {
        case .calls: translated("Calls: pause music while any program uses the microphone?")
        case .awake: translated("Screen: keep it on while a player shows a video?")
        }
    }

    /// What happens without it.
    var explanation: String {
        switch self {
        case .calls:
            translated("By default Baton pauses only for apps that declare a call (few do). This would change:")
        case .awake: translated("By default it turns off as set in your desktop. This would change:")
        }
    }

    /// What is told where nobody can be asked.
    var hint: String {
        switch self {
        case .calls:
            translated(
                """
                Calls: '[interruptions] call = microphone' in baton.conf pauses music while any program uses the \
                microphone.
                """)
        case .awake:
            translated("Screen: '[awake] players = video' in baton.conf keeps it on while a player shows a video.")
        }
    }

    /// What is told when it was taken back.
    var reverted: String {
        switch self {
        case .calls: translated("Calls: [interruptions] call is as before.")
        case .awake: translated("Screen: [awake] players is as before.")
        }
    }
}
