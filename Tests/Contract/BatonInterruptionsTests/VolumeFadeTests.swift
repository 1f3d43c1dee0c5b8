// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonInterruptions

@Suite("Fades of volumes")
struct VolumeFadeTests {
    private static let full = ChannelVolumes([65536, 32768])
    private static let low = ChannelVolumes([13107, 6553])
    private static let app = AudioStream(index: 1, process: 101, application: "app")
    private static let fade = Duration.milliseconds(400)

    /// A stream that has been there for a while at full volume.
    private func settled() -> LoweredVolumes {
        var volumes = LoweredVolumes()
        volumes.tell(Self.app, Self.full, at: .zero)
        volumes.listed(at: .zero)
        volumes.advance(to: .seconds(5))
        return volumes
    }

    /// A fade that has begun at 5 s.
    ///
    /// - Returns: the volumes that were set until then.
    private func lowering(_ volumes: inout LoweredVolumes, until time: Duration) -> [ChannelVolumes] {
        volumes.want([1], percent: 20, fade: Self.fade, at: .seconds(5))
        return sets(&volumes) + run(&volumes, until: time)
    }

    /// Passes the time, as the timer does.
    private func run(_ volumes: inout LoweredVolumes, until end: Duration) -> [ChannelVolumes] {
        var found: [ChannelVolumes] = []
        while let next = volumes.nextDeadline, next <= end, found.count < 1000 {
            volumes.advance(to: next)
            found += sets(&volumes)
        }
        volumes.advance(to: end)
        return found + sets(&volumes)
    }

    private func sets(_ volumes: inout LoweredVolumes) -> [ChannelVolumes] {
        volumes.takeEffects().compactMap { if case .set(_, let steps) = $0 { steps } else { nil } }
    }

    private func milliseconds(_ time: Int) -> Duration { .milliseconds(time) }

    @Test("VOL11: a stream is lowered in equal steps of 40 ms, and made louder in the same way")
    func steps() {
        var volumes = settled()
        volumes.want([1], percent: 20, fade: Self.fade, at: .seconds(5))
        let first = volumes.takeEffects()
        #expect(first == [.save, .set(1, ChannelVolumes([60294, 30147]))], "the disk comes before the first step")
        #expect(volumes.entries.map(\.isFading) == [true] && volumes.entries.map(\.user) == [Self.full])
        #expect(volumes.nextDeadline == milliseconds(5040))
        let down = run(&volumes, until: milliseconds(5359))
        #expect(down.count == 8 && down.map(\.level) == down.map(\.level).sorted(by: >))
        #expect(run(&volumes, until: milliseconds(5360)) == [Self.low])
        volumes.tell(Self.app, Self.low, at: milliseconds(5370))
        #expect(volumes.takeEffects() == [.save] && volumes.nextDeadline == nil)
        #expect(volumes.entries.map(\.isFading) == [false] && volumes.entries.map(\.lowered) == [Self.low])
        volumes.want([], percent: 20, fade: Self.fade, at: .seconds(9))
        #expect(volumes.takeEffects().first == .save && volumes.entries.map(\.isFading) == [true])
        let up = run(&volumes, until: milliseconds(9360))
        #expect(up.count == 9 && up.last == Self.full && up.map(\.level) == up.map(\.level).sorted())
        volumes.tell(Self.app, Self.full, at: milliseconds(9370))
        #expect(volumes.takeEffects() == [.save] && volumes.entries.isEmpty && volumes.nextDeadline == nil)
    }

    @Test("VOL11: steps that are late are left out, and a fade takes two seconds at most")
    func late() {
        var volumes = settled()
        volumes.want([1], percent: 20, fade: .seconds(1000), at: .seconds(5))
        #expect(sets(&volumes).count == 1)
        volumes.advance(to: .seconds(6))
        #expect(sets(&volumes).count == 1)
        volumes.advance(to: milliseconds(6960))
        #expect(sets(&volumes) == [Self.low])
    }

    @Test("VOL11: what the user sets in a fade ends it and stays, also to what it was", arguments: 1...9)
    func users(at step: Int) {
        for theirs in [ChannelVolumes([40000, 21000]), Self.full, ChannelVolumes([500, 500])] {
            var volumes = settled()
            let time = milliseconds(4970 + 40 * step)
            let set = lowering(&volumes, until: time)
            #expect(set.count == step)
            for steps in set { volumes.tell(Self.app, steps, at: time) }
            volumes.tell(Self.app, theirs, at: time)
            #expect(run(&volumes, until: .seconds(9)) == [] && volumes.entries.isEmpty)
            volumes.want([], percent: 20, fade: Self.fade, at: .seconds(10))
            #expect(run(&volumes, until: .seconds(20)) == [])
        }
    }

    @Test("VOL11: a step that the server does after the user's change is taken back")
    func overtaken() {
        var volumes = settled()
        let set = lowering(&volumes, until: milliseconds(5130))
        #expect(set.count == 4)
        let theirs = ChannelVolumes([40000, 21000])
        for steps in set.prefix(2) { volumes.tell(Self.app, steps, at: milliseconds(5130)) }
        volumes.tell(Self.app, theirs, at: milliseconds(5131))
        #expect(sets(&volumes) == [])
        volumes.tell(Self.app, set[2], at: milliseconds(5135))
        #expect(sets(&volumes) == [])
        volumes.tell(Self.app, set[3], at: milliseconds(5140))
        #expect(sets(&volumes) == [theirs])
        volumes.tell(Self.app, theirs, at: milliseconds(5150))
        #expect(volumes.entries.isEmpty && run(&volumes, until: .seconds(9)) == [])
    }

    @Test("VOL11: in the first second of a stream, and when all is given back at the end, there is no fade")
    func atOnce() {
        var volumes = LoweredVolumes()
        volumes.tell(Self.app, Self.full, at: .zero)
        volumes.want([1], percent: 20, fade: Self.fade, at: milliseconds(900))
        #expect(volumes.takeEffects() == [.save, .set(1, Self.low)])
        #expect(volumes.entries.map(\.isFading) == [false])
        volumes.tell(Self.app, Self.low, at: milliseconds(950))
        // batond ends while it goes back.
        volumes.want([], percent: 20, fade: Self.fade, at: .seconds(5))
        #expect(sets(&volumes).count == 1)
        volumes.want([], percent: 100, at: milliseconds(5100))
        #expect(sets(&volumes).last == Self.full && volumes.nextDeadline == milliseconds(6100))
        // And while it goes down.
        var other = settled()
        _ = lowering(&other, until: milliseconds(5100))
        other.want([], percent: 100, at: milliseconds(5101))
        #expect(sets(&other) == [Self.full])
    }

    @Test("VOL11: words of a fade that has turned are no change of the user's")
    func turned() {
        var volumes = settled()
        let down = lowering(&volumes, until: milliseconds(5130))
        volumes.want([], percent: 20, fade: Self.fade, at: milliseconds(5130))
        let up = sets(&volumes)
        volumes.want([1], percent: 20, fade: .zero, at: milliseconds(5140))
        #expect(sets(&volumes) == [Self.low])
        for steps in [Self.full] + down + up + [Self.low] {
            volumes.tell(Self.app, steps, at: milliseconds(5150))
            #expect(sets(&volumes) == [] && volumes.hasLowered)
        }
        #expect(volumes.entries.map(\.isFading) == [false])
        // The same without fades.
        var plain = settled()
        plain.want([1], percent: 20, at: .seconds(5))
        plain.want([], percent: 20, at: milliseconds(5010))
        plain.want([1], percent: 20, at: milliseconds(5020))
        for steps in [Self.low, Self.full, Self.low] { plain.tell(Self.app, steps, at: milliseconds(5030)) }
        #expect(plain.hasLowered)
        plain.want([], percent: 20, at: .seconds(8))
        #expect(sets(&plain).last == Self.full)
    }

    @Test("VOL11: a word that never comes keeps nothing lowered")
    func skipped() {
        var volumes = settled()
        _ = lowering(&volumes, until: milliseconds(5100))
        volumes.want([], percent: 20, fade: Self.fade, at: milliseconds(5110))
        _ = run(&volumes, until: milliseconds(5500))
        // The server tells the last one only, which it had at the beginning too.
        volumes.tell(Self.app, Self.full, at: milliseconds(5510))
        #expect(run(&volumes, until: .seconds(9)) == [] && volumes.entries.isEmpty && volumes.nextDeadline == nil)
        // One that is silent is told again, and not for ever.
        var silent = settled()
        let down = lowering(&silent, until: .seconds(60))
        #expect(down.count == 13 && down.suffix(4).allSatisfy { $0 == Self.low } && silent.nextDeadline == nil)
    }

    @Test("VOL11: the process after one that was killed in a fade gives back any volume of it", arguments: 1...9)
    func killed(at step: Int) throws {
        var first = settled()
        let set = lowering(&first, until: milliseconds(4970 + 40 * step))
        let text = LoweredFile(server: 7, entries: first.entries).text
        let file = try #require(LoweredFile(text: text))
        #expect(file.entries == first.entries && file.entries.first?.isFading == true)
        var second = LoweredVolumes()
        second.load(file.entries, isSameServer: true)
        // The last one of the first process is told a moment later.
        if step > 1 { second.tell(Self.app, set[step - 2], at: .seconds(1)) }
        second.tell(Self.app, set[step - 1], at: milliseconds(1001))
        second.listed(at: milliseconds(1002))
        // How old other streams are is not known: there is no fade.
        second.want([], percent: 100, fade: Self.fade, at: milliseconds(1500))
        #expect(run(&second, until: milliseconds(2000)) == [Self.full])
        second.tell(Self.app, Self.full, at: milliseconds(2010))
        #expect(second.entries.isEmpty)
    }

    @Test("VOL11: after a kill in a fade, what is no volume between the two stays")
    func killedBefore() {
        for theirs: [UInt32] in [[66000, 33000], [13000, 6000], [40000, 33000]] {
            var first = settled()
            _ = lowering(&first, until: milliseconds(5100))
            var second = LoweredVolumes()
            second.load(first.entries, isSameServer: true)
            second.tell(Self.app, ChannelVolumes(theirs), at: .seconds(1))
            second.listed(at: .seconds(1))
            second.want([], percent: 100, at: .seconds(2))
            #expect(sets(&second) == [] && second.entries.isEmpty)
        }
    }

    @Test("VOL11: a line of a file from before has no fade; another word at its end is not believed")
    func file() throws {
        let line = "1\t-\t50,50\t10,10\tapp\t\t\t"
        let old = try #require(LoweredFile(text: "baton-lowered 1 7\n\(line)\n"))
        #expect(old.entries.map(\.isFading) == [false])
        #expect(LoweredFile(text: "baton-lowered 1 7\n\(line)\tfading\n")?.entries.map(\.isFading) == [true])
        for end in ["\t", "\tfaded", "\tfading\t"] {
            #expect(LoweredFile(text: "baton-lowered 1 7\n\(line)\(end)\n")?.entries == [])
        }
    }

    @Test("VOL11: the next stream of one that ended in a fade gets the user's volume", arguments: [true, false])
    func next(isLowering: Bool) {
        var volumes = settled()
        var set = lowering(&volumes, until: milliseconds(isLowering ? 5200 : 5400))
        if !isLowering {
            volumes.want([], percent: 20, fade: Self.fade, at: milliseconds(5500))
            set = run(&volumes, until: milliseconds(5700))
        }
        // The server had not done the last step.
        let remembered = set[set.count - 2]
        volumes.gone(1, at: milliseconds(5701))
        volumes.want([], percent: 20, fade: Self.fade, at: .seconds(6))
        #expect(sets(&volumes) == [] && volumes.owes)
        let other = AudioStream(index: 2, process: 102, application: "app")
        volumes.tell(other, remembered, at: .seconds(60))
        #expect(sets(&volumes) == [Self.full])
        volumes.tell(other, Self.full, at: milliseconds(60_100))
        _ = run(&volumes, until: .seconds(65))
        #expect(volumes.entries.isEmpty)
    }

    @Test("VOL11: where the disk or the server refuses, what is lowered by a part goes back at once", arguments: 0...2)
    func refused(way: Int) {
        var volumes = settled()
        for steps in lowering(&volumes, until: milliseconds(5100)) {
            volumes.tell(Self.app, steps, at: milliseconds(5100))
        }
        if way == 2 { volumes.want([], percent: 20, fade: Self.fade, at: milliseconds(5100)) }
        _ = sets(&volumes)
        let isGivenBack = way == 0 ? volumes.refused(1) : volumes.unsaved(1)
        #expect(isGivenBack)
        #expect(sets(&volumes) == [Self.full])
        // The server refuses that too.
        let isOver = volumes.refused(1)
        #expect(!isOver)
        #expect(run(&volumes, until: .seconds(20)) == [Self.full, Self.full])
        // What is not lowered yet stays so.
        var first = settled()
        first.want([1], percent: 20, fade: Self.fade, at: .seconds(5))
        _ = sets(&first)
        let isLeft = first.unsaved(1)
        #expect(isLeft && sets(&first) == [] && first.entries.isEmpty)
    }
}
