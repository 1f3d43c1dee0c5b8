// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import BatonTestSupport
import Testing

@Suite("Commands of one source (rule C3)")
struct RemoteControlSourceTests {
    @Test("C3: seeking begins and ends in pairs, and an end without a begin is dropped")
    func pairs() {
        var source = RemoteControlSource()
        #expect(source.receive(.endSeekingForward) == [])
        #expect(source.receive(.beginSeekingForward) == [.beginSeekingForward])
        #expect(source.receive(.beginSeekingForward) == [])
        #expect(source.receive(.endSeekingBackward) == [])
        #expect(source.receive(.endSeekingForward) == [.endSeekingForward])
    }

    @Test("C3: another command of the source ends its seeking first, and so does its disconnection")
    func interruption() {
        var source = RemoteControlSource()
        _ = source.receive(.beginSeekingBackward)
        #expect(source.receive(.nextTrack) == [.endSeekingBackward, .nextTrack])
        _ = source.receive(.beginSeekingForward)
        #expect(source.receive(.beginSeekingBackward) == [.endSeekingForward, .beginSeekingBackward])
        #expect(source.disconnect() == [.endSeekingBackward])
        #expect(source.disconnect() == [])
    }

    @Test("C3: the same begin within a second is auto-repeat; later it is a new hold, and the lost end comes before it")
    func lostRelease() {
        var source = RemoteControlSource()
        #expect(source.receive(.beginSeekingForward, at: .seconds(1)) == [.beginSeekingForward])
        // Auto-repeat of a held key: the first repetition after 0.66 s, then 25 a second.
        for repetition in 0..<100 {
            let instant = Duration.milliseconds(1660 + 40 * repetition)
            #expect(source.receive(.beginSeekingForward, at: instant) == [], "repetition \(repetition)")
        }
        #expect(
            source.receive(.beginSeekingForward, at: .seconds(40)) == [.endSeekingForward, .beginSeekingForward],
            "the release was lost: the next hold has to seek")
        #expect(source.receive(.endSeekingForward, at: .seconds(41)) == [.endSeekingForward])
    }

    @Test("C3: whatever a source sends, what comes out is well-formed")
    func wellFormed() {
        var random = SeededRandom(seed: 7)
        var source = RemoteControlSource()
        var open: RemoteControlSubtype?
        var now = Duration.zero
        for _ in 0..<5000 {
            now += .milliseconds(Int.random(in: 0..<1500, using: &random))
            let sent = RemoteControlSubtype.allCases.randomElement(using: &random) ?? .play
            for subtype in Int.random(in: 0..<20, using: &random) == 0
                ? source.disconnect() : source.receive(sent, at: now)
            {
                if subtype.isEnd {
                    #expect(open == subtype)
                    open = nil
                } else {
                    #expect(open == nil, "\(subtype) between begin and end of seeking")
                    open = subtype.end
                }
            }
        }
    }
}
