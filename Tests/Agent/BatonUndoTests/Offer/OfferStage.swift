// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonTestSupport
import BatonValues
import Testing

@testable import BatonAPI
@testable import BatonSession
@testable import BatonSettings
@testable import BatonUndo

/// The undo offer over a real bus, with a clock that the test moves, a notification daemon in the test's process, and
/// an app in front that the test names.
@MainActor
final class OfferStage: @MainActor StageOnBus {
    static let editor = FocusedApp(process: 42, names: ["geany"], window: "0x1", provider: .x11)
    static let other = FocusedApp(process: 43, names: ["gedit"], window: "0x2", provider: .x11)
    static let terminal = FocusedApp(process: 44, names: ["XTerm", "xterm"], window: "0x3", provider: .x11)

    let clock = ManualClock()
    let stage: BusStage
    let offer: UndoOffer
    let route = RecordingRoute()
    /// The second route, for an app that the first one does not reach.
    let second = RecordingRoute("virtual-keyboard")
    let daemon: FakeNotifications
    let log = TestLog()
    /// The app in front, and what forbids an undo.
    var situation = UndoSituation(app: OfferStage.editor)
    /// How often the situation was looked at.
    private(set) var looks = 0
    /// Whether a question is on the screen, as reported to the routes.
    private(set) var isShowing = false
    private var observation: Observation?

    /// - Parameter hasDaemon: whether there is a notification daemon.
    init(hasDaemon: Bool = true) throws {
        let stage = try BusStage(clock: clock)
        let reactor = stage.reactor
        self.stage = stage
        daemon = FakeNotifications(on: try stage.connect())
        let delivery = UndoDelivery(reactor: reactor, logger: log.logger)
        second.availability = .unavailable(.route(.noWaylandDisplay))
        delivery.allRoutes = [route, second]
        offer = UndoOffer(
            delivery: delivery, notifications: NotificationClient(connection: stage.connection, reactor: reactor),
            reactor: reactor, logger: log.logger)
        offer.look = { [weak self] then in
            guard let self else { return }
            looks += 1
            then(situation)
        }
        observation = offer.observe { [weak self] change in
            if case .showing(let isShowing) = change { self?.isShowing = isShowing }
        }
        if hasDaemon {
            daemon.appear()
            try #require(turn { self.daemon.isThere })
        }
    }

    var bus: PrivateBus { stage.bus }

    var configuration: Configuration.Undo {
        get { offer.guards.configuration }
        set { offer.guards.configuration = newValue }
    }

    /// Moves the clock, and runs what is due.
    func pass(_ time: Duration) { stage.pass(time, on: clock) }

    /// A shake that no responder took. The result is set as soon as it is known.
    func shake() -> Result { ask { offer.offer(then: $0) } }

    /// An undo or redo over D-Bus, as batonctl asks for it.
    func perform(_ operation: UndoOperation) -> Result { ask { offer.perform(operation, then: $0) } }

    /// The results that a caller was told.
    final class Result {
        fileprivate(set) var all: [UndoResult] = []
        var value: UndoResult? { all.first }
    }

    private func ask(_ body: (@escaping (UndoResult) -> Void) -> Void) -> Result {
        let result = Result()
        body { result.all.append($0) }
        return result
    }

    /// Shakes, and waits for the notification.
    func question(_ count: Int = 1) throws -> Result {
        let result = shake()
        try #require(turn { self.daemon.shown.count >= count && self.isShowing }, "\(log.lines)")
        try settleAll()
        return result
    }

    /// Waits for the end of a question.
    func end(_ result: Result) throws -> UndoResult {
        try #require(turn { result.value != nil }, "\(log.lines)")
        try settleAll()
        #expect(result.all.count == 1)
        return result.all[0]
    }

    /// A connection of another program than the daemon.
    func stranger() throws -> Connection { try stage.connect() }
}

extension UndoResult {
    /// Whether a guard refused.
    var isRefused: Bool { if case .refused = self { true } else { false } }
    /// Whether the delivery failed.
    var isFailed: Bool { if case .failed = self { true } else { false } }
}
