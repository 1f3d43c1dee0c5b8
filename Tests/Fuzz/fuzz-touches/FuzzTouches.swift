// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTouchReport
import BatonTouchscreen
import FuzzSupport

// Run with `make fuzz`, or this one alone with `.ci/fuzz 60 fuzz-touches`.

/// Any bytes as a recording of a touch panel, and as the events of one: never a trap; an error names one of the lines, in
/// one line; each touch that a view saw begin ends once, whatever the slots say, and nothing waits at the end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTouches(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = Array(UnsafeBufferPointer(start: bytes, count: count))
    let events = FuzzBytes(bytes, count)
    MainActor.assumeIsolated {
        checkRecording(text)
        checkEvents(events)
    }
    return 0
}

@MainActor
private func checkRecording(_ input: [UInt8]) {
    let lines = input.count { $0 == 0x0A } + 1
    do {
        let recording = try TouchRecording(String(decoding: input, as: UTF8.self))
        guard case .success(let panel) = recording.panel else { return }
        require(panel.size.width > 0 && panel.size.height > 0, "a panel without an area")
        let board = GestureBoard(size: panel.size)
        board.play(recording, on: panel)
        require(board.touches.isEmpty, "a touch did not end")
        require(board.application.nextDeadline == nil, "something waits")
        var writer = TouchRecordingWriter(panel: panel)
        let text = recording.events.reduce(into: writer.beginning) { $0 += writer.line($1) }
        require((try? TouchRecording(text))?.events == recording.events, "what was written is read otherwise")
    } catch {
        if let line = error.line { require((1...lines).contains(line), "no such line: \(error)") }
        require(!error.description.utf8.contains { $0 == 0x0A }, "not one line: \(error)")
    }
}

/// The bytes as events of a panel, which a recording would not have.
@MainActor
private func checkEvents(_ bytes: FuzzBytes) {
    var bytes = bytes
    let x = PanelAxis(minimum: number(&bytes), maximum: number(&bytes), unitsPerMillimetre: number(&bytes))
    let panel: TouchPanel
    do {
        panel = try TouchPanel(
            name: "", x: x, y: PanelAxis(0...500), slots: 0...number(&bytes).magnified, isDirect: true)
    } catch {
        return
    }
    let view = Counter()
    let (application, window) = (Application(), Window())
    window.frame = Rect(origin: .zero, size: panel.size)
    view.frame = window.bounds
    view.isMultipleTouchEnabled = true
    application.addWindow(window)
    window.addSubview(view)
    let slots = TouchSlots(panel: panel, tracker: TouchTracker(window: window))
    var time = Duration.zero
    let codes: [UInt16] = [0x2f, 0x35, 0x36, 0x37, 0x39, 0x3b]
    while !bytes.isEmpty {
        let kind = bytes.choice(9)
        time += .milliseconds(bytes.choice(20))
        let event =
            kind < 6
            ? PanelEvent(type: 3, code: codes[kind], value: number(&bytes), timestamp: time)
            : PanelEvent(type: 0, code: kind == 8 ? 3 : 0, value: 0, timestamp: time)
        for touches in slots.take(event) { application.postEvent(touches) }
        application.processEvents()
    }
    for touches in slots.cancel(at: time) { application.postEvent(touches) }
    application.processEvents()
    require(view.down.isEmpty, "a touch never ended")
}

private func number(_ bytes: inout FuzzBytes) -> Int32 { Int32(truncatingIfNeeded: bytes.integer()) }

extension Int32 {
    /// A number that is not negative.
    fileprivate var magnified: Int32 { self == .min ? .max : abs(self) }
}

/// A view that counts each touch once in and once out.
@MainActor
private final class Counter: View {
    var down: Set<Touch> = []

    override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
        for touch in touches { require(down.insert(touch).inserted, "a touch began twice") }
    }

    override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
        require(touches.isSubset(of: down), "a touch moved that did not begin")
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: Event) { end(touches) }
    override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { end(touches) }

    private func end(_ touches: Set<Touch>) {
        for touch in touches { require(down.remove(touch) != nil, "a touch ended twice") }
    }
}

#if PLAYED
    @main enum CorpusPlayer { static func main() { play(fuzzTouches) } }
#endif
