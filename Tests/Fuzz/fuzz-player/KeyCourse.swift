// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import FuzzSupport

/// Keys of headsets, in any order and at any time: seeking ends once for each beginning, and nothing is invented.
@MainActor
final class KeyCourse {
    private let translator = ButtonTranslator()
    private var now = Duration.seconds(1000)
    /// The end that each device owes.
    private var owed: [UInt64: RemoteControlSubtype] = [:]

    private static let keys: [PressKey] = [
        .media, .playPause, .play, .stop, .nextSong, .previousSong, .fastForward, .rewind, .phone, .mute,
    ]

    func run(_ input: inout FuzzBytes) {
        translator.isPlaying = { true }
        while !input.isEmpty {
            let device = UInt64(input.choice(3))
            if input.flag() { now += .milliseconds(Int(input.byte()) * 4) }
            switch input.choice(8) {
            case 0: take(translator.connect(device, settings(&input), at: now))
            case 1: take(translator.disconnect(device, at: now))
            case 2: take(translator.cancelAll(at: now))
            case 3: take(translator.advance(to: now))
            default:
                let change = ButtonChange.allCases[input.choice(3)]
                take(translator.receive(change, of: Self.keys[input.choice(Self.keys.count)], from: device, at: now))
            }
        }
        take(translator.cancelAll(at: now))
        require(owed.isEmpty, "seeking without an end")
        require(translator.nextDeadline == nil, "something is due with no device")
    }

    private func settings(_ input: inout FuzzBytes) -> ButtonSettings {
        var settings = [ButtonSettings(), .avrcp, .keyboard][input.choice(3)]
        settings.belief = input.flag() ? (input.flag() ? .corrected : .toggle) : .sent
        settings.multiPress = .milliseconds(Int(input.byte()) * 4)
        settings.holdTime = .milliseconds(Int(input.byte()) * 4)
        if input.flag() { settings.patternKeys.insert(.phone) }
        return settings
    }

    private func take(_ outcomes: [ButtonOutcome]) {
        for outcome in outcomes {
            require(outcome.pressedAt <= outcome.timestamp, "decided before it was pressed: \(outcome)")
            guard case .remoteControl(let command) = outcome.work else { continue }
            if command.isEnd {
                require(owed.removeValue(forKey: outcome.device) == command, "an end of nothing: \(outcome)")
            } else {
                require(owed[outcome.device] == nil, "a command amid seeking: \(outcome)")
                owed[outcome.device] = command.end
            }
        }
    }
}
