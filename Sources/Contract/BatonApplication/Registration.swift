// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonCoreMotion
import BatonDBus
import BatonReactor
import BatonValues

/// Keeps the application's object registered at batond with what the application wants (rules APP1 and APP5).
///
/// One call is under way at a time. Whatever changes meanwhile is sent after its answer, and all of it again to another batond.
@MainActor
final class Registration {
    /// What the application wants of batond.
    struct Wish: Equatable {
        var shakes = false
        var remoteControl = false
        var isPlaying = false
        /// The beginning and the end of seeking of the application's player (rule APP15).
        var seeking = false

        var isEmpty: Bool { !shakes && !remoteControl && !seeking }
    }

    /// What the application wants now.
    var wish = Wish() {
        didSet { if wish != oldValue { reviewSoon() } }
    }
    private(set) var state = ApplicationHostState.away
    /// Called when ``state`` or ``isPresent`` may have changed.
    var changed: (() -> Void)?
    /// Called whenever batond tells which interruptions last.
    var interruptionsChanged: (() -> Void)?

    private let identity: String
    private let options: ApplicationHostOptions
    private let connection: Connection
    private let agent: RemoteAgent
    private let watch: AgentWatch
    private var observation: Observation?
    /// What batond has accepted last; nil when the object is not registered.
    private var accepted: Wish?
    /// What it has refused, and will refuse again.
    private var refused: Wish?
    private var call: PendingCall?
    private let retry: RetryTimer
    private var wantsFirst = false
    private var isReviewScheduled = false
    private var hasAskedForStart = false
    private var hasEnded = false

    /// How long batond may take: it may have to ask the bus who the caller is.
    private static let deadline = Duration.seconds(5)
    /// How long the start of batond may take.
    private static let startDeadline = Duration.seconds(25)

    init(identity: String, options: ApplicationHostOptions, on connection: Connection) {
        self.identity = identity
        self.options = options
        self.connection = connection
        agent = RemoteAgent(on: connection)
        watch = AgentWatch(agent, following: [.interruptions])
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
        observation = watch.observe { [weak self] in self?.follow($0) }
    }

    /// The connection of batond; nil while it is not there.
    var owner: BusName? { watch.owner }

    var isPresent: Bool { watch.presence == .present }

    /// Whether it is known if batond is there.
    var isSettled: Bool { watch.presence != .unknown }

    /// The interruptions that last, as far as batond tells.
    var activeInterruptions: [ActiveInterruption] { watch.state[InterruptionsInterface.active] ?? [] }

    var isBusLost: Bool { connection.uniqueName == nil }

    /// Puts the object on the bus.
    func serve(_ object: ExportedObject) { connection.export(object, at: options.objectPath) }

    /// Asks to be the first that batond offers an event, once the object is registered for media commands or beside a player.
    func becomeFirst() {
        wantsFirst = true
        reviewSoon()
    }

    /// Takes the registration back for good.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        observation = nil
        retry.cancel()
        call?.cancel()
        // Also where an answer is awaited: batond may have registered it. It cannot refuse anything that matters.
        if isPresent, accepted != nil || call != nil { unregister() }
        call = nil
        connection.unexport(options.objectPath)
    }

    // MARK: batond comes and goes

    private func follow(_ change: AgentWatch.Change) {
        switch change {
        case .arrived:
            forget()
            review()
        case .left:
            forget()
            set(.away)
            start()
        case .told(.interruptions):
            interruptionsChanged?()
        case .touched(MotionInterface.name) where refused != nil:
            // A sensor may have come that the application requires.
            refused = nil
            review()
        case .told, .failed, .touched: break
        }
    }

    /// Another batond knows nothing of the object.
    private func forget() {
        call?.cancel()
        call = nil
        accepted = nil
        refused = nil
        retry.reset()
    }

    /// Has the bus start batond, once: one that was ended stays ended.
    private func start() {
        guard options.startsAgent, !hasAskedForStart, !wish.isEmpty, !isBusLost else { return }
        hasAskedForStart = true
        agent.ping(within: Self.startDeadline) { _ in }
    }

    // MARK: The registration

    private func reviewSoon() {
        guard !isReviewScheduled, !hasEnded else { return }
        isReviewScheduled = true
        connection.reactor.deferUntilEndOfTurn { [weak self] in
            self?.isReviewScheduled = false
            self?.review()
        }
    }

    /// Does the next thing that is to be done.
    private func review() {
        guard !hasEnded, call == nil else { return }
        guard isPresent else {
            if watch.presence == .absent { start() }
            return
        }
        guard !wish.isEmpty else {
            if accepted != nil { unregister() }
            accepted = nil
            return set(.idle)
        }
        if wish == accepted {
            set(.registered)
            askToBeFirst()
        } else if wish != refused, !retry.isScheduled {
            register(wish)
        }
    }

    private func register(_ wish: Wish) {
        if accepted == nil { set(.asking) }
        call = agent.call(
            ApplicationInterface.register, (options.objectPath, described(wish)), within: Self.deadline,
            startsAgent: false
        ) { [weak self] in self?.answered($0, wish) }
    }

    private func described(_ wish: Wish) -> Vardict {
        var types: [Value] = []
        if wish.shakes { types.append(.uint32(1)) }
        if wish.remoteControl { types.append(.uint32(2)) }
        let required = options.requiredCapabilities.missing(on: [])
        return Vardict([
            ("identity", .string(identity)),
            ("event-types", .array(DBusArray("u", types))),
            ("playing", .boolean(wish.isPlaying)),
            ("interruptions", .boolean(true)),
            ("seeking", wish.seeking ? .boolean(true) : nil),
            ("background-motion", options.wantsBackgroundShakes ? .boolean(true) : nil),
            ("required-capabilities", required.isEmpty ? nil : .strings(required)),
        ])
    }

    private func answered(_ answer: AgentReply<Void>, _ asked: Wish) {
        call = nil
        switch answer {
        case .success:
            retry.reset()
            refused = nil
            accepted = asked
        case .failure(let error): failed(error, asked)
        }
        review()
    }

    private func failed(_ error: AgentError, _ asked: Wish) {
        switch error {
        // The watch tells when it is back.
        case .absent, .busLost: break
        case .silent, .unreadable:
            if accepted == nil { set(.away) }
            askLater()
        case .lacking(let cause): refuse(cause, asked)
        case .refused(let cause):
            refuse(cause, asked)
            // These pass. Another refusal stays until the application, the sensors or batond are others.
            guard cause.name == .limitsExceeded || cause.name == .timeout || cause.name == .noReply else { return }
            refused = nil
            askLater()
        }
    }

    private func refuse(_ error: DBusError, _ asked: Wish) {
        refused = asked
        accepted = nil
        set(.refused(error))
    }

    private func askLater() { retry.schedule { [weak self] in self?.review() } }

    private func unregister() {
        agent.call(ApplicationInterface.unregister, options.objectPath, startsAgent: false) { _ in }
    }

    private func askToBeFirst() {
        guard wantsFirst, wish.remoteControl || wish.seeking else { return }
        wantsFirst = false
        agent.call(ApplicationInterface.becomeFirstResponder, options.objectPath, startsAgent: false) { _ in }
    }

    private func set(_ new: ApplicationHostState) {
        state = new
        changed?()
    }
}
