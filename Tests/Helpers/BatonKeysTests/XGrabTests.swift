// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonReactor
import BatonTestSupport
import CX11
import Glibc
import Testing

@Suite("The keyboard grab and the focus of an X server")
struct XGrabTests {
    private func begin() throws -> (XStage, XWindow, KeysChild) {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        #expect(window.waitForFocus())
        return (stage, window, try KeysChild(environment: stage.environment))
    }

    private func isRefused(_ report: KeysReport?, _ reason: KeysRefusal) -> Bool {
        if case .refused(_, reason) = report { true } else { false }
    }

    @Test(
        "while a screen locker runs no window has the focus and no key is pressed",
        arguments: ScreenLocker.Program.allCases)
    func locked(_ program: ScreenLocker.Program) throws {
        let (stage, window, keys) = try begin()
        let locker = try ScreenLocker(program, environment: stage.environment, directory: stage.home)
        try #require(
            waitUntil { locker.holdsKeyboard }, "no lock after \(BusStage.patience): \(locker.process.printed)")
        let press = KeyPress(.controlZ, on: .x11, expectedWindow: "0x" + String(window.window, radix: 16))
        #expect(isRefused(try keys.ask { .focus(id: $0) }, .keyboardGrabbed))
        #expect(isRefused(try keys.ask { .press(id: $0, press) }, .keyboardGrabbed))
        #expect(isRefused(try keys.ask { .press(id: $0, KeyPress(.controlZ, on: .x11)) }, .keyboardGrabbed))
        #expect(isRefused(try keys.ask { .prepare(id: $0, display: nil, patience: .zero) }, .keyboardGrabbed))
        #expect(keys.held.isEmpty)
        #expect(keys.reports.count == 4, "nothing was announced")
        locker.unlock()
        try #require(window.waitForFocus())
        #expect(try keys.ask { .press(id: $0, press) } == .pressed(id: 5))
        #expect(window.waitForStrokes(2).count == 2)
    }

    @Test("the app in front notices no question: its focus stays, and it gets every key that is pressed meanwhile")
    func unnoticed() throws {
        let (_, window, keys) = try begin()
        window.process()
        let before = window.focusChanges
        let code = UInt32(XKeysymToKeycode(window.display, KeySym(XK_a)))
        var typed = 0
        for _ in 0..<40 {
            let id = try keys.tell { .focus(id: $0) }
            while !keys.reports.contains(where: { $0.id == id }) {
                XTestFakeKeyEvent(window.display, code, 1, 0)
                XTestFakeKeyEvent(window.display, code, 0, 0)
                XSync(window.display, 0)
                typed += 1
                _ = try keys.reactor.turn(timeout: .zero)
            }
        }
        #expect(keys.reports.allSatisfy { if case .focus = $0 { true } else { false } })
        #expect(window.waitForStrokes(typed).count == typed)
        #expect(window.focusChanges == before)
    }

    @Test("keys are refused while the focus is outside of the active window, and pressed when it is inside")
    func focusElsewhere() throws {
        // Without a window manager, because it would move the focus and update `_NET_ACTIVE_WINDOW`.
        let stage = try XStage(managed: false)
        let window = try #require(XWindow(on: stage))
        let keys = try KeysChild(environment: stage.environment)
        #expect(try keys.ask { .focus(id: $0) } == .noFocus(id: 1, .untold))
        window.claimActive()
        let press = KeyPress(.controlZ, on: .x11, expectedWindow: "0x" + String(window.window, radix: 16))
        for focus in [window.makeUnmanaged(), XDefaultRootWindow(window.display), UInt(PointerRoot), 0] {
            window.setFocus(focus)
            #expect(isRefused(try keys.ask { .focus(id: $0) }, .focusOutside))
            #expect(isRefused(try keys.ask { .press(id: $0, press) }, .focusOutside))
            #expect(isRefused(try keys.ask { .press(id: $0, KeyPress(.controlZ, on: .x11)) }, .focusOutside))
            #expect(isRefused(try keys.ask { .prepare(id: $0, display: nil, patience: .zero) }, .focusOutside))
        }
        #expect(keys.held.isEmpty)
        for focus in [window.window, window.makeUnmanaged(in: window.makeUnmanaged(in: window.window))] {
            window.setFocus(focus)
            let id = try keys.tell { .press(id: $0, press) }
            #expect(keys.answer(to: id) == .pressed(id: id))
            guard case .focus(_, let told) = try keys.ask({ .focus(id: $0) }) else {
                Issue.record("no focus: \(keys.reports)")
                continue
            }
            #expect(told.window == press.expectedWindow)
        }
    }

    @Test("the server tells a window's process, whatever the window says; another machine's app has none here")
    func process() throws {
        let (_, window, keys) = try begin()
        func told() throws -> FocusedWindow? {
            if case .focus(_, let told) = try keys.ask({ .focus(id: $0) }) { told } else { nil }
        }
        for claim in [1, 0, Int(getpid())] {
            window.claim(process: claim)
            let answer = try #require(try told())
            #expect(answer.process == UInt32(getpid()) && answer.claimedProcess == (claim == 0 ? nil : UInt32(claim)))
        }
        window.set("WM_CLIENT_MACHINE", type: "STRING", bytes: Array("elsewhere.example".utf8))
        let answer = try #require(try told())
        #expect(answer.process == nil && answer.claimedProcess == nil)
    }
}
