// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import Testing

@Suite("One press counts once (rule B8)")
struct MergerRuleTests {
    /// A merger in a class, because an expectation cannot call a mutating method.
    private final class Merger {
        private var merger = RemoteControlMerger()

        func accepts(_ subtype: RemoteControlSubtype, from input: RemoteControlInput, pressedAt: Duration) -> Bool {
            merger.accepts(subtype, from: input, pressedAt: pressedAt)
        }
    }

    static let key = RemoteControlInput.key(device: 1, node: 1)

    @Test("B8: the same command from two inputs within 80 ms counts once; 81 ms apart it counts twice")
    func window() {
        for (delay, counts) in [(0, false), (80, false), (-80, false), (81, true), (-81, true)] {
            let merger = Merger()
            #expect(merger.accepts(.nextTrack, from: Self.key, pressedAt: .seconds(1)))
            let again = merger.accepts(
                .nextTrack, from: .settingsDaemon, pressedAt: .seconds(1) + .milliseconds(delay))
            #expect(again == counts, "\(delay) ms")
        }
    }

    @Test("B8: two nodes of one device are two inputs of one press; two devices are two presses")
    func nodes() {
        let merger = Merger()
        #expect(merger.accepts(.pause, from: Self.key, pressedAt: .zero))
        #expect(!merger.accepts(.pause, from: .key(device: 1, node: 2), pressedAt: .milliseconds(5)))
        #expect(merger.accepts(.pause, from: .key(device: 2, node: 3), pressedAt: .milliseconds(6)))
    }

    @Test("B8: the same input twice is two presses")
    func sameWay() {
        for input in [Self.key, .bluetooth, .settingsDaemon, .kde, .portal] {
            let merger = Merger()
            #expect(merger.accepts(.togglePlayPause, from: input, pressedAt: .zero))
            #expect(merger.accepts(.togglePlayPause, from: input, pressedAt: .milliseconds(10)))
        }
    }

    @Test("B8: callers on the bus are never merged, neither with each other nor with a key")
    func callers() {
        let merger = Merger()
        #expect(merger.accepts(.stop, from: .caller, pressedAt: .zero))
        #expect(merger.accepts(.stop, from: .caller, pressedAt: .zero))
        #expect(merger.accepts(.stop, from: Self.key, pressedAt: .zero))
        #expect(merger.accepts(.stop, from: .caller, pressedAt: .zero))
    }

    @Test("B8: play, pause and toggle are names of one button; other commands are distinct")
    func names() {
        let merger = Merger()
        #expect(merger.accepts(.play, from: Self.key, pressedAt: .zero))
        #expect(!merger.accepts(.togglePlayPause, from: .settingsDaemon, pressedAt: .milliseconds(10)))
        #expect(!merger.accepts(.pause, from: .bluetooth, pressedAt: .milliseconds(20)))
        #expect(merger.accepts(.nextTrack, from: .bluetooth, pressedAt: .milliseconds(20)))
        #expect(merger.accepts(.stop, from: .kde, pressedAt: .milliseconds(20)))
    }

    @Test("B8: 500 fast presses that all come from two inputs, in any order of arrival, count 500 times")
    func fastPresses() {
        let merger = Merger()
        var count = 0
        for number in stride(from: 0, to: 500, by: 2) {
            let first = Duration.milliseconds(number * 40)
            let second = first + .milliseconds(40)
            for (input, time) in [
                (Self.key, first), (Self.key, second), (RemoteControlInput.kde, first + .milliseconds(3)),
                (RemoteControlInput.kde, second + .milliseconds(3)),
            ] where merger.accepts(.nextTrack, from: input, pressedAt: time) { count += 1 }
        }
        #expect(count == 500)
    }

    @Test("B8: the beginning and the end of seeking are merged alike")
    func seeking() {
        let merger = Merger()
        #expect(merger.accepts(.beginSeekingForward, from: Self.key, pressedAt: .zero))
        #expect(!merger.accepts(.beginSeekingForward, from: .kde, pressedAt: .milliseconds(2)))
        #expect(merger.accepts(.endSeekingForward, from: Self.key, pressedAt: .zero))
        #expect(!merger.accepts(.endSeekingForward, from: .kde, pressedAt: .milliseconds(2)))
    }
}
