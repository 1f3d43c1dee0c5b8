// SPDX-License-Identifier: Apache-2.0

import BatonControls
import BatonEvents
import Testing

@MainActor
@Suite("Targets and actions of controls (rules CT10 to CT12)")
struct ControlActionRuleTests {
    private final class Note {
        var lines: [String] = []
    }

    /// A responder that performs one action by its name.
    private final class Performer: View {
        let action: Action
        var performed: [String] = []

        init(_ action: Action) { self.action = action }

        override var canBecomeFirstResponder: Bool { true }

        override func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool {
            action == self.action
        }

        override func perform(_ action: Action, from sender: AnyObject?, for event: Event?) {
            performed.append("\(action.rawValue) \(sender is Control) \(event != nil)")
        }
    }

    private let scene = ControlScene()
    private let note = Note()
    private let control = Control()
    private static let act = Action(rawValue: "act")

    init() {
        control.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        scene.window.addSubview(control)
    }

    @Test("CT10: a pair that is added twice merges its events, and acts once for each")
    func merging() {
        for events in [ControlEvents.touchDown, .touchUpInside, .touchDown] {
            control.addTarget(note, action: "a", for: events) { $0.lines.append("a") }
        }
        control.addTarget(note, action: "b", for: .touchDown) { $0.lines.append("b") }
        scene.down(50, 50)
        #expect(note.lines == ["a", "b"])
        scene.up()
        #expect(note.lines == ["a", "b", "a"])
        #expect(control.allControlEvents == [.touchDown, .touchUpInside])
        #expect(control.allTargets.count == 1 && control.allTargets.first === note)
        #expect(control.actions(forTarget: note, forControlEvent: .touchDown) == ["a", "b"])
        #expect(control.actions(forTarget: note, forControlEvent: .touchUpInside) == ["a"])
        #expect(control.actions(forTarget: note, forControlEvent: .valueChanged) == nil)
        #expect(control.actions(forTarget: nil, forControlEvent: .allEvents) == nil)
    }

    @Test("CT10: targets are not kept alive, and nothing is sent to one that is gone")
    func weakTargets() {
        var target: Note? = Note()
        weak let watched = target
        if let target { control.addTarget(target, action: "a", for: .allEvents) { $0.lines.append("a") } }
        target = nil
        #expect(watched == nil)
        #expect(control.allTargets.isEmpty && control.allControlEvents.isEmpty)
        scene.tap(50, 50)
        var other: Performer? = Performer(Self.act)
        control.addTarget(other, action: Self.act, for: .touchDown)
        other = nil
        control.sendActions(for: .touchDown)
        #expect(control.actions(forTarget: nil, forControlEvent: .touchDown) == nil, "it is not for the chain")
    }

    @Test("CT10: nil removes from every target or every action, and other events stay")
    func removing() {
        let other = Note()
        func add() {
            for target in [note, other] {
                for action in ["a", "b"] {
                    control.addTarget(target, action: action, for: [.touchDown, .valueChanged]) {
                        $0.lines.append(action)
                    }
                }
            }
        }
        add()
        control.removeTarget(note, action: "a", for: .touchDown)
        #expect(control.actions(forTarget: note, forControlEvent: .touchDown) == ["b"])
        #expect(control.actions(forTarget: note, forControlEvent: .valueChanged) == ["a", "b"])
        control.removeTarget(note, action: nil, for: .allEvents)
        #expect(control.allTargets.count == 1)
        control.removeTarget(nil, action: "a", for: .allEvents)
        #expect(control.actions(forTarget: other, forControlEvent: .allEvents) == ["b"])
        control.addTarget(nil, action: Self.act, for: .touchDown)
        #expect(control.actions(forTarget: nil, forControlEvent: .touchDown) == ["act"])
        control.removeTarget(nil, action: nil, for: .allEvents)
        #expect(control.allControlEvents.isEmpty)
    }

    @Test("CT10, CT11: an action that removes a target keeps the event from it")
    func removedMeanwhile() {
        control.addTarget(note, action: "a", for: .touchDown) { note, control in
            note.lines.append("a")
            control.removeTarget(note, action: "b", for: .touchDown)
        }
        control.addTarget(note, action: "b", for: .touchDown) { $0.lines.append("b") }
        control.addTarget(note, action: "c", for: .touchDown) { $0.lines.append("c") }
        control.sendActions(for: .touchDown)
        #expect(note.lines == ["a", "c"])
    }

    @Test("CT11: an action gets nothing, the sender as what it is, or the sender and the event")
    func forms() {
        let slider = scene.add(Slider(), 0, 200, 200, 31)
        var values: [Double] = []
        var events: [Bool] = []
        slider.addTarget(note, action: "none", for: .touchDown) { $0.lines.append("none") }
        slider.addTarget(note, action: "sender", for: .touchDown) { _, slider in values.append(slider.value) }
        slider.addTarget(note, action: "event", for: .touchDown) { _, _, event in
            events.append(event?.type == .touches)
        }
        scene.down(10, 215)
        #expect(note.lines == ["none"] && values == [0] && events == [true])
    }

    @Test("CT11: a responder performs an action by its name, and only one that it can")
    func responders() {
        let performer = Performer(Self.act)
        control.addTarget(performer, action: Self.act, for: .touchDown)
        control.addTarget(performer, action: .copy, for: .touchDown)
        scene.down(50, 50)
        #expect(performer.performed == ["act true true"])
    }

    @Test("CT11: without a target the first responder and those above it are asked")
    func chain() {
        let performer = Performer(Self.act)
        scene.window.addSubview(performer)
        control.addTarget(nil, action: Self.act, for: .touchDown)
        performer.becomeFirstResponder()
        scene.down(50, 50)
        #expect(performer.performed == ["act true true"])
    }

    @Test("CT11: without a target and without a first responder, it starts at the control")
    func chainFromSender() {
        let performer = Performer(Self.act)
        performer.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        scene.window.addSubview(performer)
        performer.addSubview(control)
        control.addTarget(nil, action: Self.act, for: .touchDown)
        scene.down(50, 50)
        #expect(performer.performed == ["act true true"])
    }

    @Test("CT11: sendAction may be overridden, to watch and to change what is sent")
    func overriding() {
        final class Watched: Control {
            var seen: [String] = []
            var isSilent = false

            override func sendAction(_ action: Action, to target: AnyObject?, for event: Event?) {
                seen.append(action.rawValue)
                if !isSilent { super.sendAction(action, to: target, for: event) }
            }
        }
        let watched = scene.add(Watched(), 200, 200, 100, 100)
        scene.tap(250, 250)
        #expect(watched.seen == ["down", "upInside"] && scene.take() == ["down", "upInside"])
        watched.isSilent = true
        scene.tap(250, 250, at: 2000)
        #expect(scene.take().isEmpty && watched.seen.count == 4)
        watched.isSilent = false
        watched.sendAction(Action(rawValue: "value"), to: scene, for: nil)
        #expect(scene.take() == ["value"], "an action that was added, sent by hand")
        watched.sendAction(Action(rawValue: "unknown"), to: scene, for: nil)
        watched.sendAction(.copy, to: note, for: nil)
        #expect(scene.take().isEmpty)
    }

    @Test("CT11: a control outside of windows sends too; without a target its own chain is asked")
    func withoutApplication() {
        let performer = Performer(Self.act)
        let control = Control()
        performer.addSubview(control)
        control.addTarget(note, action: "a", for: .valueChanged) { $0.lines.append("a") }
        control.addTarget(nil, action: Self.act, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        #expect(note.lines == ["a"] && performer.performed == ["act true false"])
    }

    @Test("CT11: all of one event comes before the next one; an end that an action causes comes after the beginning")
    func order() {
        let other = Note()
        control.addTarget(note, action: "first", for: [.touchDown, .touchCancel]) { note, control in
            note.lines.append(control.isEnabled ? "1 down" : "1 cancel")
            if control.isEnabled { control.isEnabled = false }
        }
        control.addTarget(other, action: "down", for: .touchDown) { [note] _ in note.lines.append("2 down") }
        control.addTarget(other, action: "cancel", for: .touchCancel) { [note] _ in note.lines.append("2 cancel") }
        scene.tap(50, 50)
        #expect(note.lines == ["1 down", "2 down", "1 cancel", "2 cancel"])
    }

    @Test("CT12: code sends without an event, also for a disabled control, the lowest event first")
    func fromCode() {
        control.isEnabled = false
        control.addTarget(note, action: "a", for: [.valueChanged, .touchDown]) { note, _, event in
            note.lines.append(event == nil ? "a" : "event")
        }
        control.addTarget(note, action: "b", for: [.touchDown]) { $0.lines.append("b") }
        control.sendActions(for: [.valueChanged, .touchDown])
        #expect(note.lines == ["a", "b", "a"])
    }
}
