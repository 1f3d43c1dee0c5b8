// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import Testing

@Suite("Interruptions: calls")
struct CallTests {
    /// A server that was listened to and has no streams.
    private static func watch(_ sign: CallSign = .microphone) -> CallWatch {
        var watch = CallWatch()
        watch.sign = sign
        watch.take(.connected, at: .zero)
        watch.take(.listed, at: .zero)
        return watch
    }

    private static func stream(
        _ index: UInt32, of program: UInt32? = nil, isLive: Bool = true, isMuted: Bool = false, role: String = ""
    ) -> AudioStream {
        AudioStream(
            index: index, isLive: isLive, isMuted: isMuted, process: program.map { 1000 + $0 },
            application: "app\(program ?? index)", role: role)
    }

    @Test("I28: a call begins after 500 ms of use and ends 1.5 s after it")
    func call() {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(1)), at: .seconds(1))
        watch.advance(to: .milliseconds(1499))
        #expect(watch.takeEvents() == [])
        #expect(watch.nextDeadline == .milliseconds(1500))
        watch.advance(to: .milliseconds(1500))
        #expect(watch.takeEvents() == [.began(Self.stream(1))])

        watch.take(.captureGone(1), at: .seconds(5))
        watch.take(.capture(Self.stream(2)), at: .seconds(6))
        watch.take(.captureGone(2), at: .seconds(7))
        watch.advance(to: .milliseconds(8499))
        #expect(watch.takeEvents() == [], "it was opened again in between")
        watch.advance(to: .milliseconds(8500))
        #expect(watch.takeEvents() == [.ended(isNormal: true)])
    }

    @Test("I29: several streams are one call, whose reason names the first, and which ends with the last")
    func several() {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(4)), at: .seconds(1))
        watch.take(.capture(Self.stream(3)), at: .seconds(2))
        watch.take(.capture(Self.stream(5)), at: .seconds(3))
        watch.advance(to: .seconds(4))
        #expect(watch.takeEvents() == [.began(Self.stream(4))])
        for index in [3, 4] as [UInt32] { watch.take(.captureGone(index), at: .seconds(5)) }
        watch.advance(to: .seconds(60))
        #expect(watch.takeEvents() == [])
        watch.take(.captureGone(5), at: .seconds(60))
        watch.advance(to: .seconds(70))
        #expect(watch.takeEvents() == [.ended(isNormal: true)])
    }

    @Test("I28: blips are no call")
    func blips() {
        var watch = Self.watch()
        for second in 1..<4 {
            watch.take(.capture(Self.stream(1)), at: .seconds(second))
            watch.take(.captureGone(1), at: .seconds(second) + .milliseconds(400))
        }
        watch.advance(to: .seconds(60))
        #expect(watch.takeEvents() == [])
    }

    @Test("I28: corked and muted streams, and ignored programs, do not count")
    func doesNotCount() {
        var watch = Self.watch()
        watch.isIgnored = { $0.application == "app2" }
        watch.take(.capture(Self.stream(1, isLive: false)), at: .seconds(1))
        watch.take(.capture(Self.stream(2)), at: .seconds(1))
        watch.advance(to: .seconds(60))
        #expect(watch.takeEvents() == [])
    }

    @Test("I28: with `phone` the program says that it is a call, by a stream of either direction")
    func phone() {
        var watch = Self.watch(.phone)
        watch.take(.capture(Self.stream(1)), at: .seconds(1))
        watch.advance(to: .seconds(5))
        #expect(watch.takeEvents() == [])
        watch.take(.stream(Self.stream(1, role: "Communication")), at: .seconds(6))
        watch.advance(to: .seconds(7))
        #expect(watch.takeEvents() == [.began(Self.stream(1, role: "Communication"))])
    }

    @Test("I5, I28: what records already when the server is first listened to is no beginning; what follows is")
    func present() {
        var watch = CallWatch()
        watch.sign = .microphone
        watch.take(.connected, at: .zero)
        watch.take(.capture(Self.stream(1)), at: .zero)
        watch.take(.listed, at: .zero)
        watch.advance(to: .seconds(5))
        #expect(watch.takeEvents() == [])
        watch.take(.capture(Self.stream(2)), at: .seconds(5))
        watch.advance(to: .seconds(6))
        #expect(watch.takeEvents() == [.began(Self.stream(2))])
    }

    @Test("I8: what records when the agent is back goes on as the call that it was")
    func adopted() {
        var watch = CallWatch()
        watch.sign = .microphone
        watch.take(.connected, at: .zero)
        watch.take(.capture(Self.stream(1)), at: .zero)
        watch.take(.listed, at: .zero)
        watch.adoptPresent()
        #expect(watch.isInCall)
        watch.take(.captureGone(1), at: .seconds(2))
        watch.advance(to: .seconds(4))
        #expect(watch.takeEvents() == [.ended(isNormal: true)])
    }

    @Test("I101: a call goes on for 5 s without its server, and then ends without resuming", arguments: [true, false])
    func server(isBack: Bool) {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(1)), at: .seconds(1))
        watch.advance(to: .seconds(2))
        _ = watch.takeEvents()
        watch.take(.disconnected, at: .seconds(3))
        if isBack {
            watch.take(.connected, at: .seconds(4))
            watch.take(.capture(Self.stream(9, of: 1)), at: .seconds(4))
            watch.take(.listed, at: .seconds(4))
        }
        watch.advance(to: .seconds(30))
        #expect(watch.takeEvents() == (isBack ? [] : [.ended(isNormal: false)]))
        #expect(watch.isInCall == isBack)
    }

    @Test(
        "I102: a call goes on for 5 s while its microphone is away with the session manager, and then ends without resuming",
        arguments: [true, false])
    func manager(isBack: Bool) {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(1)), at: .seconds(1))
        watch.advance(to: .seconds(2))
        _ = watch.takeEvents()
        watch.take(.managerGone, at: .seconds(3))
        watch.take(.capture(Self.stream(1, isLive: false)), at: .seconds(3))
        watch.advance(to: .milliseconds(7999))
        #expect(watch.takeEvents() == [])
        if isBack {
            watch.take(.managerBack, at: .milliseconds(7999))
            watch.take(.capture(Self.stream(1)), at: .milliseconds(7999))
        }
        watch.advance(to: .seconds(30))
        #expect(watch.takeEvents() == (isBack ? [] : [.ended(isNormal: false)]))
        guard isBack else { return }
        watch.take(.captureGone(1), at: .seconds(30))
        watch.advance(to: .seconds(32))
        #expect(
            watch.takeEvents() == [.ended(isNormal: true)], "the session manager is back, and the call ends as ever")
    }

    @Test("I107: a call that ends while the machine sleeps is judged after it has woken")
    func asleep() {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(1)), at: .seconds(1))
        watch.advance(to: .seconds(2))
        _ = watch.takeEvents()
        watch.take(.captureGone(1), at: .seconds(3))
        watch.hold(until: .seconds(9))
        watch.advance(to: .seconds(8))
        #expect(watch.takeEvents() == [])
        watch.advance(to: .seconds(9))
        #expect(watch.takeEvents() == [.ended(isNormal: true)])
    }

    @Test("I118: the mute key ends no call, also when the program opens its microphone anew meanwhile")
    func muted() {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(1)), at: .seconds(1))
        watch.advance(to: .seconds(2))
        #expect(watch.takeEvents() == [.began(Self.stream(1))])
        watch.take(.capture(Self.stream(1, isMuted: true)), at: .seconds(3))
        watch.advance(to: .seconds(60))
        watch.take(.captureGone(1), at: .seconds(60))
        watch.take(.capture(Self.stream(2, of: 1, isMuted: true)), at: .seconds(61))
        watch.advance(to: .seconds(90))
        #expect(watch.takeEvents() == [])
        watch.take(.captureGone(2), at: .seconds(90))
        watch.advance(to: .seconds(95))
        #expect(watch.takeEvents() == [.ended(isNormal: true)])
    }

    @Test(
        "I118: a muted microphone begins no call; its sound does, unless it recorded when the server was first listened to"
    )
    func unmuted() {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(1, isMuted: true)), at: .seconds(1))
        watch.advance(to: .seconds(60))
        #expect(watch.takeEvents() == [])
        watch.take(.capture(Self.stream(1)), at: .seconds(60))
        watch.take(.capture(Self.stream(1, isMuted: true)), at: .milliseconds(60_400))
        watch.advance(to: .seconds(70))
        #expect(watch.takeEvents() == [], "too short")
        watch.take(.capture(Self.stream(1)), at: .seconds(70))
        watch.advance(to: .seconds(71))
        #expect(watch.takeEvents() == [.began(Self.stream(1))])

        for isMuted in [true, false] {
            watch = CallWatch()
            watch.sign = .microphone
            watch.take(.connected, at: .zero)
            watch.take(.capture(Self.stream(1, isMuted: isMuted)), at: .zero)
            watch.take(.listed, at: .zero)
            for second in 1..<20 {
                watch.take(.capture(Self.stream(1, isMuted: second % 2 == 0)), at: .seconds(second))
            }
            watch.advance(to: .seconds(60))
            #expect(watch.takeEvents() == [], "whoever starts music in a call wants to hear it")
        }
    }

    @Test("I8, I118: a call in which the microphone is muted goes on over a restart of the agent")
    func adoptedMuted() {
        var watch = CallWatch()
        watch.sign = .microphone
        watch.take(.connected, at: .zero)
        watch.take(.capture(Self.stream(1, isMuted: true)), at: .zero)
        watch.take(.listed, at: .zero)
        watch.adoptPresent()
        watch.advance(to: .seconds(60))
        #expect(watch.isInCall)
    }

    @Test(
        "I118: a muted stream of a program that was not heard in the call does not keep it up; one that was heard a moment does",
        arguments: [false, true])
    func mutedOther(wasHeard: Bool) {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(1, isMuted: true)), at: .seconds(1))
        watch.take(.capture(Self.stream(2)), at: .seconds(2))
        watch.advance(to: .seconds(3))
        #expect(watch.takeEvents() == [.began(Self.stream(2))])
        watch.take(.capture(Self.stream(3, isMuted: true)), at: .seconds(4))
        if wasHeard {
            watch.take(.capture(Self.stream(3)), at: .seconds(5))
            watch.take(.capture(Self.stream(3, isMuted: true)), at: .milliseconds(5100))
        }
        watch.take(.captureGone(2), at: .seconds(6))
        watch.advance(to: .seconds(60))
        #expect(watch.takeEvents() == (wasHeard ? [] : [.ended(isNormal: true)]))
        // A later call knows nothing of this one.
        watch.take(.captureGone(3), at: .seconds(60))
        watch.take(.capture(Self.stream(4)), at: .seconds(70))
        watch.take(.capture(Self.stream(2, isMuted: true)), at: .seconds(70))
        watch.advance(to: .seconds(72))
        watch.take(.captureGone(4), at: .seconds(72))
        watch.advance(to: .seconds(80))
        #expect(watch.takeEvents().last == .ended(isNormal: true) && !watch.isInCall)
    }

    @Test("I101, I118: a server that is back in a call: only the programs that were heard in it keep it up")
    func serverWithOthers() {
        var watch = CallWatch()
        watch.sign = .microphone
        watch.take(.connected, at: .zero)
        // A voice assistant that records for hours.
        watch.take(.capture(Self.stream(1)), at: .zero)
        watch.take(.listed, at: .zero)
        watch.take(.capture(Self.stream(2)), at: .seconds(1))
        watch.advance(to: .seconds(2))
        _ = watch.takeEvents()
        watch.take(.disconnected, at: .seconds(3))
        watch.take(.connected, at: .seconds(4))
        watch.take(.capture(Self.stream(11, of: 1)), at: .seconds(4))
        watch.take(.capture(Self.stream(12, of: 2, isMuted: true)), at: .seconds(4))
        watch.take(.listed, at: .seconds(4))
        watch.advance(to: .seconds(30))
        #expect(watch.takeEvents() == [] && watch.isInCall)
        watch.take(.captureGone(12), at: .seconds(30))
        watch.advance(to: .seconds(40))
        #expect(watch.takeEvents() == [.ended(isNormal: true)])
    }

    @Test(
        "I131: a call that does not count any more by the settings has ended, and not normally; one that was over before has",
        arguments: [false, true])
    func settings(wasOver: Bool) {
        var watch = Self.watch()
        watch.take(.capture(Self.stream(1)), at: .seconds(1))
        watch.advance(to: .seconds(2))
        _ = watch.takeEvents()
        if wasOver { watch.take(.captureGone(1), at: .seconds(3)) }
        watch.sign = .phone
        watch.settingsChanged(at: .seconds(4))
        watch.advance(to: .seconds(60))
        #expect(watch.takeEvents() == [.ended(isNormal: wasOver)])
        #expect(!watch.isInCall)
    }

    @Test("I131: settings by which another of its streams still counts end no call")
    func settingsOfOne() {
        var watch = Self.watch()
        for index in [1, 2] as [UInt32] { watch.take(.capture(Self.stream(index)), at: .seconds(1)) }
        watch.advance(to: .seconds(2))
        _ = watch.takeEvents()
        watch.isIgnored = { $0.application == "app1" }
        watch.settingsChanged(at: .seconds(3))
        watch.advance(to: .seconds(60))
        #expect(watch.takeEvents() == [] && watch.isInCall)
        watch.take(.captureGone(2), at: .seconds(60))
        watch.advance(to: .seconds(70))
        #expect(watch.takeEvents() == [.ended(isNormal: true)])
    }

    @Test("I114: programs without end in one call are no load")
    func manyPrograms() {
        var watch = Self.watch()
        for index in 1..<2000 as Range<UInt32> {
            watch.take(.capture(Self.stream(index)), at: .seconds(Int(index)))
            if index > 1 { watch.take(.captureGone(index - 1), at: .seconds(Int(index))) }
        }
        #expect(watch.isInCall)
        watch.take(.captureGone(1999), at: .seconds(3000))
        watch.advance(to: .seconds(3010))
        #expect(watch.takeEvents().last == .ended(isNormal: true))
    }
}
