// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents

/// A headset, a clock that the test moves, and a log of the outcomes.
@MainActor
final class ButtonScene {
    static let headset: UInt64 = 1
    let translator = ButtonTranslator()
    var outcomes: [ButtonOutcome] = []

    init(_ settings: ButtonSettings = ButtonSettings()) {
        translator.connect(Self.headset, settings)
    }

    func down(_ key: PressKey = .playPause, _ device: UInt64 = headset, at milliseconds: Int) {
        note(translator.receive(.down, of: key, from: device, at: .milliseconds(milliseconds)))
    }

    func up(_ key: PressKey = .playPause, _ device: UInt64 = headset, at milliseconds: Int) {
        note(translator.receive(.up, of: key, from: device, at: .milliseconds(milliseconds)))
    }

    /// A click of 50 ms.
    func click(_ key: PressKey = .playPause, _ device: UInt64 = headset, at milliseconds: Int) {
        down(key, device, at: milliseconds)
        up(key, device, at: milliseconds + 50)
    }

    func advance(to milliseconds: Int) { note(translator.advance(to: .milliseconds(milliseconds))) }

    func note(_ outcomes: [ButtonOutcome]) { self.outcomes += outcomes }

    static func text(_ work: ButtonOutcome.Work) -> String {
        switch work {
        case .remoteControl(let subtype): "\(subtype)"
        case .perform(let action): "\(action)"
        case .passOn(let change): "pass on \(change)"
        }
    }

    /// The outcomes so far: the time in whole milliseconds, and the work.
    var log: [String] {
        outcomes.map { outcome in
            let (seconds, attoseconds) = outcome.timestamp.components
            return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) \(Self.text(outcome.work))"
        }
    }

    /// Lets time pass until no deadline is left.
    func finish() -> [String] {
        advance(to: 1_000_000)
        return log
    }
}
