// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@Suite("Keys on a wlroots compositor")
struct SwayTests {
    private static let redo = [
        "Control_L down", "Shift_L down", "Z down", "Z up", "Shift_L up", "Control_L up",
    ]
    private static let undo = ["Control_L down", "z down", "z up", "Control_L up"]

    /// Starts a compositor whose seat has a keyboard, and an app that has the focus.
    private func begin(layout: String = "us") throws -> (SwayStage, KeysChild) {
        let stage = try SwayStage()
        try stage.startApp()
        let environment = stage.environment.merging(["XKB_DEFAULT_LAYOUT": layout]) { $1 }
        let keyboard = try KeysChild(environment: environment)
        #expect(try keyboard.ask { .keep(id: $0, isOn: true) } == .done(id: 1))
        #expect(stage.waitForApp("wl_keyboard] enter"))
        return (stage, keyboard)
    }

    @Test("UNDO40: on a seat without a keyboard there is one while it is kept")
    func kept() throws {
        let (stage, keys) = try begin()
        #expect(try keys.ask { .press(id: $0, KeyPress(.controlShiftZ, on: .wayland)) } == .pressed(id: 2))
        #expect(stage.waitForStrokes(6) == Self.redo)
        #expect(stage.printed("depressed: 00000005") == 1)
        #expect(keys.held.isEmpty)
        #expect(try keys.ask { .keep(id: $0, isOn: false) } == .done(id: 3))
        #expect(stage.waitForApp("capabilities:  none"))
        // A second time has no effect.
        #expect(try keys.ask { .keep(id: $0, isOn: false) } == .done(id: 4))
    }

    @Test(
        "UNDO2, UNDO8, UNDO39: on a seat with a keyboard, keys are pressed in its own layout",
        arguments: ["us", "de", "fr", "us,ru", "ru"])
    func besideKeyboard(_ layout: String) throws {
        let (stage, keyboard) = try begin(layout: layout)
        let keys = try KeysChild(environment: stage.environment)
        #expect(try keys.ask { .probe(id: $0, display: .wayland) } == .available(id: 1))
        #expect(try keys.ask { .press(id: $0, KeyPress(.controlZ, on: .wayland)) } == .pressed(id: 2))
        #expect(stage.waitForStrokes(4) == Self.undo)
        #expect(keys.held.isEmpty)
        // The seat has a keyboard, so no virtual one is kept.
        #expect(try keys.ask { .keep(id: $0, isOn: true) } == .done(id: 3))
        #expect(try keyboard.ask { .press(id: $0, KeyPress(.controlZ, on: .wayland)) } == .pressed(id: 2))
        #expect(stage.waitForStrokes(8) == Self.undo + Self.undo)
        // XKB's codes: Ctrl, and Z, which may be on the key of Y or of W. A layout without it is replaced by the default one.
        let letter = ["de": 29, "fr": 25][layout] ?? 52
        #expect(stage.codes == [37, letter, 37, letter], "the keymap is not the seat's")
    }

    @Test("the compositor releases what a killed baton-keys had pressed, and the next has nothing to add")
    func killed() throws {
        let (stage, keyboard) = try begin()
        for attempt in 0..<12 {
            let before = stage.strokes.count
            let keys = try KeysChild(environment: stage.environment)
            var announced = 0
            keys.heard = { report in
                guard case .willPress = report else { return }
                announced += 1
                if announced > attempt % 3 { keys.send(.kill) }
            }
            try keys.tell { .press(id: $0, KeyPress(.controlShiftZ, on: .wayland)) }
            #expect(keys.waitForExit() != nil)
            keys.heard = { _ in }
            #expect(keys.reactor.turn(until: { keys.linkEnd != nil }))
            let next = try KeysChild(environment: stage.environment)
            let left = keys.held
            #expect(try next.ask { .release(id: $0, keys: left) } == .done(id: 1))
            #expect(
                waitUntil {
                    let new = stage.strokes.dropFirst(before)
                    return new.count { $0.hasSuffix("down") } == new.count { $0.hasSuffix("up") }
                }, "\(stage.strokes.dropFirst(before)) after \(BusStage.patience)")
        }
        #expect(keyboard.linkEnd == nil)
        let before = stage.strokes.count
        #expect(try keyboard.ask { .press(id: $0, KeyPress(.controlZ, on: .wayland)) } == .pressed(id: 2))
        #expect(Array(stage.waitForStrokes(before + 4).dropFirst(before)) == Self.undo)
    }

    @Test("a compositor that dies, or is not there, is a failed report")
    func compositorDies() throws {
        let (stage, keys) = try begin()
        stage.compositor.kill()
        guard case .failed(2, let reason) = try keys.ask({ .press(id: $0, KeyPress(.controlZ, on: .wayland)) }) else {
            Issue.record("\(keys.reports)")
            return
        }
        #expect(reason.contains("compositor"))
        #expect(keys.held.isEmpty)
        for environment in [stage.environment, [:]] {
            let keys = try KeysChild(environment: environment)
            guard case .unavailable(1, _, let reason) = try keys.ask({ .probe(id: $0, display: .wayland) }) else {
                Issue.record("\(keys.reports)")
                continue
            }
            #expect(reason.contains("Wayland compositor"))
        }
    }

    @Test("a compositor that hangs is a failed report and the end within five seconds")
    func compositorHangs() throws {
        let (stage, keys) = try begin()
        stage.compositor.suspend()
        #expect(
            try keys.ask { .press(id: $0, KeyPress(.controlZ, on: .wayland)) }
                == .failed(id: 2, reason: "the Wayland compositor does not answer"))
        #expect(keys.waitForExit() != nil)
        let left = keys.held
        #expect(!left.isEmpty)
        stage.compositor.resume()
        let next = try KeysChild(environment: stage.environment)
        #expect(try next.ask { .release(id: $0, keys: left) } == .done(id: 1))
        #expect(
            waitUntil {
                stage.strokes.count { $0.hasSuffix("down") } == stage.strokes.count { $0.hasSuffix("up") }
            }, "\(stage.strokes) after \(BusStage.patience)")
    }

    @Test("a keyboard that was made ready is there for the press, and gone after it, or after another command")
    func ready() throws {
        let stage = try SwayStage()
        try stage.startApp()
        let keys = try KeysChild(environment: stage.environment)
        for (attempt, last) in [KeysCommand.press(id: 2, KeyPress(.controlZ, on: .wayland)), .focus(id: 4)].enumerated()
        {
            let patience = Duration.milliseconds(100)
            let first = UInt32(2 * attempt + 1)
            #expect(try keys.ask { .prepare(id: $0, display: .wayland, patience: patience) } == .done(id: first))
            #expect(stage.waitForApp("wl_keyboard] enter", count: attempt + 1))
            _ = try keys.ask { _ in last }
            #expect(stage.waitForApp("capabilities:  none", count: attempt + 1))
        }
        #expect(stage.strokes == Self.undo)
        #expect(keys.held.isEmpty)
    }
}
