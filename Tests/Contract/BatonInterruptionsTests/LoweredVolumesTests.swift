// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonInterruptions

@Suite("Lowered streams")
struct LoweredVolumesTests {
    private static let full = ChannelVolumes([65536, 32768])
    private static let low = ChannelVolumes([13107, 6553])

    private func stream(_ index: UInt32, _ name: String = "mpv") -> AudioStream {
        AudioStream(index: index, process: 100 + index, application: name)
    }

    /// A stream that has been there for a while at full volume.
    private func settled(_ indices: UInt32...) -> LoweredVolumes {
        var volumes = LoweredVolumes()
        for index in indices { volumes.tell(stream(index, "app \(index)"), Self.full, at: .zero) }
        volumes.listed(at: .zero)
        volumes.advance(to: .seconds(5))
        return volumes
    }

    @Test("VOL6, VOL8: a stream is lowered with its balance when it is on the disk, and gets its volume back")
    func lowers() {
        var volumes = settled(1)
        volumes.want([1], percent: 20, at: .seconds(5))
        #expect(volumes.takeEffects() == [.save, .set(1, Self.low)])
        #expect(volumes.entries.map(\.user) == [Self.full])
        volumes.tell(stream(1, "app 1"), Self.low, at: .seconds(6))
        volumes.want([], percent: 20, at: .seconds(9))
        #expect(volumes.takeEffects() == [.save, .set(1, Self.full)])
        #expect(!volumes.entries.isEmpty)
        volumes.tell(stream(1, "app 1"), Self.full, at: .seconds(9))
        #expect(volumes.takeEffects() == [.save])
        #expect(volumes.entries.isEmpty && volumes.nextDeadline == nil)
    }

    @Test("VOL6: with `lower-to = 100` nothing is lowered any more")
    func toAll() {
        var volumes = settled(1)
        volumes.want([1], percent: 20, at: .seconds(5))
        volumes.tell(stream(1, "app 1"), Self.low, at: .seconds(6))
        _ = volumes.takeEffects()
        volumes.want([1], percent: 100, at: .seconds(9))
        #expect(volumes.takeEffects() == [.save, .set(1, Self.full)])
    }

    @Test("VOL6: to 0 percent a step of each channel stays; what is silent is left alone")
    func toNothing() {
        var volumes = settled(1)
        volumes.tell(stream(2), ChannelVolumes([0, 0]), at: .seconds(5))
        volumes.want([1, 2], percent: 0, at: .seconds(7))
        #expect(volumes.takeEffects() == [.save, .set(1, ChannelVolumes([1, 1]))])
    }

    @Test("VOL7: what the user changes meanwhile stays; an older word is no change", arguments: [1, 5])
    func users(after seconds: Int) {
        var volumes = settled(1)
        volumes.want([1], percent: 20, at: .seconds(5))
        _ = volumes.takeEffects()
        volumes.tell(stream(1, "app 1"), Self.full, at: .milliseconds(5100))
        volumes.tell(stream(1, "app 1"), Self.low, at: .milliseconds(5200))
        #expect(volumes.hasLowered)
        let theirs = ChannelVolumes([40000, 20000])
        volumes.tell(stream(1, "app 1"), theirs, at: .seconds(5 + seconds))
        #expect(volumes.takeEffects() == [.save] && volumes.entries.isEmpty)
        volumes.want([], percent: 20, at: .seconds(20))
        #expect(volumes.takeEffects() == [])
    }

    @Test("VOL7: what the user sets back to what it was stays so, within a second too")
    func setBack() {
        var volumes = settled(1)
        volumes.want([1], percent: 20, at: .seconds(5))
        volumes.tell(stream(1, "app 1"), Self.low, at: .milliseconds(5100))
        volumes.tell(stream(1, "app 1"), Self.full, at: .milliseconds(5200))
        _ = volumes.takeEffects()
        #expect(!volumes.hasLowered)
        volumes.tell(stream(1, "app 1"), Self.full, at: .seconds(7))
        #expect(volumes.takeEffects() == [])
    }

    @Test("VOL9: the next stream of an application that ended while it was lowered gets the user's volume")
    func next() {
        var volumes = settled(1)
        volumes.want([1], percent: 20, at: .seconds(5))
        volumes.tell(stream(1, "app 1"), Self.low, at: .seconds(6))
        volumes.gone(1, at: .seconds(7))
        volumes.want([], percent: 20, at: .seconds(8))
        #expect(volumes.owes && !volumes.hasLowered)
        _ = volumes.takeEffects()
        // The server sets what it remembers a moment after the stream began.
        volumes.tell(stream(2, "app 1"), ChannelVolumes([65536, 65536]), at: .seconds(60))
        #expect(volumes.takeEffects() == [])
        volumes.tell(stream(2, "app 1"), Self.low, at: .milliseconds(60_300))
        #expect(volumes.takeEffects() == [.save, .set(2, Self.full)])
        volumes.tell(stream(2, "app 1"), Self.full, at: .milliseconds(60_400))
        volumes.advance(to: .seconds(62))
        #expect(volumes.entries.isEmpty)
    }

    @Test("VOL9: a stream that begins beside a lowered one of its name is not lowered with it")
    func beside() {
        var volumes = settled(1)
        volumes.want([1], percent: 20, at: .seconds(5))
        volumes.tell(stream(1, "app 1"), Self.low, at: .seconds(6))
        _ = volumes.takeEffects()
        volumes.tell(stream(2, "app 1"), Self.low, at: .seconds(7))
        volumes.tell(stream(3, "other"), Self.low, at: .seconds(7))
        #expect(volumes.takeEffects() == [.save, .set(2, Self.full)])
        // And one that is to be lowered too gets the user's volume back, not the lowered one.
        volumes.want([1, 4], percent: 20, at: .seconds(8))
        volumes.tell(stream(4, "app 1"), Self.low, at: .seconds(8))
        volumes.want([], percent: 20, at: .seconds(12))
        #expect(volumes.takeEffects().contains(.set(4, Self.full)))
    }

    @Test("VOL8: the process after one that was killed gives back what is lowered, and nothing else")
    func killed() throws {
        var first = settled(1, 2, 3)
        first.want([1, 2, 3], percent: 20, at: .seconds(5))
        let text = LoweredFile(server: 7, entries: first.entries).text
        let file = try #require(LoweredFile(text: text))
        #expect(file.entries == first.entries && file.server == 7)
        var second = LoweredVolumes()
        second.load(file.entries, isSameServer: true)
        second.tell(stream(1, "app 1"), Self.low, at: .seconds(1))
        second.tell(stream(2, "app 2"), ChannelVolumes([30000, 30000]), at: .seconds(1))
        second.listed(at: .seconds(1))
        second.want([], percent: 100, at: .seconds(2))
        #expect(second.takeEffects() == [.save, .set(1, Self.full)])
        #expect(second.owes, "the third has ended meanwhile")
        // After a restart of the server the numbers mean nothing.
        var third = LoweredVolumes()
        third.load(file.entries, isSameServer: false)
        third.tell(stream(1, "app 3"), Self.low, at: .seconds(1))
        third.listed(at: .seconds(1))
        #expect(third.takeEffects() == [.save, .set(1, Self.full)])
    }

    @Test("VOL8: a file of another version, of strange numbers or of noise gives nothing that is not a user's volume")
    func damaged() throws {
        var first = settled(1)
        first.want([1], percent: 20, at: .seconds(5))
        let text = LoweredFile(server: 7, entries: first.entries).text
        #expect(LoweredFile(text: "") == nil && LoweredFile(text: "baton-lowered 2 7\n") == nil)
        let name = "\tapp\t\t\t\n"
        for line in [
            "1\t-\t4294967295\t1", "1\t-\t5\t6", "1\t-\t5,6\t1", "1\t-\t\t", "-1\t-\t5\t1", "1\t-\t262145\t1",
            "1\t-\t5\t5",
        ] {
            #expect(LoweredFile(text: "baton-lowered 1 7\n\(line)\(name)")?.entries == [])
        }
        #expect(LoweredFile(text: "baton-lowered 1 7\n1\t-\t5\t1\(name)")?.entries.count == 1)
        let many = String(repeating: "1\t-\t5\t1\(name)", count: 5000)
        #expect(LoweredFile(text: "baton-lowered 1 7\n\(many)")?.entries.count == 2 * LoweredVolumes.most)
        var random = SeededRandom(seed: 3)
        for _ in 0..<500 {
            var bytes = Array(text.utf8)
            for _ in 0..<3 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            let file = LoweredFile(text: String(decoding: bytes, as: UTF8.self))
            var volumes = LoweredVolumes()
            volumes.load(file?.entries ?? [], isSameServer: true)
            #expect(volumes.entries.allSatisfy { $0.user.level <= LoweredFile.loudest })
        }
    }

    @Test("VOL6–VOL9: in worlds of any order each stream ends with a volume of the user's", arguments: 0..<400)
    func worlds(_ seed: UInt64) {
        var world = LoweredWorld(seed: seed)
        for _ in 0..<60 { world.step() }
        world.settle()
        #expect(world.problems.isEmpty, "seed \(seed): \(world.problems)\n\(world.log.joined(separator: "\n"))")
    }

    @Test("VOL11: in worlds with fades each stream ends with a volume that the user chose", arguments: 0..<800)
    func fadingWorlds(_ seed: UInt64) {
        var world = LoweredWorld(seed: seed, hasFades: true)
        for _ in 0..<60 { world.step() }
        world.settle()
        #expect(world.problems.isEmpty, "seed \(seed): \(world.problems)\n\(world.log.joined(separator: "\n"))")
    }
}
