// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import Testing

@MainActor
@Suite("The chain under random hierarchies and handlers")
struct ChainPropertyTests {
    @Test(
        "each responder at most once, in the order of the chain, with exactly one outcome", arguments: UInt64(1)...100)
    func walk(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let scene = Scene()
        var views: [RecordingView] = [scene.outer, scene.middle, scene.inner]
        for number in 0..<Int.random(in: 0..<12, using: &random) {
            let view = RecordingView("view \(number)", scene.recorder)
            views.randomElement(using: &random)?.addSubview(view)
            views.append(view)
        }
        var taken: [(RecordingView, Event)] = []
        for view in views where Bool.random(using: &random) {
            if Bool.random(using: &random) {
                view.takes = { taken.append((view, $0)) }
            } else {
                view.handles = Int.random(in: 0..<4, using: &random) == 0
            }
        }
        views.randomElement(using: &random)?.becomeFirstResponder()
        let event = scene.command()
        var unhandled = 0
        event.onUnhandled = { unhandled += 1 }
        scene.application.postEvent(event)
        scene.application.processEvents()
        let chain = event.chain
        while let (view, event) = taken.popLast() {
            let leaves = Int.random(in: 0..<3, using: &random) == 0
            if leaves { views.randomElement(using: &random)?.removeFromSuperview() }
            view.passOn(event)
        }

        let names = chain.map { ($0 as? RecordingView)?.name ?? "\(ObjectIdentifier($0))" }
        let positions = scene.recorder.log.compactMap { names.firstIndex(of: $0) }
        #expect(Set(scene.recorder.log).count == scene.recorder.log.count, "seed \(seed): \(scene.recorder.log)")
        #expect(positions == positions.sorted(), "seed \(seed): \(scene.recorder.log)")
        let handled = chain.contains { view in
            (view as? RecordingView).map { $0.handles && scene.recorder.log.contains($0.name) } ?? false
        }
        #expect(unhandled == (handled ? 0 : 1), "seed \(seed): \(scene.recorder.log)")
        #expect((scene.application.droppedEventCounts[.remoteControl] ?? 0) == unhandled)
    }

    @Test("an event along 500 responders costs well below a millisecond")
    func cost() {
        let scene = Scene()
        var innermost: View = scene.inner
        for number in 0..<500 {
            let view = RecordingView("\(number)", scene.recorder)
            innermost.addSubview(view)
            innermost = view
        }
        (innermost as? RecordingView)?.handles = true
        innermost.becomeFirstResponder()
        let before = ProcessorTime.now
        for _ in 0..<100 { scene.send(scene.command()) }
        let spent = ProcessorTime.now - before
        // The bound is for a debug build; a release build takes a few microseconds.
        #expect(spent < .milliseconds(500), "100 events cost \(spent)")
    }

    /// A responder with any other one after it.
    private final class Link: Responder {
        var following: Responder?
        override var next: Responder? { following }
    }

    @Test("R2: in a cycle each responder is in the chain once, however long it is", arguments: [1, 2, 15, 16, 17, 40])
    func cycle(length: Int) {
        let links = (0..<length).map { _ in Link() }
        for (index, link) in links.enumerated() { link.following = links[(index + 1) % length] }
        defer { for link in links { link.following = nil } }
        let start = length / 2
        let chain = Window.chain(from: links[start])
        #expect(chain.count == length)
        #expect(chain.enumerated().allSatisfy { $1 === links[(start + $0) % length] })
        var longer: [Responder] = [links[0]]
        Window.append(chainFrom: links[start], to: &longer)
        // The walk ends at what was in the array before.
        #expect(longer.count == (start == 0 ? 1 : 1 + length - start))
    }

    @Test("E6: the key window is kept by its application only as long as it is one of its windows")
    func keyWindow() {
        let application = Application()
        weak var released: Window?
        do {
            let window = Window()
            application.addWindow(window)
            window.makeKey()
            released = window
            application.removeWindow(window)
        }
        #expect(released == nil)
        #expect(application.keyWindow == nil)
    }
}
