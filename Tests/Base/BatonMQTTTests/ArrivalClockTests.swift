// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonMQTT

/// How old a message is, whatever somebody does to the time of day.
@Suite struct ArrivalClockTests {
    /// The age of what arrived `arrival` seconds after the socket was empty and is read after `reading` seconds, where the
    /// clock is set by `step` seconds after `setting` seconds.
    private func age(arrival: Int, reading: Int, step: Int, setting: Int) -> Duration {
        let day = 1_700_000_000
        func ofDay(_ second: Int) -> Duration { .seconds(day + second + (second >= setting ? step : 0)) }
        let clock = ArrivalClock(emptyAt: .init(ofDay: .seconds(day), sinceBoot: .seconds(100), awake: .seconds(100)))
        return clock.age(
            ofWhatArrivedAt: ofDay(arrival),
            at: .init(ofDay: ofDay(reading), sinceBoot: .seconds(100 + reading), awake: .seconds(100 + reading)))
    }

    @Test("while nobody sets the clock, the age is exact", arguments: [0, 1, 30, 60])
    func usual(_ arrival: Int) {
        #expect(age(arrival: arrival, reading: 60, step: 0, setting: 0) == .seconds(60 - arrival))
    }

    @Test(
        "a clock that is set makes nothing younger, and nothing older than the last moment without a message",
        arguments: [10_800, -10_800, 7, -7], [0, 20, 59, 60])
    func set(_ step: Int, _ setting: Int) {
        for arrival in [0, 10, 40, 60] {
            let age = age(arrival: arrival, reading: 60, step: step, setting: setting)
            #expect(age >= .seconds(60 - arrival) && age <= .seconds(60), "arrived at \(arrival) s: \(age)")
        }
    }

    @Test("after the socket was empty once more, a clock that was set before no longer counts")
    func again() {
        var clock = ArrivalClock(
            emptyAt: .init(ofDay: .seconds(50_000), sinceBoot: .seconds(100), awake: .seconds(100)))
        clock.isEmpty(at: .init(ofDay: .seconds(10), sinceBoot: .seconds(200), awake: .seconds(200)))
        let age = clock.age(
            ofWhatArrivedAt: .seconds(40),
            at: .init(ofDay: .seconds(41), sinceBoot: .seconds(231), awake: .seconds(231)))
        #expect(age == .seconds(1))
    }

    @Test("after the process stood or the machine slept, all is as old as it may be, until everything is read")
    func stood() {
        let start = ArrivalClock.Instant(ofDay: .seconds(1000), sinceBoot: .seconds(100), awake: .seconds(100))
        var clock = ArrivalClock(emptyAt: start)
        let later = ArrivalClock.Instant(ofDay: .seconds(1060), sinceBoot: .seconds(160), awake: .seconds(160))
        #expect(clock.age(ofWhatArrivedAt: .seconds(1059), at: later) == .seconds(1))
        clock.stood()
        #expect(clock.age(ofWhatArrivedAt: .seconds(1059), at: later) == .seconds(60))
        clock.isEmpty(at: later)
        let last = ArrivalClock.Instant(ofDay: .seconds(1100), sinceBoot: .seconds(200), awake: .seconds(170))
        #expect(clock.age(ofWhatArrivedAt: .seconds(1099), at: last) == .seconds(40))
    }
}
