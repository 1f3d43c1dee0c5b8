// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonPages
import Testing

@Suite struct PageEventTests {
    private func signal(_ interface: InterfaceName, _ member: MemberName, _ values: [Value]) throws -> Message {
        let message = Message.signal(path: BatonBus.path, interface: interface, member: member)
        try message.append(contentsOf: values)
        return message
    }

    @Test("an event has its time, the device, the player and the outcome")
    func event() throws {
        let message = try signal(
            ApplicationInterface.name, "Event",
            [
                .uint32(104), .uint64(12_000_034), .string("evdev: WH-1000XM4 (AVRCP)"), .string(""),
                .string("org.mpris.MediaPlayer2.mpv"), .string("handled"), .uint64(812),
            ])
        let event = PageEvent(try #require(MonitoredEvent(message)))
        #expect(event.name == "next" && event.input == "WH-1000XM4 (AVRCP)" && event.player == "mpv")
        #expect(event.text == "next from WH-1000XM4 (AVRCP) to mpv: handled")
        #expect(event.time == ClockText(sinceBoot: 12_000_034).second())
    }

    @Test("an interruption is an event too")
    func interruption() throws {
        let message = try signal(
            InterruptionsInterface.name, "Began",
            [.uint32(3), .string("call"), .string("Zoom"), .strings(["org.mpris.MediaPlayer2.mpv"])])
        let event = PageEvent(try #require(InterruptionEvent(message)), now: 1)
        #expect(event.text == "3 began: call (Zoom); paused mpv" && event.outcome == "")
    }

    @Test("the last fifty events are kept, the newest first")
    func history() {
        var history = EventHistory()
        for number in 1...60 {
            history.add(PageEvent(InterruptionEventStub.make(number), now: 1))
        }
        #expect(history.events.count == 50)
        #expect(history.events.first?.name.hasPrefix("60 ") == true)
        #expect(history.events.last?.name.hasPrefix("11 ") == true)
    }
}

/// Ends of interruptions with a number.
private enum InterruptionEventStub {
    static func make(_ number: Int) -> InterruptionEvent {
        let message = Message.signal(path: BatonBus.path, interface: InterruptionsInterface.name, member: "Ended")
        try? message.append(contentsOf: [.uint32(UInt32(number)), .boolean(false), .strings([])])
        guard let event = InterruptionEvent(message) else { preconditionFailure("the signal has its form") }
        return event
    }
}
