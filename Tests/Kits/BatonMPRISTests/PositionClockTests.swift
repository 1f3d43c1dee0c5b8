// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonMPRIS

@Suite struct PositionClockTests {
    private func playing(at position: MediaTime, rate: Double = 1, length: MediaTime? = nil) -> PositionClock {
        var clock = PositionClock()
        clock.setLength(length, at: .seconds(10))
        clock.setRate(rate, at: .seconds(10))
        clock.setStatus(.playing, at: .seconds(10))
        clock.set(position, at: .seconds(10))
        return clock
    }

    @Test("a playing player goes on by the rate, a paused one stands")
    func extrapolation() {
        var clock = playing(at: 1_000_000)
        #expect(clock.position(at: .seconds(12)) == 3_000_000)
        #expect(playing(at: 1_000_000, rate: 1.5).position(at: .seconds(12)) == 4_000_000)
        #expect(playing(at: 5_000_000, rate: -1).position(at: .seconds(12)) == 3_000_000)

        clock.setStatus(.paused, at: .seconds(12))
        #expect(clock.position(at: .seconds(100)) == 3_000_000)
        #expect(clock.isStale)
    }

    @Test("a change of rate goes on from where it was")
    func rateChange() {
        var clock = playing(at: 0)
        clock.setRate(2, at: .seconds(11))
        #expect(clock.position(at: .seconds(12)) == 3_000_000)
    }

    @Test("the position stays within 0 and the length")
    func clamping() {
        #expect(playing(at: 0, length: 5_000_000).position(at: .seconds(100)) == 5_000_000)
        #expect(playing(at: 0, rate: -1).position(at: .seconds(100)) == 0)
        #expect(playing(at: -5).position(at: .seconds(10)) == 0)
        // A reported position beyond the length is kept, and not extrapolated.
        #expect(playing(at: 9_000_000, length: 5_000_000).position(at: .seconds(100)) == 9_000_000)
        #expect(playing(at: 9, length: 0).position(at: .seconds(11)) == 1_000_009)
    }

    @Test("a jump is a fact; a track starts from its beginning and is not one; Stopped is the beginning")
    func facts() {
        var clock = playing(at: 7_000_000)
        #expect(!clock.isStale)
        clock.startTrack(at: .seconds(11))
        #expect(clock.position(at: .seconds(11)) == 0)
        #expect(clock.isStale)
        clock.set(2_000_000, at: .seconds(12))
        #expect(!clock.isStale)
        clock.setStatus(.stopped, at: .seconds(13))
        #expect(clock.position(at: .seconds(20)) == 0)
    }

    @Test(
        "MPRIS59: after a jump an old answer does not count, a report of about the same place does, of another place not"
    )
    func jump() {
        var clock = playing(at: 7_000_000)
        clock.jump(to: 40_000_000, at: .seconds(12))
        #expect(clock.position(at: .seconds(13)) == 41_000_000 && clock.isStale)
        var counts = clock.set(9_000_000, at: .seconds(13), askedAt: .seconds(12))
        #expect(!counts)
        counts = clock.seeked(to: 9_000_000, at: .milliseconds(12_200))
        #expect(!counts && clock.position(at: .seconds(13)) == 41_000_000)
        counts = clock.seeked(to: 39_000_000, at: .milliseconds(12_200))
        #expect(counts)
        counts = clock.set(5_000_000, at: .seconds(13), askedAt: .milliseconds(12_500))
        #expect(counts && clock.position(at: .seconds(13)) == 5_000_000)
        counts = clock.seeked(to: 50_000_000, at: .seconds(13))
        #expect(counts)
    }

    @Test(
        "MPRIS105: just after a reported jump an answer from before it does not count; one from elsewhere, or later, does"
    )
    func former() {
        func jumped() -> PositionClock {
            var clock = playing(at: 7_000_000)
            clock.seeked(to: 60_000_000, at: .seconds(12))
            return clock
        }
        var clock = jumped()
        var counts = clock.set(9_300_000, at: .milliseconds(12_300), askedAt: .milliseconds(12_200))
        #expect(!counts && clock.position(at: .seconds(13)) == 61_000_000 && clock.isStale)
        counts = clock.set(60_250_000, at: .milliseconds(12_300), askedAt: .milliseconds(12_200))
        #expect(counts && !clock.isStale)
        clock = jumped()
        counts = clock.set(20_000_000, at: .milliseconds(12_300), askedAt: .milliseconds(12_200))
        #expect(counts && clock.position(at: .milliseconds(12_300)) == 20_000_000)
        // Clementine's GStreamer answers 0 while it jumps.
        clock = jumped()
        counts = clock.set(0, at: .milliseconds(12_100), askedAt: .milliseconds(12_050))
        #expect(!counts && clock.position(at: .seconds(13)) == 61_000_000 && clock.isStale)
        clock = jumped()
        counts = clock.set(9_600_000, at: .milliseconds(12_600), askedAt: .milliseconds(12_500))
        #expect(counts)
        // What the player tells by itself always counts, and so does the first answer after a jump to about the same place.
        clock = jumped()
        counts = clock.set(9_300_000, at: .milliseconds(12_300))
        #expect(counts)
        clock = playing(at: 7_000_000)
        clock.seeked(to: 9_500_000, at: .seconds(12))
        counts = clock.set(9_400_000, at: .milliseconds(12_200), askedAt: .milliseconds(12_100))
        #expect(counts && clock.position(at: .milliseconds(12_200)) == 9_400_000)
        clock = jumped()
        clock.startTrack(at: .milliseconds(12_100))
        counts = clock.set(9_200_000, at: .milliseconds(12_200), askedAt: .milliseconds(12_150))
        #expect(counts)
    }

    @Test("MPRIS98: the position of a paused player does not run on; a jump of it counts")
    func runsOn() {
        var clock = playing(at: 10_000_000, length: 100_000_000)
        clock.setStatus(.paused, at: .seconds(12))
        for second in 13...30 {
            // Another rate or length is no new start of the pause.
            if second == 20 { clock.setLength(100_000_000, at: .seconds(20)) }
            let told = MediaTime(microseconds: Int64(second) * 1_000_000)
            let counts = clock.set(told, at: .seconds(second), askedAt: .seconds(second))
            #expect(counts && clock.position(at: .seconds(second)) == 12_000_000 && !clock.isStale)
        }
        // It says again that it is paused after a jump; and what it tells by itself counts.
        clock.set(70_000_000, at: .seconds(31), askedAt: .seconds(31))
        #expect(clock.position(at: .seconds(40)) == 70_000_000)
        clock.set(79_000_000, at: .seconds(40))
        #expect(clock.position(at: .seconds(41)) == 79_000_000)
        clock.set(12_000_000, at: .seconds(42), askedAt: .seconds(42))
        #expect(clock.position(at: .seconds(43)) == 12_000_000)
        // What is heard as it ends is no running on, and one that plays is where it says.
        clock.setStatus(.playing, at: .seconds(50))
        clock.set(20_000_000, at: .seconds(58), askedAt: .seconds(58))
        #expect(clock.position(at: .seconds(58)) == 20_000_000)
        clock.setStatus(.paused, at: .seconds(58))
        clock.set(20_200_000, at: .milliseconds(58_100), askedAt: .milliseconds(58_100))
        #expect(clock.position(at: .seconds(59)) == 20_200_000)
    }

    @Test("no rate and no position makes it trap", arguments: [Double.nan, .infinity, -1e300, 1e300, 0, 999])
    func extremes(rate: Double) {
        var clock = playing(at: .max, rate: rate)
        #expect(clock.position(at: .seconds(1 << 40)) >= 0)
        clock.set(.min, at: .seconds(5))
        #expect(clock.position(at: .zero) == 0)
        #expect(MediaTime(.seconds(Int64.max)) == .max)
    }
}
