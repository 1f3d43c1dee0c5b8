// SPDX-License-Identifier: Apache-2.0

import BatonButtons
import BatonEvents
import Testing

/// The states of a headset's one button, row by row as in the table of `HeadsetButton`. The longest pattern has three
/// presses.
@MainActor
@Suite("Buttons to subtypes: the states of one button (rules B1, B2, B6 and B9)")
struct ButtonStateTests {
    enum State: Hashable, Sendable { case idle, pressed(Int), waiting(Int), held(Int), surplus }

    /// A row of the table: the state, the condition, what is reported, and the next state.
    struct Row: Sendable, CustomTestStringConvertible {
        let state: State
        let condition: String
        let reported: [String]
        let next: State
        /// How long before the condition is complete, in milliseconds, the state was entered.
        let age: Int
        let apply: @MainActor @Sendable (Scene, _ time: Int) -> Void

        init(
            _ state: State, _ condition: String, _ reported: [String], _ next: State, age: Int,
            _ apply: @escaping @MainActor @Sendable (Scene, _ time: Int) -> Void
        ) {
            self.state = state
            self.condition = condition
            self.reported = reported
            self.next = next
            self.age = age
            self.apply = apply
        }

        var testDescription: String { "\(state), \(condition): \(next)" }
    }

    nonisolated static let clicks = ["click", "double-click"]
    nonisolated static let holds = ["hold", "click-hold", "double-click-hold"]
    static let states: [State] =
        [.idle, .surplus] + (1...3).flatMap { [.pressed($0), .held($0)] } + (1...2).map { .waiting($0) }

    nonisolated static let rows = pressedRows + heldRows + waitingRows + surplusRows

    nonisolated static let pressedRows: [Row] = [
        Row(.idle, "down", [], .pressed(1), age: 5000) { $0.down(at: $1) },
        Row(.pressed(1), "up before the hold time", [], .waiting(1), age: 499) { $0.up(at: $1) },
        Row(.pressed(2), "up before the hold time", [], .waiting(2), age: 499) { $0.up(at: $1) },
        Row(.pressed(3), "up before the hold time", ["triple-click"], .surplus, age: 499) { $0.up(at: $1) },
    ]

    nonisolated static let heldRows: [Row] = (1...3).flatMap { count -> [Row] in
        let hold = holds[count - 1]
        return [
            Row(.pressed(count), "the hold time has passed", ["\(hold) began"], .held(count), age: 500) {
                $0.advance(to: $1)
            },
            Row(.pressed(count), "cancelled", [], .idle, age: 100) { $0.cancel(at: $1) },
            Row(.held(count), "up", ["\(hold) ended"], .idle, age: 700) { $0.up(at: $1) },
            Row(.held(count), "cancelled", ["\(hold) ended"], .idle, age: 100) { $0.cancel(at: $1) },
        ]
    }

    nonisolated static let waitingRows: [Row] = (1...2).flatMap { count -> [Row] in
        let click = clicks[count - 1]
        return [
            Row(.waiting(count), "down before the interval ends", [], .pressed(count + 1), age: 299) {
                $0.down(at: $1)
            },
            Row(.waiting(count), "the interval ends", [click], .idle, age: 300) { $0.advance(to: $1) },
            Row(.waiting(count), "another key goes down", [click], .idle, age: 100) { $0.down(.volumeUp, at: $1) },
            Row(.waiting(count), "cancelled", [], .idle, age: 100) { $0.cancel(at: $1) },
        ]
    }

    nonisolated static let surplusRows: [Row] = [
        Row(.surplus, "another click before the interval ends", [], .surplus, age: 349) { scene, time in
            scene.down(at: time - 50)
            scene.up(at: time)
        },
        Row(.surplus, "the interval ends", [], .idle, age: 300) { $0.advance(to: $1) },
        Row(.surplus, "a press as long as the hold time", [], .idle, age: 600) { scene, time in
            scene.down(at: time - 500)
            scene.up(at: time)
        },
        Row(.surplus, "cancelled", [], .idle, age: 100) { $0.cancel(at: $1) },
    ]

    @Test("B1, B2, B6, B9: one button goes from state to state as its table says", arguments: rows)
    func row(_ row: Row) {
        let time = 100_000
        func scene() -> Scene {
            let scene = Scene(in: row.state, at: time - row.age)
            row.apply(scene, time)
            return scene
        }
        #expect(scene().log == row.reported)
        for probe in Scene.Probe.allCases {
            let found = scene()
            let expected = Scene(in: row.next, at: time)
            found.clear()
            #expect(found.log(of: probe, after: time) == expected.log(of: probe, after: time), "\(probe)")
        }
    }

    @Test("B1: what comes after a state tells it from all others")
    func distinct() {
        let logs = Self.states.map { state in
            Scene.Probe.allCases.map { Scene(in: state, at: 100_000).log(of: $0, after: 100_000) }
        }
        #expect(Set(logs).count == Self.states.count)
    }

    /// A headset with all patterns bound.
    @MainActor final class Scene {
        private let buttons: ButtonScene

        /// What may come next.
        enum Probe: CaseIterable { case nothing, up, click, late, hold, otherKey }

        /// Makes a button that enters a state at a time.
        init(in state: State, at time: Int) {
            var settings = ButtonSettings()
            settings.patterns[.hold] = .remoteControl(.beginSeekingForward)
            buttons = ButtonScene(settings)
            enter(state, at: time)
            clear()
        }

        private func enter(_ state: State, at time: Int) {
            switch state {
            case .idle: break
            case .pressed(let count):
                for number in 0..<(count - 1) { buttons.click(at: time - (count - 1 - number) * 200) }
                buttons.down(at: time)
            case .waiting(let count):
                enter(.pressed(count), at: time - 50)
                buttons.up(at: time)
            case .held(let count):
                enter(.pressed(count), at: time - 500)
                buttons.advance(to: time)
            case .surplus: enter(.waiting(3), at: time)
            }
        }

        func down(_ key: PressKey = .playPause, at time: Int) { buttons.down(key, at: time) }

        func up(at time: Int) { buttons.up(at: time) }

        func advance(to time: Int) { buttons.advance(to: time) }

        func cancel(at time: Int) {
            buttons.note(buttons.translator.cancel(ButtonScene.headset, at: .milliseconds(time)))
        }

        func clear() { buttons.outcomes = [] }

        /// The patterns so far; those that are held with their beginning and end.
        var log: [String] {
            buttons.outcomes.compactMap { outcome in
                guard let pattern = outcome.pattern, case .remoteControl(let command) = outcome.work else { return nil }
                guard pattern.isHeld else { return pattern.rawValue }
                return "\(pattern.rawValue) \(command.isEnd ? "ended" : "began")"
            }
        }

        /// The patterns, with their times, of what comes after a state.
        func log(of probe: Probe, after time: Int) -> [String] {
            switch probe {
            case .nothing: break
            case .up: up(at: time + 10)
            case .click: buttons.click(at: time + 10)
            case .late:
                up(at: time + 10)
                buttons.click(at: time + 280)
            case .hold:
                down(at: time + 10)
                up(at: time + 800)
            case .otherKey: down(.volumeUp, at: time + 10)
            }
            return buttons.finish() + log
        }
    }
}
