// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import BatonTestSupport
import Testing

@MainActor
@Suite("Buttons under random presses")
struct ButtonPropertyTests {
    private func settings(_ random: inout SeededRandom) -> ButtonSettings {
        var settings = ButtonSettings()
        settings.multiPressStart = Bool.random(using: &random) ? .up : .down
        for pattern in ButtonPattern.allCases {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: settings.patterns[pattern] = nil
            case 1: settings.patterns[pattern] = .pinNextPlayer
            case 2: settings.patterns[pattern] = .remoteControl(.beginSeekingBackward)
            default: break
            }
        }
        return settings
    }

    @Test("B1–B6, B9: exactly what a plain counter of clicks makes of the same presses", arguments: UInt64(1)...300)
    func likeTheModel(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var settings = seed % 3 == 0 ? ButtonSettings() : settings(&random)
        if seed % 7 == 0 { settings.patterns = [.click: .remoteControl(.togglePlayPause)] }
        let scene = ButtonScene(settings)
        var model = ClickModel(settings)
        guard !settings.patterns.isEmpty else { return }
        var script: [String] = []
        var now = 0
        for _ in 0..<60 {
            now += [1, 30, 80, 150, 299, 300, 301, 499, 500, 501, 1200].randomElement(using: &random) ?? 1
            let step = Int.random(in: 0..<24, using: &random)
            script.append("\(now) \(step)")
            switch step {
            case 0:
                scene.note(scene.translator.cancel(ButtonScene.headset, at: .milliseconds(now)))
                model.cancel(at: now)
            case 1:
                scene.down(.volumeUp, at: now)
                scene.up(.volumeUp, at: now)
                model.otherKey(at: now)
            case 2:
                scene.advance(to: now)
                model.advance(to: now)
            case 3..<13:
                scene.down(at: now)
                model.down(at: now)
            default:
                scene.up(at: now)
                model.up(at: now)
            }
        }
        scene.up(at: now + 5000)
        model.up(at: now + 5000)
        scene.advance(to: now + 10_000)
        model.advance(to: now + 10_000)
        let log = scene.log.filter { !$0.contains("pass on") }
        #expect(log == model.log, "seed \(seed), \(settings.patterns), \(script)")
        #expect(scene.translator.nextDeadline == nil, "seed \(seed)")
    }

    @Test(
        "C3: begin and end of seeking come in pairs, with nothing between, whatever happens", arguments: UInt64(1)...100
    )
    func pairs(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let scene = ButtonScene()
        let keys: [PressKey] = [.playPause, .media, .fastForward, .rewind, .nextSong]
        var now = 0
        for _ in 0..<200 {
            now += Int.random(in: 0...400, using: &random)
            let key = keys.randomElement(using: &random) ?? .rewind
            switch Int.random(in: 0..<30, using: &random) {
            case 0: scene.note(scene.translator.cancelAll(at: .milliseconds(now)))
            case 1..<16: scene.down(key, at: now)
            default: scene.up(key, at: now)
            }
        }
        scene.note(scene.translator.disconnect(ButtonScene.headset, at: .milliseconds(now)))
        var owed: RemoteControlSubtype?
        for outcome in scene.outcomes {
            guard case .remoteControl(let subtype) = outcome.work else { continue }
            if subtype.isEnd {
                #expect(subtype == owed, "seed \(seed): \(scene.log)")
                owed = nil
            } else {
                #expect(owed == nil, "seed \(seed): \(scene.log)")
                owed = subtype.end
            }
        }
        #expect(owed == nil, "seed \(seed): \(scene.log)")
    }

    @Test("times never go back, and no outcome is earlier than its press", arguments: UInt64(1)...50)
    func times(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let scene = ButtonScene()
        var now = 0
        for _ in 0..<200 {
            now += Int.random(in: -100...400, using: &random)
            if Bool.random(using: &random) { scene.down(at: max(now, 0)) } else { scene.up(at: max(now, 0)) }
        }
        scene.advance(to: 10_000_000)
        let times = scene.outcomes.map(\.timestamp)
        #expect(times == times.sorted(), "seed \(seed)")
        #expect(scene.outcomes.allSatisfy { $0.pressedAt <= $0.timestamp }, "seed \(seed)")
    }

    @Test("a press costs well below a millisecond")
    func cost() {
        let scene = ButtonScene()
        let before = ProcessorTime.now
        for number in 0..<1000 { scene.click(at: number * 137) }
        let spent = ProcessorTime.now - before
        // The bound is for a debug build.
        #expect(spent < .seconds(1), "1000 clicks cost \(spent)")
    }
}
