// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

/// What views and controllers are told when views enter and leave windows.
@MainActor
@Suite struct AppearanceRuleTests {
    /// Notes its calls.
    private final class Controller: ViewController {
        var calls: [String] = []
        var inside: [String: () -> Void] = [:]

        private func note(_ call: String) {
            calls.append(call)
            inside.removeValue(forKey: call)?()
        }

        override func viewDidLoad() { note("load") }
        override func viewWillAppear(_ animated: Bool) { note("will appear, \(window == nil ? "out" : "in")") }
        override func viewDidAppear(_ animated: Bool) { note("did appear, \(window == nil ? "out" : "in")") }
        override func viewWillDisappear(_ animated: Bool) { note("will disappear, \(window == nil ? "out" : "in")") }
        override func viewDidDisappear(_ animated: Bool) { note("did disappear, \(window == nil ? "out" : "in")") }
    }

    private final class Pane: View {
        var moves: [Window?] = []
        override func didMoveToWindow() { moves.append(window) }
    }

    private static let appears = ["will appear, out", "did appear, in"]
    private static let disappears = ["will disappear, in", "did disappear, out"]

    @Test("R12: a controller appears and disappears with its view, once each, and is loaded once")
    func enters() {
        let window = Window()
        let controller = Controller(view: View())
        #expect(controller.calls == [])
        window.addSubview(controller.view)
        #expect(controller.calls == ["load"] + Self.appears)
        controller.calls = []
        window.addSubview(controller.view)
        #expect(controller.calls == [], "it stays in the window")
        controller.view.removeFromSuperview()
        #expect(controller.calls == Self.disappears)
        controller.view.removeFromSuperview()
        #expect(controller.calls == Self.disappears)
        controller.calls = []
        window.addSubview(controller.view)
        #expect(controller.calls == Self.appears)
    }

    @Test("R12: with what contains it, as a root, and from one window to another")
    func containers() {
        let window = Window()
        let (first, second) = (Controller(view: View()), Controller(view: View()))
        first.view.addSubview(second.view)
        window.rootViewController = first
        #expect(first.calls == ["load"] + Self.appears && second.calls == first.calls)
        first.calls = []
        window.rootViewController = nil
        #expect(first.calls == Self.disappears)
        window.rootViewController = first
        first.calls = []
        Window().addSubview(first.view)
        #expect(first.calls == Self.disappears + Self.appears)
    }

    @Test("R12: a callback that takes the view away leaves it disappeared, with each beginning ended")
    func takenAway() {
        for call in ["load", "will appear, out", "did appear, in"] {
            let window = Window()
            let controller = Controller(view: View())
            let (outer, other) = (View(), View())
            outer.addSubview(controller.view)
            controller.inside[call] = { other.addSubview(controller.view) }
            window.addSubview(outer)
            #expect(controller.window == nil)
            #expect(controller.calls.last?.hasPrefix("did disappear") == true, "\(call): \(controller.calls)")
            #expect(zip(controller.calls, controller.calls.dropFirst()).allSatisfy { $0 != $1 }, "\(controller.calls)")
        }
    }

    @Test("R12: a callback that brings the view back leaves it appeared")
    func broughtBack() {
        let window = Window()
        let controller = Controller(view: View())
        window.addSubview(controller.view)
        controller.inside["did disappear, out"] = { window.addSubview(controller.view) }
        controller.calls = []
        controller.view.removeFromSuperview()
        #expect(controller.window === window)
        #expect(controller.calls == Self.disappears + Self.appears)
    }

    @Test("R13: a view is told of each window that it enters or leaves, and what it contains after it")
    func windows() {
        let window = Window()
        let (outer, inner) = (Pane(), Pane())
        outer.addSubview(inner)
        #expect(inner.moves.isEmpty)
        window.addSubview(outer)
        window.bringSubviewToFront(outer)
        window.addSubview(outer)
        #expect(outer.moves.count == 1 && inner.moves.count == 1 && inner.moves[0] === window)
        let other = Window()
        other.addSubview(outer)
        #expect(inner.moves.count == 3 && inner.moves[1] == nil && inner.moves[2] === other)
        inner.removeFromSuperview()
        #expect(inner.moves.count == 4 && outer.moves.count == 3)
    }
}
