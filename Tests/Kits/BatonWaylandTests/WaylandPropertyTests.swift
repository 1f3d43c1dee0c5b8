// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import Testing

@MainActor
@Suite("A compositor that sends anything")
struct WaylandPropertyTests {
    @Test("S14–S18, T22: whatever a compositor sends, each touch that began ends once, and the connection lives on")
    func anything() {
        var begun = 0
        for seed in UInt64(1)...100 {
            var random = SeededRandom(seed: seed)
            let scene = WaylandScene()
            let compositor = scene.compositor
            let other = compositor.makeSurface()
            for name in UInt32(1)...2 { _ = compositor.addTouchscreen(name) }
            for _ in 0..<150 {
                let name = UInt32.random(in: 1...2, using: &random)
                let touch = compositor.touches[compositor.seats[name] ?? 0]
                let id = Int32.random(in: -1...1, using: &random)
                let time = UInt32.random(in: 0...(.max), using: &random)
                let x = Int32.random(in: -10_000...110_000, using: &random)
                switch (Int.random(in: 0..<16, using: &random), touch) {
                case (0, _): compositor.announce(name, version: UInt32.random(in: 0...6, using: &random))
                case (1, _) where compositor.seats[name] != nil:
                    compositor.setCapabilities([0, 3, 4, 4, 4, 7].randomElement(using: &random) ?? 0, of: name)
                case (2, _): if Int.random(in: 0..<5, using: &random) == 0 { compositor.retract(name) }
                case (3...7, let touch?):
                    let surface = Bool.random(using: &random) ? scene.surface.object : other.object
                    compositor.down(touch, id, x, x / 2, on: surface, at: time)
                case (8...10, let touch?): compositor.move(touch, id, x, x / 2, at: time)
                case (11, let touch?): compositor.up(touch, id, at: time)
                case (12, let touch?): compositor.cancel(touch)
                case (_, let touch?): compositor.frame(touch)
                default: break
                }
                #expect(compositor.turn(), "seed \(seed)")
            }
            begun += scene.pad.lines.count { $0.hasPrefix("began") }
            #expect(scene.end() == [], "seed \(seed)")
        }
        #expect(begun > 500, "the worlds are empty: \(begun)")
    }
}
