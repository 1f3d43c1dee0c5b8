// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Testing

@testable import BatonInterruptions

@Suite("Volumes of streams")
struct ChannelVolumesTests {
    private func applying(_ wish: SoundWish, _ streams: [[UInt32]], _ ratios: [[UInt32]?]? = nil) -> [[UInt32]] {
        let ratios = ratios?.map { $0.map { ChannelVolumes($0) } } ?? streams.map { _ in nil }
        return ChannelVolumes.applying(wish, to: streams.map { ChannelVolumes($0) }, ratios: ratios).map(\.steps)
    }

    @Test("VOL2: a step begins at the loudest, stops at 0 and at 1.5, and makes nothing quieter that goes up")
    func bounds() {
        #expect(applying(.change(by: -70000), [[65536]]) == [[0]])
        #expect(applying(.change(by: 70000), [[65536]]) == [[98304]])
        #expect(applying(.change(by: 10), [[100_270]]) == [[100_270]])
        #expect(applying(.change(by: -270), [[100_270]]) == [[100_000]])
        #expect(applying(.set(.max), [[1]]) == [[98304]])
        #expect(applying(.change(by: .max), [[.max]]) == [[ChannelVolumes.most]])
        #expect(applying(.change(by: .min), [[.max]]).first?.first ?? 1 < ChannelVolumes.most)
    }

    @Test("VOL3: the loudest stream follows, the others and the channels keep their relation, silent ones stay silent")
    func relation() {
        #expect(applying(.set(32768), [[65536, 32768], [32768], [0]]) == [[32768, 16384], [16384], [0]])
        #expect(applying(.set(40000), [[0, 0]], [[20000, 10000]]) == [[40000, 20000]])
        #expect(applying(.set(40000), [[0, 0]]) == [[40000, 40000]])
        #expect(applying(.mute(.on), [[5, 6]]) == [[5, 6]])
        #expect(applying(.set(5), []) == [])
    }

    @Test("no volume of a server overflows")
    func extremes() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<2000 {
            func number() -> UInt32 { UInt32(truncatingIfNeeded: random.next()) >> (random.next() % 32) }
            let streams = (0..<3).map { _ in (0..<Int(random.next() % 40)).map { _ in number() } }
            let wish: SoundWish =
                random.next() % 2 == 0 ? .set(number()) : .change(by: Int32(bitPattern: number()))
            let result = applying(wish, streams)
            let bounded = result.allSatisfy { $0.allSatisfy { $0 <= ChannelVolumes.most } }
            #expect(bounded && result.count == streams.count)
        }
    }
}
