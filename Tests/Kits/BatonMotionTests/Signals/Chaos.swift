// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonTestSupport
import Foundation

/// A random sensor that has every fault: shakes, falls and noise, gaps, jumps of the clock, impossible values, changing
/// rates.
struct Chaos {
    enum Happening {
        case sample(SensorSample)
        case advance(Duration)
        case interrupt(Duration)
    }

    var dice: Dice
    private var time: Int64 = 5_000_000_000
    private var rate = 50.0
    private var amplitude = 0.0
    private var frequency = 4.0
    private var clip = 1e9

    init(dice: Dice) {
        self.dice = dice
    }

    mutating func next() -> Happening {
        if dice.number(0...1) < 0.01 { change() }
        let chance = dice.number(0...1)
        switch chance {
        case ..<0.0005: time += Int64(dice.number(1...4) * 1e9)
        case ..<0.001: time -= Int64(dice.number(0...3) * 1e9)
        case ..<0.003: return .advance(.nanoseconds(time + Int64(dice.number(0...1.5) * 1e9)))
        case ..<0.004: return .interrupt(.nanoseconds(time))
        case ..<0.006: return .sample(SensorSample(nanoseconds: time, x: .nan, y: .infinity, z: 0))
        case ..<0.007: return .sample(SensorSample(nanoseconds: time + 1, x: 1e9, y: -1e9, z: 1e300))
        default: time += Int64(1e9 / rate * dice.number(0.8...1.2))
        }
        let user = amplitude * sin(2 * .pi * frequency * Double(time) * 1e-9)
        func limited(_ value: Double) -> Double { min(max(value + dice.normal() * 0.3, -clip), clip) }
        return .sample(SensorSample(nanoseconds: time, x: limited(user), y: limited(user / 2), z: limited(9.8)))
    }

    private mutating func change() {
        rate = [10, 12.5, 25, 50, 100, 400, 8000][Int(dice.number(0...6.99))]
        amplitude = dice.number(0...1) < 0.4 ? 0 : dice.number(0...60)
        frequency = dice.number(0.5...9)
        clip = dice.number(0...1) < 0.3 ? 19.6 : 1e9
    }
}
