// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonProcesses
import BatonReactor
import BatonTestSupport
import CX11
import Glibc
import Testing

@Suite("Accidents on an X server")
struct XFaultTests {
    private func begin() throws -> (XStage, XWindow) {
        let stage = try XStage()
        let window = try #require(XWindow(on: stage))
        #expect(window.waitForFocus())
        return (stage, window)
    }

    @Test("keys that a killed baton-keys left down are released by the next, and only those", arguments: ["us", "ru"])
    func killed(_ layout: String) throws {
        let (stage, window) = try begin()
        try stage.useLayout(layout)
        window.process()
        let mapping = window.mapping
        var wasDown = false
        // A key that the user holds must stay down. It is not a modifier, because no chord is pressed while one is
        // held.
        window.hold(XK_F7, true)
        let own = window.keysDown
        // The program is killed at another moment each time, until it has left a key down once.
        for attempt in 0..<200 where !wasDown || attempt < 6 {
            // A lower priority than the test's, so that on a busy machine the test kills it in time.
            let keys = try KeysChild(environment: stage.environment, wrapper: ["/usr/bin/nice", "-n", "19"])
            var announced = 0
            keys.heard = { report in
                guard case .willPress = report else { return }
                announced += 1
                if announced > attempt % 3 { keys.send(.kill) }
            }
            try keys.tell { .press(id: $0, KeyPress(.controlShiftZ, on: .x11)) }
            #expect(keys.waitForExit() != nil)
            keys.heard = { _ in }
            #expect(keys.reactor.turn(until: { keys.linkEnd != nil }))
            wasDown = wasDown || window.keysDown != own
            let next = try KeysChild(environment: stage.environment)
            let left = keys.held
            #expect(try next.ask { .release(id: $0, keys: left) } == .done(id: 1))
            #expect(window.keysDown == own)
            window.process()
            #expect(window.mapping == mapping)
        }
        #expect(wasDown)
        window.hold(XK_F7, false)
    }

    @Test("a key that means something of its own is never taken its meaning")
    func foreignMapping() throws {
        let (stage, window) = try begin()
        let mapping = window.mapping
        let keys = try KeysChild(environment: stage.environment)
        let all = (8..<24).map { HeldKey(.lent, UInt32($0), on: .x11) }
        #expect(try keys.ask { .release(id: $0, keys: all) } == .done(id: 1))
        #expect(try keys.ask { .release(id: $0, keys: [HeldKey(.pressed, 100_000, on: .x11)]) } == .done(id: 2))
        window.process()
        #expect(window.mapping == mapping)
    }

    @Test("the end of batond, and SIGTERM, leave no key down", arguments: [true, false])
    func ended(_ isHangUp: Bool) throws {
        let (stage, window) = try begin()
        for _ in 0..<5 {
            let keys = try KeysChild(environment: stage.environment)
            // Once: a second SIGTERM, after the keys are up, would end a process that ends already.
            var isTold = false
            keys.heard = { report in
                guard case .willPress = report, !isTold else { return }
                isTold = true
                if isHangUp { keys.hangUp() } else { keys.send(.terminate) }
            }
            try keys.tell { .press(id: $0, KeyPress(.controlZ, on: .x11)) }
            #expect(keys.waitForExit() == .status(0))
            keys.heard = { _ in }
            #expect(window.keysDown.isEmpty)
        }
    }

    @Test("a server that dies in the middle is a failed report and the end")
    func serverDies() throws {
        let (stage, window) = try begin()
        let keys = try KeysChild(environment: stage.environment)
        // A first command makes sure that the program has started. Otherwise it would find no server.
        _ = try keys.ask { .probe(id: $0, display: .x11) }
        let before = keys.reports.count
        window.hold(XK_Shift_L, true)
        let id = try keys.tell { .press(id: $0, KeyPress(.controlZ, on: .x11)) }
        #expect(!keys.reactor.turn(until: { keys.reports.count > before }, within: .milliseconds(100)))
        // The window's connection must not be used any more, because libX11 would end the test process.
        stage.server.kill()
        #expect(keys.answer(to: id) == .failed(id: id, reason: "the X server is gone"))
        #expect(keys.waitForExit() != nil)
        window.abandon()
    }

    @Test("a server that hangs is a failed report and the end within five seconds")
    func serverHangs() throws {
        let (stage, window) = try begin()
        stage.server.suspend()
        let keys = try KeysChild(environment: stage.environment)
        let start = ContinuousClock.now
        #expect(
            try keys.ask { .press(id: $0, KeyPress(.controlZ, on: .x11)) }
                == .failed(id: 1, reason: "the X server does not answer"))
        #expect(keys.waitForExit() != nil)
        // The limit is the promise: five seconds, and the rest is for a busy machine.
        #expect(ContinuousClock.now - start < .seconds(15))
        stage.server.resume()
        #expect(window.keysDown.isEmpty)
    }

    @Test("no server, no manager, no window: said in words")
    func nothingThere() throws {
        let stage = try XStage(managed: false)
        let keys = try KeysChild(environment: stage.environment)
        #expect(try keys.ask { .focus(id: $0) } == .noFocus(id: 1, .untold))
        for environment in [[:], ["DISPLAY": ":64321"], ["DISPLAY": ""]] as [[String: String]] {
            let keys = try KeysChild(environment: environment)
            let report = try keys.ask { .probe(id: $0, display: .x11) }
            guard case .unavailable(1, _, let reason) = report else {
                Issue.record("\(report as Any)")
                continue
            }
            #expect(reason.contains("X server"))
            guard case .failed = try keys.ask({ .focus(id: $0) }) else {
                Issue.record("a focus")
                continue
            }
            guard case .failed = try keys.ask({ .press(id: $0, KeyPress(.controlZ, on: .x11)) }) else {
                Issue.record("pressed")
                continue
            }
        }
        let managed = try XStage()
        let others = try KeysChild(environment: managed.environment)
        guard case .noFocus = try others.ask({ .focus(id: $0) }) else {
            Issue.record("\(others.reports)")
            return
        }
    }

    @Test("started by hand, it says so and ends")
    func byHand() throws {
        let child = try ChildProcess([ChildProcess.built("baton-keys")], environment: [:])
        try child.waitForEnd()
        #expect(child.exitStatus == EX_USAGE)
        #expect(child.printed.contains("started by batond"))
    }
}
