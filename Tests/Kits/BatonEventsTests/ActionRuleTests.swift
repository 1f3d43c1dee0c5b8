// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

extension Action {
    fileprivate static let makeBold = Action(rawValue: "makeBold")
}

@MainActor
@Suite("Actions and the offer of Undo (rules A, M4)")
struct ActionRuleTests {
    /// A view that can perform some actions.
    private final class Editor: View {
        var commands: Set<Action> = []
        var performed: [String] = []
        var questions = 0
        weak var latestEvent: Event?

        override var canBecomeFirstResponder: Bool { true }

        override func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool {
            questions += 1
            return commands.contains(action)
        }

        override func perform(_ action: Action, from sender: AnyObject?, for event: Event?) {
            performed.append(action.rawValue)
            latestEvent = event
        }
    }

    private final class Desk: Application, ApplicationDelegate {
        var commands: Set<Action> = []
        var performed: [String] = []

        override func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool {
            commands.contains(action)
        }

        override func perform(_ action: Action, from sender: AnyObject?, for event: Event?) {
            performed.append(action.rawValue)
        }
    }

    private final class Offer: EditOffer {
        let application: Application
        var offers = 0
        var isDone: Bool?

        init(_ application: Application) { self.application = application }

        func offerUndoAndRedo(for event: Event) {
            offers += 1
            isDone = application.sendAction(.undo, to: nil, from: self, for: event)
        }
    }

    private let application = Desk()
    private let window = Window()
    private let outer = Editor()
    private let inner = Editor()

    init() {
        application.addWindow(window)
        window.addSubview(outer)
        outer.addSubview(inner)
    }

    @discardableResult
    private func send(_ action: Action, to target: Responder? = nil) -> Bool {
        application.sendAction(action, to: target, from: nil, for: nil)
    }

    @Test("A1, A2, A5: without a target it climbs from the first responder; true if it was performed")
    func climbing() {
        inner.becomeFirstResponder()
        outer.commands = [.makeBold]
        #expect(send(.makeBold))
        #expect(outer.performed == ["makeBold"] && inner.performed.isEmpty)
        inner.commands = [.makeBold]
        #expect(send(.makeBold))
        #expect(inner.performed == ["makeBold"])
        #expect(!send(.paste))
        application.commands = [.paste]
        #expect(send(.paste))
        #expect(application.performed == ["paste"])
        #expect(application.droppedEventCounts.isEmpty, "an action is no event")
    }

    @Test("A1: with a target it goes to that one alone, and never climbs")
    func target() {
        outer.commands = [.makeBold]
        #expect(!send(.makeBold, to: inner))
        #expect(outer.performed.isEmpty)
        inner.commands = [.makeBold]
        #expect(send(.makeBold, to: inner))
        #expect(inner.performed == ["makeBold"])
    }

    @Test("A2: an action is its name; the editing commands and undo are predefined, any other can be made")
    func names() {
        #expect(Action(rawValue: "undo") == .undo && Action.redo.rawValue == "redo")
        #expect(Set([Action.makeBold, Action(rawValue: "makeBold")]).count == 1)
    }

    @Test("A3: by default a responder can perform nothing; asking changes nothing")
    func asking() {
        let view = View()
        #expect(!view.canPerformAction(.copy, withSender: nil))
        view.perform(.copy, from: nil, for: nil)
        inner.becomeFirstResponder()
        inner.commands = [.copy]
        for _ in 0..<3 { #expect(inner.target(forAction: .copy, withSender: nil) === inner) }
        #expect(inner.performed.isEmpty && inner.questions == 3)
    }

    @Test("A4: the commands of the editing menu are actions like any other")
    func editingCommands() {
        inner.becomeFirstResponder()
        inner.commands = Set(Action.editingCommands)
        for command in Action.editingCommands { #expect(send(command)) }
        #expect(inner.performed == ["cut", "copy", "paste", "select", "selectAll", "delete"])
    }

    @Test("A5: controller, superviews, window, application and its delegate are asked in the order of the chain")
    func order() {
        final class Last: Responder, ApplicationDelegate {
            override func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool { true }
        }
        let last = Last()
        application.delegate = last
        #expect(inner.target(forAction: .makeBold, withSender: nil) === last)
        let controller = ViewController(view: View())
        inner.addSubview(controller.view)
        #expect(controller.view.target(forAction: .makeBold, withSender: nil) === last)
    }

    @Test("A6: without a first responder it starts at the sender, so that a cell's action reaches its controller")
    func fromSender() {
        final class List: ViewController {
            var senders: [ObjectIdentifier?] = []

            override func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool {
                action == .makeBold
            }

            override func perform(_ action: Action, from sender: AnyObject?, for event: Event?) {
                senders.append(sender.map { ObjectIdentifier($0) })
            }
        }
        let (list, cell) = (List(view: View()), View())
        outer.addSubview(list.view)
        list.view.addSubview(cell)
        #expect(application.sendAction(.makeBold, to: nil, from: cell, for: nil))
        #expect(list.senders == [ObjectIdentifier(cell)])
        #expect(!application.sendAction(.paste, to: nil, from: cell, for: nil))
        #expect(!application.sendAction(.makeBold, to: nil, from: list.view.superview, for: nil), "it only climbs")
        inner.becomeFirstResponder()
        #expect(!application.sendAction(.makeBold, to: nil, from: cell, for: nil), "the first responder comes first")
        inner.resignFirstResponder()
        application.commands = [.copy]
        let tap = TapGestureRecognizer()
        #expect(application.sendAction(.copy, to: nil, from: tap, for: nil), "no responder: from the window")
        #expect(!application.sendAction(.makeBold, to: nil, from: tap, for: nil))
        application.removeWindow(window)
        #expect(application.sendAction(.makeBold, to: nil, from: cell, for: nil), "also without a key window")
    }

    @Test("A6, A7: without a first responder and a sender it starts at the window; a touch makes none")
    func withoutFirstResponder() {
        inner.commands = [.makeBold]
        #expect(!send(.makeBold))
        application.commands = [.makeBold]
        #expect(send(.makeBold))
        let lonely = Desk()
        lonely.commands = [.makeBold]
        #expect(lonely.sendAction(.makeBold, to: nil, from: nil, for: nil), "without a window, at the application")
        let scene = TouchScene()
        let editor = Editor()
        editor.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        scene.window.addSubview(editor)
        scene.tap(10, 10, at: 0)
        #expect(scene.window.firstResponder == nil)
    }

    @Test("A8: target(forAction:) tells who would perform it, and performs nothing")
    func asked() {
        outer.commands = [.makeBold]
        #expect(inner.target(forAction: .makeBold, withSender: nil) === outer)
        #expect(inner.target(forAction: .paste, withSender: nil) == nil)
        #expect(outer.performed.isEmpty)
    }

    @Test("A9: it is performed before sendAction returns, with its sender and event, also inside a handler")
    func immediately() {
        final class Sender: View {
            var isDone = false

            override func motionBegan(_ motion: EventSubtype, with event: Event) {
                isDone =
                    (window?.application?.sendAction(.makeBold, to: nil, from: self, for: event) ?? false)
            }

            override var canBecomeFirstResponder: Bool { true }
        }
        let sender = Sender()
        outer.addSubview(sender)
        sender.becomeFirstResponder()
        outer.commands = [.makeBold]
        let event = Event(motion: .shake, phase: .began, timestamp: .zero)
        application.postEvent(event)
        application.processEvents()
        #expect(sender.isDone && outer.performed == ["makeBold"])
        #expect(outer.latestEvent === event)
    }

    @Test("A11: an application may override sendAction, to watch and to change what is sent")
    func overridden() {
        final class Watching: Application {
            var seen: [Action] = []
            override func sendAction(
                _ action: Action, to target: Responder?, from sender: AnyObject?, for event: Event?
            ) -> Bool {
                seen.append(action)
                let sent = action == .paste ? Action.makeBold : action
                return action != .delete && super.sendAction(sent, to: target, from: sender, for: event)
            }
        }
        let watching = Watching()
        let window = Window()
        let editor = Editor()
        watching.addWindow(window)
        window.addSubview(editor)
        editor.commands = [.makeBold, .delete]
        let application: Application = watching
        #expect(application.sendAction(.paste, to: nil, from: editor, for: nil))
        #expect(!application.sendAction(.delete, to: editor, from: nil, for: nil))
        #expect(watching.seen == [.paste, .delete] && editor.performed == ["makeBold"])
    }

    @Test("A10: the targets of a recognizer are called directly; nothing climbs")
    func recognizerTargets() {
        let scene = TouchScene()
        let view = scene.view("a", 0, 0, 400, 400)
        let tap = scene.add(TapGestureRecognizer(), "tap", to: view)
        var target: AnyObject? = Editor()
        var count = 0
        if let editor = target as? Editor { tap.addTarget(editor, action: "act") { _ in count += 1 } }
        scene.tap(10, 10, at: 0)
        target = nil
        scene.tap(10, 10, at: 1000)
        #expect(count == 1, "a target that is gone is not replaced")
        #expect(target == nil)
    }

    // MARK: The offer

    private func shake(_ end: MotionEventPhase = .ended) {
        for phase in [MotionEventPhase.began, end] {
            application.postEvent(Event(motion: .shake, phase: phase, timestamp: .zero))
        }
        application.processEvents()
    }

    @Test("M4: a shake that no responder took offers Undo and Redo once, and the choice comes back as an action")
    func offer() {
        let offer = Offer(application)
        application.editOffer = offer
        inner.becomeFirstResponder()
        outer.commands = [.undo]
        shake()
        #expect(offer.offers == 1 && offer.isDone == true)
        #expect(outer.performed == ["undo"])
        shake(.cancelled)
        #expect(offer.offers == 1, "never for a cancelled one")
        application.applicationSupportsShakeToEdit = false
        shake()
        #expect(offer.offers == 1)
        application.applicationSupportsShakeToEdit = true
        shake()
        #expect(offer.offers == 2)
        outer.commands = []
        shake()
        #expect(offer.isDone == false, "to be done by other means")
    }

    @Test("M4: a responder that took the beginning or the end is enough for no offer", arguments: [true, false])
    func taken(_ takesBeginning: Bool) {
        final class Taker: View {
            var takesBeginning = true

            override var canBecomeFirstResponder: Bool { true }

            override func motionBegan(_ motion: EventSubtype, with event: Event) {
                if !takesBeginning { super.motionBegan(motion, with: event) }
            }

            override func motionEnded(_ motion: EventSubtype, with event: Event) {
                if takesBeginning { super.motionEnded(motion, with: event) }
            }
        }
        let taker = Taker()
        taker.takesBeginning = takesBeginning
        outer.addSubview(taker)
        taker.becomeFirstResponder()
        let offer = Offer(application)
        application.editOffer = offer
        shake()
        #expect(offer.offers == 0)
        taker.removeFromSuperview()
        shake()
        #expect(offer.offers == 1)
    }
}
