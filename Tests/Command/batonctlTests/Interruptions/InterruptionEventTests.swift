// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonPages
import Testing

@testable import batonctl

/// What `batonctl interruptions --follow` prints (docs/batonctl.md).
@Suite struct InterruptionEventTests {
    private func event(_ member: MemberName, _ values: [Value]) throws -> InterruptionEvent? {
        let message = Message.signal(path: BatonBus.path, interface: InterruptionsInterface.name, member: member)
        try message.append(contentsOf: values)
        return InterruptionEvent(message)
    }

    @Test("I9: a beginning and an end are a line each, for people and as JSON")
    func lines() throws {
        let players = Value.strings(["org.mpris.MediaPlayer2.mpv"])
        let began = try #require(
            try event(InterruptionsInterface.began.name, [.uint32(3), .string("call"), .string("Twinkle"), players]))
        #expect(began.text == "3 began: call (Twinkle); paused mpv")
        #expect(
            began.json.text
                == #"{"event":"began","id":3,"source":"call","reason":"Twinkle","players":["org.mpris.MediaPlayer2.mpv"]}"#
        )
        let ended = try #require(try event(InterruptionsInterface.ended.name, [.uint32(3), .boolean(true), players]))
        #expect(ended.text == "3 ended: mpv goes on")
        #expect(ended.json.text == #"{"event":"ended","id":3,"resumed":["org.mpris.MediaPlayer2.mpv"]}"#)
        let nobody = try #require(
            try event(InterruptionsInterface.ended.name, [.uint32(4), .boolean(false), .strings([])]))
        #expect(nobody.text == "4 ended: no player goes on")
    }

    @Test("a signal of another form is none")
    func wrong() throws {
        #expect(try event(InterruptionsInterface.began.name, [.uint32(3), .string("call")]) == nil)
        #expect(try event(InterruptionsInterface.ended.name, [.string("3")]) == nil)
        #expect(try event("Other", [.uint32(3)]) == nil)
    }
}
