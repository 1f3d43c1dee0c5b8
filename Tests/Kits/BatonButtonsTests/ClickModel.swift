// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents

/// Rules B1 to B3, B5, B6 and B9 for one button as a counter without recognizers, to compare the recognizers with.
struct ClickModel {
    let settings: ButtonSettings
    private(set) var log: [String] = []
    private var count = 0
    private var downAt: Int?
    private var windowEnd: Int?
    private var isHolding = false
    private var isSurplus = false
    private var surplusUntil: Int?

    init(_ settings: ButtonSettings) { self.settings = settings }

    private var window: Int { Int(settings.multiPress / .milliseconds(1)) }
    private var hold: Int { Int(settings.holdTime / .milliseconds(1)) }
    private var longest: Int { settings.patterns.keys.map(\.presses).max() ?? 0 }
    private var isImmediate: Bool { longest == 1 && settings.patterns[.hold] == nil }

    mutating func advance(to time: Int) {
        guard !isImmediate else { return }
        if let downAt, !isHolding, !isSurplus, downAt + hold <= time {
            isHolding = true
            report(ButtonPattern(presses: count + 1, isHeld: true), "began", downAt + hold)
        }
        if let end = windowEnd, end <= time { decide(at: end) }
    }

    mutating func down(at time: Int) {
        advance(to: time)
        guard downAt == nil else { return }
        downAt = time
        if isImmediate { return report(.click, "began", time) }
        windowEnd = nil
        isSurplus = surplusUntil.map { time < $0 } ?? false
        if !isSurplus { surplusUntil = nil }
    }

    mutating func up(at time: Int) {
        advance(to: time)
        guard let began = downAt else { return }
        downAt = nil
        let end = settings.multiPressStart == .up ? time + window : began + window
        if isImmediate {
            return
        } else if isSurplus {
            isSurplus = false
            surplusUntil = time - began < hold ? end : nil
        } else if isHolding {
            isHolding = false
            report(ButtonPattern(presses: count + 1, isHeld: true), "ended", time)
            count = 0
        } else {
            count += 1
            if count == longest {
                decide(at: time)
                if longest > 1 { surplusUntil = end }
            } else if end <= time {
                decide(at: time)
            } else {
                windowEnd = end
            }
        }
    }

    mutating func otherKey(at time: Int) {
        advance(to: time)
        if windowEnd != nil { decide(at: time) }
    }

    mutating func cancel(at time: Int) {
        advance(to: time)
        if isHolding { report(ButtonPattern(presses: count + 1, isHeld: true), "ended", time) }
        let log = log
        self = ClickModel(settings)
        self.log = log
    }

    private mutating func decide(at time: Int) {
        windowEnd = nil
        report(ButtonPattern(presses: count, isHeld: false), "began", time)
        count = 0
    }

    /// Writes a bound action as the log writes the translator's outcomes.
    private mutating func report(_ pattern: ButtonPattern?, _ step: String, _ time: Int) {
        guard let pattern, let action = settings.patterns[pattern] else { return }
        switch action {
        case .remoteControl(let subtype) where step == "ended":
            if let end = subtype.end { log.append("\(time) \(end)") }
        case .remoteControl(let subtype):
            log.append("\(time) \(subtype)")
            if let end = subtype.end, !pattern.isHeld { log.append("\(time) \(end)") }
        case .volumeUp, .volumeDown, .toggleMute, .toggleMicrophone, .pinNextPlayer:
            if step == "began" { log.append("\(time) \(action)") }
        }
    }
}
