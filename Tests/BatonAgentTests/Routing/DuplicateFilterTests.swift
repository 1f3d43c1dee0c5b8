// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import Testing

@testable import BatonAgent

/// One press that arrives by two paths is one press (rule B8).
@Suite struct DuplicateFilterTests {
    private var filter = DuplicateFilter()

    /// Whether a press counts; `path` is the number of its path.
    private mutating func counts(
        _ command: RemoteControlSubtype, _ kind: InputKind, path: Int, device: String = "", at milliseconds: Int
    ) -> Bool {
        !filter.isDuplicate(
            command, kind: kind, device: device, path: path, at: .milliseconds(1000 + milliseconds))
    }

    @Test("B8: the same command by another kind of input within 80 ms counts once, whichever comes first")
    mutating func otherKind() {
        #expect(counts(.nextTrack, .evdev, path: 2, at: 0) == true)
        #expect(counts(.nextTrack, .bluetooth, path: 3, at: 80) == false)
        #expect(counts(.nextTrack, .bluetooth, path: 3, at: 1000) == true)
        #expect(counts(.nextTrack, .evdev, path: 2, at: 990) == false, "its kernel time is the earlier one")
    }

    @Test("B8: later than 80 ms it is a press of its own")
    mutating func later() {
        #expect(counts(.nextTrack, .evdev, path: 2, at: 0) == true)
        #expect(counts(.nextTrack, .bluetooth, path: 3, at: 81) == true)
    }

    @Test("B8: two nodes of one device are two paths; two devices are two presses")
    mutating func nodes() {
        #expect(counts(.nextTrack, .evdev, path: 2, device: "usb-1", at: 0) == true)
        #expect(counts(.nextTrack, .evdev, path: 3, device: "usb-1", at: 5) == false)
        #expect(counts(.nextTrack, .evdev, path: 4, device: "usb-2", at: 6) == true)
        #expect(counts(.stop, .evdev, path: 5, at: 6) == true)
        #expect(counts(.stop, .evdev, path: 6, at: 6) == true, "nodes of devices that nobody knows")
    }

    @Test("B8: a path's own presses all count, however fast, and each absorbs one of every other path")
    mutating func fast() {
        for at in [0, 30, 60] { #expect(counts(.nextTrack, .evdev, path: 2, at: at) == true) }
        for at in [10, 40, 70] { #expect(counts(.nextTrack, .bluetooth, path: 3, at: at) == false) }
        for at in [12, 42, 72] { #expect(counts(.nextTrack, .mediaKeys, path: 4, at: at) == false) }
        #expect(counts(.nextTrack, .bluetooth, path: 3, at: 75) == true, "a fourth press, which is first heard here")
    }

    @Test("B7, B8: play, pause and toggle are one button by different names; other commands are not")
    mutating func family() {
        #expect(counts(.togglePlayPause, .evdev, path: 2, at: 0) == true)
        #expect(counts(.pause, .bluetooth, path: 3, at: 10) == false)
        #expect(counts(.play, .mediaKeys, path: 4, at: 20) == false)
        #expect(counts(.stop, .bluetooth, path: 3, at: 20) == true)
        #expect(counts(.nextTrack, .bluetooth, path: 3, at: 20) == true)
    }

    @Test("B8: whatever two paths bring, each press counts once")
    mutating func random() {
        var random = SeededRandom(seed: 8)
        var at = 0
        for _ in 0..<2000 {
            at += 100 + Int.random(in: 0..<400, using: &random)
            let (first, second) = Bool.random(using: &random) ? (2, 3) : (3, 2)
            let kinds: [InputKind] = [.evdev, .evdev, .evdev, .bluetooth]
            let delay = Int.random(in: 0...80, using: &random)
            #expect(counts(.nextTrack, kinds[first], path: first, at: at) == true)
            #expect(counts(.nextTrack, kinds[second], path: second, at: at + delay) == false, "after \(delay) ms")
        }
    }
}
