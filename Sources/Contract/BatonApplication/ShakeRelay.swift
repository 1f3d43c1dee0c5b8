// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonEvents
import BatonMotion
import BatonReactor

/// Sends the phases of shakes through an application, and sees to it that each beginning has one end (rules M1 and APP4).
@MainActor
final class ShakeRelay {
    /// Where shakes come from.
    enum Origin {
        case agent, sensor
    }

    /// The device that is told of shakes.
    weak var device: Device?

    private let relay: EventRelay
    private var current: (origin: Origin, began: Duration)?

    init(_ relay: EventRelay) { self.relay = relay }

    /// A shake has begun.
    ///
    /// - Parameter then: called once, with whether a responder took it.
    func begin(_ origin: Origin, at time: Duration, then: @escaping (Bool) -> Void = { _ in }) {
        // The end of the one before was lost.
        if let current { interrupt(current.origin) }
        current = (origin, time)
        device?.note(.began(at: time))
        relay.send(Event(motion: .shake, phase: .began, timestamp: time), then: then)
    }

    /// A shake has ended in time. An end without a beginning is no event.
    ///
    /// - Parameter then: called once, with whether nothing else should offer Undo.
    func end(_ origin: Origin, at time: Duration, then: @escaping (Bool) -> Void = { _ in }) {
        guard let current, current.origin == origin else { return then(false) }
        self.current = nil
        device?.note(.ended(at: time, duration: max(time - current.began, .zero)))
        relay.send(Event(motion: .shake, phase: .ended, timestamp: time)) { [relay] isTaken in
            then(isTaken || Self.answersItself(relay.application))
        }
    }

    /// A shake was none, took too long, or was cut off.
    ///
    /// - Parameter then: called once, with whether a responder took it.
    func cancel(_ origin: Origin, at time: Duration, then: @escaping (Bool) -> Void = { _ in }) {
        guard let current, current.origin == origin else { return then(false) }
        self.current = nil
        device?.note(.cancelled(at: time, reason: .interrupted))
        relay.send(Event(motion: .shake, phase: .cancelled, timestamp: time), then: then)
    }

    /// What tells of shakes is gone: the one under way is cancelled.
    func interrupt(_ origin: Origin) {
        guard let current, current.origin == origin else { return }
        cancel(origin, at: max(relay.reactor.now, current.began))
    }

    /// Whether the application wants no question of batond's: it refuses shake to edit, or asks itself (rule M4).
    private static func answersItself(_ application: Application) -> Bool {
        !application.applicationSupportsShakeToEdit || application.editOffer != nil
    }
}
