// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: outputs and sleep")
struct SleepWatchTests {
    private static func loss(_ name: String, isUnplugged: Bool = false, _ transport: AudioSink.Transport = .analog)
        -> RouteLoss
    {
        RouteLoss(
            sink: AudioSink(index: 1, transport: transport, name: name), streams: [], hasOtherStreams: false,
            isUnplugged: isUnplugged)
    }

    private static func watch(awakeAt time: Duration?) -> SleepWatch {
        var watch = SleepWatch()
        watch.fallAsleep()
        if let time { _ = watch.wake(at: time) { _ in true } }
        return watch
    }

    @Test("I27: what is lost while awake is lost at once")
    func awake() {
        var watch = SleepWatch()
        #expect(watch.take(Self.loss("usb"), at: .seconds(1)) == .all)
        #expect(watch.settle { _ in false } == [])
    }

    @Test("I27: what left while the machine slept is judged 3 s after waking: it is lost if it is not back")
    func asleep() {
        var watch = Self.watch(awakeAt: nil)
        for name in ["usb", "headset"] { #expect(watch.take(Self.loss(name), at: .seconds(1)) == .nobody) }
        #expect(watch.wake(at: .seconds(9)) { _ in false } == [])
        #expect(watch.settle { $0 == AudioPlace(sink: "usb") }.map(\.loss.sink.name) == ["headset"])
        #expect(watch.take(Self.loss("usb"), at: .seconds(20)) == .all)
        #expect(watch.settle { _ in false } == [], "it was forgotten")
    }

    @Test(
        "I27: headphones that were unplugged meanwhile are lost on waking, although their sink is there; a display may be slow"
    )
    func unpluggedAsleep() {
        var watch = Self.watch(awakeAt: nil)
        _ = watch.take(Self.loss("jack", isUnplugged: true), at: .seconds(1))
        _ = watch.take(Self.loss("again", isUnplugged: true), at: .seconds(1))
        _ = watch.take(Self.loss("display", isUnplugged: true, .hdmi), at: .seconds(1))
        #expect(watch.wake(at: .seconds(9)) { $0 == AudioPlace(sink: "again") }.map(\.sink.name) == ["jack"])
        let settled = watch.settle { $0 == AudioPlace(sink: "again") }
        #expect(settled.map(\.loss.sink.name) == ["jack", "display"])
        #expect(settled.map(\.isTold) == [true, false])
    }

    @Test("I27: after waking what plays is paused at once when a jack is unplugged, and from 1 s on whatever goes")
    func waking() {
        var watch = Self.watch(awakeAt: .seconds(9))
        #expect(watch.take(Self.loss("usb"), at: .milliseconds(9_900)) == .nobody)
        #expect(watch.take(Self.loss("jack", isUnplugged: true), at: .milliseconds(9_900)) == .playing)
        #expect(watch.take(Self.loss("display", isUnplugged: true, .hdmi), at: .milliseconds(9_900)) == .nobody)
        #expect(watch.take(Self.loss("usb"), at: .milliseconds(10_300)) == .playing)
        #expect(watch.settle { _ in false }.map(\.isTold) == [false, true, false, true], "nobody is told twice")
    }

    @Test("I27: what was told after one waking is judged anew after the next: it may be back")
    func asleepAgain() {
        var watch = Self.watch(awakeAt: .seconds(9))
        #expect(watch.take(Self.loss("usb"), at: .milliseconds(10_300)) == .playing)
        #expect(watch.take(Self.loss("jack", isUnplugged: true), at: .milliseconds(10_300)) == .playing)
        watch.fallAsleep()
        #expect(watch.wake(at: .seconds(20)) { _ in true } == [], "both are back")
        #expect(watch.settle { _ in true } == [])

        watch = Self.watch(awakeAt: .seconds(9))
        #expect(watch.take(Self.loss("usb"), at: .milliseconds(10_300)) == .playing)
        watch.fallAsleep()
        #expect(watch.wake(at: .seconds(20)) { _ in false } == [], "it may be back in a moment")
        #expect(watch.settle { _ in false }.map(\.isTold) == [false], "what plays again by then is paused")
    }
}
