// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import Testing

/// Presses and auto-repeat, told apart by their times (rules KEYS23 and KEYS24).
@Suite struct KeyRepetitionTests {
    /// What the reports at these milliseconds mean, with the time at which it is known: "press 0 at 0". A negative number
    /// is a release.
    private func meaning(_ reports: [Int]) -> [String] {
        var key = KeyRepetition()
        var log: [String] = []
        func add(_ events: [KeyRepetition.Event], _ now: Int) {
            for event in events {
                switch event {
                case .press(let instant): log.append("press \(Int(instant / .milliseconds(1))) at \(now)")
                case .held: log.append("held at \(now)")
                case .letGo: log.append("up at \(now)")
                }
            }
        }
        func pass(until end: Duration) {
            while let deadline = key.nextDeadline, deadline < end {
                add(key.advance(to: deadline), Int(deadline / .milliseconds(1)))
            }
        }
        for report in reports {
            let instant = Duration.milliseconds(abs(report))
            pass(until: instant)
            add(report < 0 ? key.released(at: instant) : key.pressed(at: instant), abs(report))
        }
        pass(until: .seconds(3600))
        return log
    }

    /// A key that is held: the press, the delay, and repetitions.
    private func held(from start: Int = 0, delay: Int = 500, every gap: Int = 30, count: Int = 47) -> [Int] {
        [start] + (0..<count).map { start + delay + $0 * gap }
    }

    @Test(
        "KEYS23: a held key is one press, whatever the keyboard's delay and rate",
        arguments: [(500, 30), (660, 40), (250, 33), (300, 20), (1000, 50), (200, 90)])
    func heldKey(_ delay: Int, _ gap: Int) {
        let last = delay + 46 * gap
        let known = delay + gap * (gap < 60 ? 1 : 2)
        #expect(
            meaning(held(delay: delay, every: gap)) == ["press 0 at 0", "held at \(known)", "up at \(last + 200)"])
    }

    @Test("KEYS23: a slow keyboard's repetitions stop acting after a few")
    func slowKeyboard() {
        let presses = meaning(held(delay: 500, every: 110, count: 40)).filter { $0.hasPrefix("press") }
        #expect(presses.count == 5)
    }

    @Test("KEYS23: repetitions that a busy machine delivers in bursts are one press")
    func bursts() {
        let reports = [0, 700, 701, 702, 703, 733, 880, 880, 881, 1060, 1061, 1062, 1063, 1093]
        #expect(meaning(reports).filter { $0.hasPrefix("press") } == ["press 0 at 0"])
        // All of it at once, after a pause of the machine.
        #expect(meaning([900, 900, 900, 900, 901, 930, 960]).filter { $0.hasPrefix("press") } == ["press 900 at 900"])
    }

    @Test("KEYS23: a quick double press by hand counts twice, at once", arguments: [60, 80, 100, 120, 149])
    func quickHand(_ gap: Int) {
        #expect(meaning([0, gap]) == ["press 0 at 0", "press \(gap) at \(gap)"])
        #expect(meaning([0, gap, 2 * gap]).count == 3)
    }

    @Test("KEYS23: a double press that arrives in one burst counts twice")
    func squeezed() {
        #expect(meaning([0, 5]) == ["press 0 at 0", "press 5 at 105"])
    }

    @Test(
        "KEYS23: presses one after the other count each, a tenth of a second late at most",
        arguments: [150, 300, 700, 1100])
    func oneAfterTheOther(_ gap: Int) {
        let times = (0..<6).map { $0 * gap }
        #expect(meaning(times) == times.map { "press \($0) at \($0 == 0 ? 0 : $0 + 100)" })
        #expect(meaning([0, 1200, 2400]) == [0, 1200, 2400].map { "press \($0) at \($0)" })
    }

    @Test("KEYS23: a single press and a quick double press count three times")
    func singleAndDouble() {
        #expect(meaning([0, 400, 480]) == ["press 0 at 0", "press 400 at 580", "press 480 at 580"])
        #expect(meaning([0, 400, 520]) == ["press 0 at 0", "press 400 at 500", "press 520 at 520"])
    }

    @Test("KEYS23: the next press after a held key counts")
    func afterwards() {
        let reports = held(count: 10) + [770 + 400, 770 + 2000]
        #expect(
            meaning(reports)
                == ["press 0 at 0", "held at 530", "up at 970", "press 1170 at 1270", "press 2770 at 2770"])
    }

    @Test("KEYS23: where releases are reported, presses count at their release at the latest, and repetitions never")
    func releases() {
        #expect(
            meaning([0, -80, 300, -380, 600, -650, 700, -760])
                == ["press 0 at 0", "press 300 at 380", "press 600 at 650", "press 700 at 700"])
        #expect(meaning([0, -150, 300, -460, 600]) == ["press 0 at 0", "press 300 at 300", "press 600 at 600"])
        #expect(
            meaning([0, -80] + held(from: 2000, every: 110, count: 3) + [-2800])
                == ["press 0 at 0", "press 2000 at 2000", "held at 2500", "up at 2800"])
        // kglobalaccel without a focused window: the release comes together with the next press (KEYS17).
        #expect(
            meaning([0, -400, 400, -800, 800]) == ["press 0 at 0", "press 400 at 400", "press 800 at 800"])
    }

    @Test("KEYS23: the first press that is held where releases are reported is one press")
    func firstHeld() {
        #expect(meaning([0, 500, -560]) == ["press 0 at 0"])
        #expect(meaning(held(count: 5) + [-640]) == ["press 0 at 0", "held at 530", "up at 640"])
    }

    @Test("KEYS23: a release that kglobalaccel reports while the key is down does not count")
    func earlyRelease() {
        let held = held(from: 3000, delay: 660, every: 40, count: 5)
        #expect(
            meaning([1000, -1080, 3000, -3005] + held.dropFirst() + [-3900])
                == ["press 1000 at 1000", "press 3000 at 3000", "held at 3700", "up at 3900"])
        // On a busy machine it comes late. Measured with ten other programs that want the two processors.
        for release in [20, 53, 149] {
            let reports = [0, -release, 665, 715, 744, 787, 833, 869, -2038]
            #expect(meaning(reports).filter { $0.hasPrefix("press") } == ["press 0 at 0"], "after \(release) ms")
        }
        // Two short presses by a device that releases at once.
        #expect(meaning([0, -5, 400, -405]) == ["press 0 at 0", "press 400 at 405"])
    }

    @Test("KEYS23: a release that never comes makes no key dead")
    func lostRelease() {
        #expect(meaning([0, -80, 2000, 3100]) == ["press 0 at 0", "press 2000 at 2000", "press 3100 at 3200"])
    }

    @Test(
        "KEYS23: what is read late, because the program was kept from running, ends no wait",
        arguments: [140, 300, 900])
    func pause(_ pause: Int) {
        func at(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }
        var key = KeyRepetition()
        #expect(key.pressed(at: at(0)) == [.press(at: .zero)])
        #expect(key.pressed(at: at(500)) == [])
        // The repetitions of this time were all read at its end.
        #expect(key.pressed(at: at(500 + pause)) == [] && key.pressed(at: at(500 + pause)) == [.held])
        #expect(key.pressed(at: at(500 + 2 * pause)) == [] && key.pressed(at: at(500 + 2 * pause)) == [])
        #expect(key.advance(to: at(500 + 2 * pause + 200)) == [.letGo])
    }

    @Test("KEYS23: a press soon after the last repetition counts", arguments: [150, 170, 199, 220])
    func soonAfterwards(_ gap: Int) {
        let next = 770 + gap
        let up = gap < 200 ? next + 100 : 970
        #expect(
            meaning(held(count: 10) + [next])
                == ["press 0 at 0", "held at 530", "up at \(up)", "press \(next) at \(next + 100)"])
        // If another report follows at once, both are repetitions, and the first of them came late.
        #expect(meaning(held(count: 10) + [next, next + 30]).filter { $0.hasPrefix("press") }.count == 1)
    }

    @Test(
        "KEYS23: a press after a lost release counts, however short it is",
        arguments: [1000, 1050, 1199], [10, 80, 300])
    func pressAfterLostRelease(_ gap: Int, _ touch: Int) {
        let next = 2000 + gap
        #expect(
            meaning([0, -80, 2000, next, -next - touch])
                == ["press 0 at 0", "press 2000 at 2000", "press \(next) at \(next + min(touch, 100))"])
    }

    @Test("KEYS23: random hands and keyboards on a machine that is late")
    func random() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let gap = Int.random(in: 20...40, using: &numbers)
            // Each report is up to 15 ms late.
            let reports = held(delay: .random(in: 200...900, using: &numbers), every: gap)
                .map { $0 + Int.random(in: 0...15, using: &numbers) }.sorted()
            #expect(meaning(reports).filter { $0.hasPrefix("press") }.count == 1, "\(reports)")
        }
    }
}
