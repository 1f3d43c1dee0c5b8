// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonReactor

/// Sends events from outside through an application, and tells what became of each (rule APP3).
@MainActor
final class EventRelay {
    let application: Application
    let reactor: Reactor

    /// How long until it is looked again whether an event was sent, while a handler of another one turns the loop.
    private static let pause = Duration.milliseconds(10)

    private final class Walk {
        var isTaken = true
    }

    init(_ application: Application, on reactor: Reactor) {
        self.application = application
        self.reactor = reactor
    }

    /// Sends an event in its turn.
    ///
    /// - Parameter then: called once, with whether a responder took it.
    func send(_ event: Event, then: @escaping (Bool) -> Void) {
        let walk = Walk()
        event.onUnhandled = { walk.isTaken = false }
        application.postEvent(event)
        application.processEvents()
        answer(walk, then)
    }

    private func answer(_ walk: Walk, _ then: @escaping (Bool) -> Void) {
        guard application.isProcessing else { return then(walk.isTaken) }
        // The handler of another event turns the loop: this one is sent after it (rule E5).
        reactor.schedule(after: Self.pause) { [self] in answer(walk, then) }
    }
}
