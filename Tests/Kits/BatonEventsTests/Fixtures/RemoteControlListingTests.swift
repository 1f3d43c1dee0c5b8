// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("The guide's listings of chapter 5, remote control")
struct RemoteControlListingTests {
    /// The controller of the listings: it begins when its view appears, and ends when it disappears.
    private final class PlayerController: ViewController {
        unowned let application: Application
        var calls: [String] = []
        var position = 30.0

        init(_ application: Application) {
            self.application = application
            super.init(view: View())
        }

        override var canBecomeFirstResponder: Bool { true }

        /// Listing 5-1.
        func appear() {
            application.beginReceivingRemoteControlEvents()
            becomeFirstResponder()
        }

        /// Listing 5-2.
        func disappear() {
            application.endReceivingRemoteControlEvents()
            resignFirstResponder()
        }

        /// Listing 5-3; the last three cases are those of the edition of 2013.
        override func remoteControlReceived(with event: Event) {
            guard event.type == .remoteControl else { return super.remoteControlReceived(with: event) }
            switch event.subtype {
            case .remoteControlPlay: calls.append("play")
            case .remoteControlPause: calls.append("pause")
            case .remoteControlStop:
                calls.append("stop")
                position = 0
            case .remoteControlTogglePlayPause: calls.append("toggle")
            case .remoteControlPreviousTrack: calls.append("previous")
            case .remoteControlNextTrack: calls.append("next")
            default: super.remoteControlReceived(with: event)
            }
        }
    }

    private let application = Application()
    private let window = Window()
    private let controller: PlayerController

    init() {
        controller = PlayerController(application)
        application.addWindow(window)
        window.rootViewController = controller
    }

    private func send(_ subtypes: RemoteControlSubtype...) {
        for subtype in subtypes { application.postEvent(Event(remoteControl: subtype, timestamp: .zero)) }
        application.processEvents()
    }

    @Test("C1, R6, R8: listing 5-1: a controller whose view appeared begins to receive, and becomes first responder")
    func begin() {
        send(.play)
        #expect(controller.calls.isEmpty && application.droppedEventCounts[.remoteControl] == 1)
        controller.appear()
        #expect(controller.isFirstResponder && application.isReceivingRemoteControlEvents)
        send(.play)
        #expect(controller.calls == ["play"])
    }

    @Test("C1, R7: listing 5-2: when the view disappears the controller ends, and is first no more")
    func end() {
        controller.appear()
        controller.disappear()
        #expect(!controller.isFirstResponder && !application.isReceivingRemoteControlEvents)
        send(.play, .togglePlayPause)
        #expect(controller.calls.isEmpty)
    }

    @Test("C2, C5: listing 5-3: each command is carried out, stop goes to the beginning, and others are passed on")
    func receive() {
        controller.appear()
        send(.play, .pause, .togglePlayPause, .previousTrack, .nextTrack)
        #expect(controller.calls == ["play", "pause", "toggle", "previous", "next"] && controller.position == 30)
        send(.stop)
        #expect(controller.calls.last == "stop" && controller.position == 0)
        #expect(application.droppedEventCounts[.remoteControl] == nil)
        send(.beginSeekingForward)
        #expect(controller.calls.count == 6 && application.droppedEventCounts[.remoteControl] == 1)
    }
}
