// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import Testing

@MainActor
@Suite("Gesture recognizers under random presses, relations and meddling")
struct GesturePropertyTests {
    /// Records the states of one recognizer at its actions and resets.
    private final class Witness {
        var state = GestureState.possible
        var faults: [String] = []
        let isContinuous: Bool

        init(isContinuous: Bool) { self.isContinuous = isContinuous }

        func act(_ next: GestureState) {
            if state.isOver { state = .possible }
            let isLegal = state == .possible ? next == (isContinuous ? .began : .ended) : state.allows(next)
            if !isLegal { faults.append("\(state) to \(next)") }
            state = next
        }
    }

    private static let keys: [PressKey] = [.playPause, .media, .volumeUp]

    private func makeRecognizers(_ random: inout SeededRandom) -> [GestureRecognizer] {
        (0..<Int.random(in: 1...6, using: &random)).map { number in
            let recognizer: GestureRecognizer
            if Bool.random(using: &random) {
                let taps = TapGestureRecognizer()
                taps.numberOfTapsRequired = Int.random(in: 1...3, using: &random)
                taps.tapIntervalStart = Bool.random(using: &random) ? .up : .down
                recognizer = taps
            } else {
                let hold = LongPressGestureRecognizer()
                hold.numberOfTapsRequired = Int.random(in: 0...2, using: &random)
                hold.minimumPressDuration = .milliseconds([0, 300, 500].randomElement(using: &random) ?? 0)
                recognizer = hold
            }
            recognizer.name = "\(number)"
            if Bool.random(using: &random) { recognizer.allowedKeys = [.playPause] }
            return recognizer
        }
    }

    @Test(
        "only legal transitions, each beginning with one end, and nothing left at the end", arguments: UInt64(1)...200)
    func legal(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let scene = GestureScene()
        let recognizers = makeRecognizers(&random)
        var witnesses: [Witness] = []
        let delegate = ScriptedDelegate()
        delegate.isSimultaneous = Int.random(in: 0..<4, using: &random) == 0
        var refusals = SeededRandom(seed: seed &+ 1000)
        delegate.mayReceive = { _ in Int.random(in: 0..<10, using: &refusals) > 0 }
        for recognizer in recognizers {
            let witness = Witness(isContinuous: recognizer is LongPressGestureRecognizer)
            witnesses.append(witness)
            recognizer.addTarget(witness, action: "act") { (witness: Witness, recognizer) in
                witness.act(recognizer.state)
            }
            scene.view.addGestureRecognizer(recognizer)
            if Bool.random(using: &random) { recognizer.delegate = delegate }
            if let other = recognizers.randomElement(using: &random) { recognizer.require(toFail: other) }
        }
        meddle(scene, recognizers, &random)
        scene.cancel(1_000_000)
        for (recognizer, witness) in zip(recognizers, witnesses) {
            #expect(witness.faults.isEmpty, "seed \(seed), recognizer \(recognizer.name ?? "")")
            #expect(witness.state != .began && witness.state != .changed, "seed \(seed): a beginning without an end")
            #expect(recognizer.state == .possible, "seed \(seed)")
            #expect(!recognizer.isWaiting, "seed \(seed)")
        }
        #expect(scene.environment.nextDeadline == nil, "seed \(seed)")
    }

    private func meddle(_ scene: GestureScene, _ recognizers: [GestureRecognizer], _ random: inout SeededRandom) {
        var now = 0
        for _ in 0..<Int.random(in: 20...80, using: &random) {
            now += [0, 10, 100, 299, 300, 350, 500, 2000].randomElement(using: &random) ?? 0
            let key = Self.keys.randomElement(using: &random) ?? .playPause
            switch Int.random(in: 0..<20, using: &random) {
            case 0: scene.cancel(now)
            case 1: recognizers.randomElement(using: &random)?.isEnabled.toggle()
            case 2: scene.advance(now)
            case 3: scene.environment.noticeOtherInput(at: .milliseconds(now))
            case 4..<12: scene.down(key, now)
            default: scene.up(key, now)
            }
        }
    }

    @Test("of recognizers that exclude each other at most one acts on a press", arguments: UInt64(1)...100)
    func exclusive(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let scene = GestureScene()
        var order = Array(1...3)
        order.shuffle(using: &random)
        var holds: [Int: LongPressGestureRecognizer] = [:]
        for taps in order {
            let hold = scene.add(LongPressGestureRecognizer(), "\(taps)")
            hold.numberOfTapsRequired = taps - 1
            holds[taps] = hold
        }
        for (shorter, longer) in [(1, 2), (1, 3), (2, 3)] {
            if let other = holds[longer] { holds[shorter]?.require(toFail: other) }
        }
        var now = 0
        for _ in 0..<30 {
            let before = scene.log.count
            now += Int.random(in: 1...600, using: &random)
            scene.down(now)
            now += Int.random(in: 1...900, using: &random)
            scene.up(now)
            let actions = scene.log[before...].map { $0.split(separator: " ").first ?? "" }
            #expect(Set(actions).count <= 1, "seed \(seed): \(scene.log)")
            #expect(actions.count == 0 || actions.count == 2, "seed \(seed): \(scene.log)")
        }
    }

    @Test("an event sent from an action waits until the present one is done, and is not lost")
    func reentrance() {
        let scene = GestureScene()
        let tap = scene.taps(1, "tap")
        var depth = 0
        var sent = false
        tap.addTarget(scene, action: "send") { scene in
            depth += 1
            #expect(depth == 1)
            if !sent {
                sent = true
                scene.down(.media, 50)
                scene.up(.media, 60)
                scene.advance(10_000)
            }
            depth -= 1
        }
        scene.click(0)
        #expect(scene.log == ["tap ended", "tap ended"])
        #expect(scene.environment.now == .milliseconds(60))
    }
}

extension GestureState {
    fileprivate var isOver: Bool { self == .ended || self == .cancelled }
}
