// SPDX-License-Identifier: Apache-2.0

public import BatonCoreMotion
public import BatonDBus
public import BatonEvents
public import BatonMPRIS
import BatonReactor
import BatonValues

/// Joins an `Application` with the desktop: with batond while it is there, and with its own sensor and its own player while it is
/// not (rules APP1 to APP12).
///
/// From then on UIKit's calls have their effect: `beginReceivingRemoteControlEvents` registers the application, and
/// `endReceivingRemoteControlEvents` takes that back; `becomeFirstResponder` makes it the first that Baton asks; media commands
/// and shakes go through `Application.sendEvent`, and Baton is told whether a responder took them. When batond is not there,
/// starts again, or is older, the host registers again by itself. Keep it for as long as the application is on the desktop; it
/// keeps the application.
///
/// Nothing waits. All is used on the main actor, whose thread turns the connection's reactor.
///
/// For example:
/// ```swift
/// let host = ApplicationHost(application, identity: "Tuner", on: connection)
/// application.beginReceivingRemoteControlEvents()
/// host.isPlaying = true
/// let observation = host.observe { change in
///     if case .interruptionEnded(let shouldResume) = change { host.isPlaying = shouldResume }
/// }
/// ```
@MainActor
public final class ApplicationHost {
    /// The application that gets the events.
    public let application: Application
    /// What it was made with.
    public let options: ApplicationHostOptions
    /// What is known of the application at batond.
    public private(set) var state = ApplicationHostState.away
    /// The device that is told of shakes, so that it does not turn with them (rule O8).
    public weak var device: Device? {
        didSet { shakes.device = device }
    }
    /// The sensors in which shakes are looked for while batond does not give them; nil for none (rule APP10).
    public var sensors: MotionSensors? {
        didSet {
            localShakes.sensors = sensors
            reviewLocalShakes()
        }
    }
    /// Whether the application is in front, as it knows itself; true by default. Otherwise it gets no shakes of its own sensor
    /// (rule APP10). batond finds out itself who is in front.
    public var isInFront = true {
        didSet { reviewLocalShakes() }
    }

    let registration: Registration
    private let relay: EventRelay
    private let shakes: ShakeRelay
    private let localShakes: LocalShakes
    private let publication: Publication
    private let interruptions: InterruptionRelay
    private var observers = Observers<ApplicationHostChange>()
    private var plays = false

    /// Joins an application with the desktop. An application has one host; a second one takes the place of the first.
    ///
    /// - Parameters:
    ///   - application: gets the events.
    ///   - identity: the name that people see.
    ///   - connection: to the session bus. It may be opened later, and may be lost.
    ///   - options: what else the application wants.
    public init(
        _ application: Application, identity: String, on connection: Connection,
        options: ApplicationHostOptions = ApplicationHostOptions()
    ) {
        self.application = application
        self.options = options
        relay = EventRelay(application, on: connection.reactor)
        shakes = ShakeRelay(relay)
        localShakes = LocalShakes(shakes)
        interruptions = InterruptionRelay()
        registration = Registration(identity: identity, options: options, on: connection)
        publication = Publication(identity: identity, options: options, relay: relay, on: connection)
        join()
    }

    isolated deinit { leave() }

    // MARK: Playing

    /// Whether the application plays now. One that plays stands before those that do not, and is told of interruptions
    /// (rules APP6 and APP8).
    public var isPlaying: Bool {
        get { plays }
        set {
            plays = newValue
            publication.isPlaying = newValue
            reviewInterruptions()
            review()
        }
    }

    /// The track that panels, lock screens and phones show; nil for none. With the first one the application is a player on the
    /// bus, and media commands come by way of it, from batond and from others (rule APP7).
    public var nowPlaying: Metadata? {
        didSet {
            guard state != .ended else { return }
            publication.show(nowPlaying, isPlaying: plays)
            review()
        }
    }

    /// The player on the bus while ``nowPlaying`` is set; for what else a player tells, such as its position.
    public var player: PublishedPlayer? { publication.player }

    // MARK: Changes

    /// Calls a handler with each change, until the observation is let go or cancelled.
    public func observe(_ handler: @escaping (ApplicationHostChange) -> Void) -> ApplicationHostObservation {
        ApplicationHostObservation(observation: observers.observe(handler))
    }

    /// Takes everything back: the application is not registered, not a player, and gets no more events. A shake that is under
    /// way is cancelled. Further calls do nothing (rule APP12).
    public func end() {
        guard state != .ended else { return }
        set(.ended)
        leave()
    }

    private func leave() {
        if application.surroundings === self { application.surroundings = nil }
        registration.end()
        publication.withdraw()
        localShakes.stop()
        shakes.interrupt(.agent)
        interruptions.forget()
    }

    // MARK: The parts

    private func join() {
        (application.surroundings as? ApplicationHost)?.end()
        application.surroundings = self
        registration.changed = { [weak self] in self?.registrationChanged() }
        registration.interruptionsChanged = { [weak self] in self?.reviewInterruptions() }
        publication.changed = { [weak self] in self?.review() }
        publication.performed = { [weak self] method, sender in
            guard let self, method == .play, sender == registration.owner else { return }
            interruptions.notePlay()
        }
        interruptions.changed = { [weak self] in self?.observers.tell($0) }
        registration.serve(
            ResponderObject(
                relay: relay, shakes: shakes, interruptions: interruptions,
                accepts: { [weak self] in
                    self?.registration.owner == $0
                }
            ).object)
        review()
    }

    /// Tells batond and panels what the application wants now.
    private func review() {
        guard state != .ended else { return }
        publication.reviewCapabilities()
        let isPlayer = publication.ownedName != nil
        var wish = Registration.Wish()
        wish.shakes = options.receivesShakes
        // A published player gets them as every player does; the object would get them a second time.
        wish.remoteControl = application.isReceivingRemoteControlEvents && !isPlayer
        // A player has no word for a button that is held.
        wish.seeking = application.isReceivingRemoteControlEvents && isPlayer
        wish.isPlaying = plays && !isPlayer
        registration.wish = wish
    }

    private func reviewInterruptions() {
        // Without batond nothing is known of those that it told.
        guard state != .ended, registration.isPresent else { return }
        interruptions.review(registration.activeInterruptions, of: publication.ownedName, isPlaying: plays)
    }

    private func registrationChanged() {
        guard state != .ended else { return }
        // Another batond knows nothing of a shake that is under way.
        if !registration.isPresent || registration.state == .asking { shakes.interrupt(.agent) }
        if registration.isBusLost { interruptions.forget() }
        set(registration.state)
        reviewLocalShakes()
    }

    private func reviewLocalShakes() {
        let isNeeded =
            switch state {
            case .away, .refused: registration.isSettled
            case .asking, .idle, .registered, .ended: false
            }
        if isNeeded, isInFront, options.receivesShakes { localShakes.start() } else { localShakes.stop() }
    }

    private func set(_ new: ApplicationHostState) {
        guard new != state else { return }
        state = new
        observers.tell(.state(new))
    }
}

extension ApplicationHost: ApplicationSurroundings {
    package func remoteControlChanged() { review() }

    package func firstResponderBecame(_ responder: Responder) {
        guard state != .ended else { return }
        registration.becomeFirst()
    }
}
