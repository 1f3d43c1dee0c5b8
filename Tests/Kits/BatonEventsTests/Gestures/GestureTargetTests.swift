// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Recognizers made with a target and its method (rule G6)")
struct GestureTargetTests {
    @MainActor
    private final class Pad {
        var calls: [String] = []

        func tapped(_ tap: TapGestureRecognizer) { calls.append("tap \(tap.numberOfTapsRequired)") }
        func held(_ recognizer: GestureRecognizer) { calls.append("hold \(recognizer.state)") }
        func touched() { calls.append("touched") }
    }

    /// A recognizer of an app's own has the initializer too.
    private final class Down: GestureRecognizer {
        override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
            super.touchesBegan(touches, with: event)
            state = .recognized
        }
    }

    @Test("G6: init(target:action:) takes a method of the recognizer, of one above its class, or without an argument")
    func methods() {
        let (scene, pad) = (TouchScene(), Pad())
        let tap = TapGestureRecognizer(target: pad, action: Pad.tapped)
        scene.window.addGestureRecognizer(tap)
        scene.tap(10, 10, at: 0)
        #expect(pad.calls == ["tap 1"])
        scene.window.removeGestureRecognizer(tap)
        scene.window.addGestureRecognizer(LongPressGestureRecognizer(target: pad, action: Pad.held))
        scene.down(1, 10, 10)
        scene.frame(1000)
        scene.advance(1500)
        scene.up(1)
        scene.frame(1600)
        #expect(pad.calls.dropFirst() == ["hold began", "hold ended"])
        scene.window.addGestureRecognizer(Down(target: pad, action: Pad.touched))
        scene.tap(10, 10, at: 3000)
        #expect(pad.calls.dropFirst(3) == ["touched"])
    }

    @Test("G6: the target is not retained, and can be removed")
    func released() {
        let scene = TouchScene()
        weak var released: Pad?
        let tap: TapGestureRecognizer
        do {
            let pad = Pad()
            released = pad
            tap = TapGestureRecognizer(target: pad, action: Pad.touched)
            scene.window.addGestureRecognizer(tap)
            scene.tap(10, 10, at: 0)
            tap.removeTarget(pad, action: nil)
            scene.tap(10, 10, at: 1000)
            #expect(pad.calls == ["touched"])
        }
        #expect(released == nil)
    }

    @Test("G6: a method for another recognizer stops a debug build with a sentence")
    func wrong() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                @MainActor
                final class Other {
                    func panned(_ pan: PanGestureRecognizer) {}
                }
                _ = TapGestureRecognizer(target: Other(), action: Other.panned)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("TapGestureRecognizer has an action for PanGestureRecognizer"), "\(text)")
    }
}
