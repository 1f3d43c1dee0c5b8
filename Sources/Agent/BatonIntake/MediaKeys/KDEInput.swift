// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonLog
import BatonReactor
import BatonRouting
import BatonShortcuts

/// Media keys from KDE's kglobalaccel, presses and releases, if the user has agreed (`batonctl setup`).
///
/// Otherwise Plasma's media controller has the keys and sends them to a player that it picks itself; a program that
/// only listens would double every press (rule KEYS13). The keys are given back when batond ends.
@MainActor
final class KDEInput {
    /// Called when kglobalaccel has appeared.
    var onAppear: (() -> Void)?

    private let connection: Connection
    private let inputs: InputRegistry
    private let logger: Logger
    private let keys: KDEMediaKeys
    private var watch: NameWatch?
    private var matches: [Match] = []
    private var owner: BusName?
    private var input: Input?
    private var heldKeys: MediaKeyPresses?
    private var claim = Claim.none
    private var trust = ReleaseTrust()
    private var reviewTimer: ReactorTimer?
    /// kglobalaccel may not be ready while a session starts.
    private let retry: RetryTimer

    /// The state of the request for the keys.
    private enum Claim: Equatable {
        case none, asked, answered
        /// The request failed at that time.
        case failed(Duration)
    }

    /// The delay before the record is read: `batonctl setup` changes the shortcuts first and its record afterwards.
    private static let settleTime = Duration.seconds(1)
    private static let longestRetry = Duration.seconds(64)
    /// The service that is asked, in the reasons.
    private static let service: ReasonValue = "kglobalaccel"

    /// - Parameter directory: the directory with the record of the user's consent.
    init(connection: Connection, inputs: InputRegistry, directory: String, logger: Logger) {
        self.connection = connection
        self.inputs = inputs
        self.logger = logger
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: Self.longestRetry)
        keys = KDEMediaKeys(connection: connection, directory: directory)
    }

    func open() {
        guard watch == nil else { return }
        watch = connection.watchName(KDEMediaKeys.service) { [weak self] in self?.ownerChanged($0) }
    }

    /// Whether the keys are being given back: an answer of kglobalaccel is needed for that.
    var isGivingBack: Bool { keys.isGiving }

    /// Gives the keys back.
    func close() {
        watch?.cancel()
        watch = nil
        // batonctl may have taken the keys since this input read the record last.
        if owner != nil, keys.isAgreed { keys.giveAtOnce() }
        leave()
    }

    private func ownerChanged(_ owner: BusName?) {
        leave()
        guard let owner else { return }
        self.owner = owner
        let input = inputs.add(.kde, name: "KDE shortcuts")
        self.input = input
        // Without a release that can be trusted, a press is one step (rule MPRIS30).
        heldKeys = MediaKeyPresses(input, reactor: connection.reactor) { [weak self] in self?.trust.isEarned ?? false }
        func listen(
            _ path: ObjectPath?, _ interface: InterfaceName, _ member: MemberName,
            _ handler: @escaping (Message) -> Void
        ) {
            matches.append(
                connection.addMatch(
                    MatchRule(sender: owner, path: path, interface: interface, member: member), handler: handler))
        }
        listen(KDEMediaKeys.componentPath, KDEMediaKeys.componentInterface, "globalShortcutPressed") {
            [weak self] in self?.heard($0, isPress: true)
        }
        listen(KDEMediaKeys.componentPath, KDEMediaKeys.componentInterface, "globalShortcutReleased") {
            [weak self] in self?.heard($0, isPress: false)
        }
        listen(KDEMediaKeys.path, KDEMediaKeys.interface, "yourShortcutsChanged") { [weak self] in
            self?.keys.shortcutsChanged((try? $0.arguments()) ?? [])
            self?.reviewSoon()
        }
        onAppear?()
        review()
    }

    private func leave() {
        reviewTimer?.cancel()
        reviewTimer = nil
        retry.reset()
        for match in matches { match.cancel() }
        matches = []
        heldKeys?.cancel()
        heldKeys = nil
        input?.remove(at: connection.reactor.now)
        input = nil
        owner = nil
        claim = .none
        trust = ReleaseTrust()
    }

    // MARK: Consent

    private func reviewSoon() {
        reviewTimer?.cancel()
        reviewTimer = connection.reactor.schedule(after: Self.settleTime, tolerance: .milliseconds(200)) {
            [weak self] in self?.review()
        }
    }

    private func review() {
        guard keys.isAgreed else {
            claim = .none
            retry.reset()
            input?.state = .waiting(.input(.keysUnclaimed, [.desktop: .text(MediaKeysDesktop.kde.rawValue)]))
            return
        }
        switch claim {
        case .none: ask()
        // The user has given keys of Baton's away, or given it others.
        case .answered where keys.noteChoices(): ask()
        // The retries are over, but the shortcuts or the consent have changed.
        case .failed(let instant) where connection.reactor.now - instant > Self.longestRetry:
            retry.reset()
            ask()
        case .asked, .answered, .failed: break
        }
    }

    private func ask() {
        guard let owner else { return }
        claim = .asked
        input?.state = .waiting(.input(.keysAsked, [.service: Self.service]))
        keys.take { [weak self] result in
            // The reply does not count if kglobalaccel has gone or the consent was withdrawn meanwhile.
            guard let self, self.owner == owner, claim == .asked else { return }
            took(result)
        }
    }

    private func took(_ result: Result<[String], DBusError>) {
        guard let input else { return }
        claim = .answered
        input.note = nil
        switch result {
        case .success(let missing):
            let reason = Reason.input(.keysTaken, [.keys: .text(missing.joined(separator: ", "))])
            // Some of them may be the user's choice (rule SETUP10).
            input.state = missing.count == KDEShortcut.all.count ? .off(reason) : .listening
            if !missing.isEmpty { input.note = reason }
            if keys.hasChoices { reviewSoon() }
        case .failure(let error):
            claim = .failed(connection.reactor.now)
            tryAgain(error)
        }
        logger.info("KDE shortcuts: \(input.state.text)")
    }

    private func tryAgain(_ error: DBusError) {
        let details: Reason.Details = [.service: Self.service, .message: .text(error.message)]
        guard !retry.isExhausted else {
            input?.state = .off(.input(.keysRefused, details))
            return
        }
        input?.state = .waiting(.input(.keysDelayed, details))
        retry.schedule { [weak self] in
            guard let self, keys.isAgreed else { return }
            ask()
        }
    }

    /// Ends the seeking: the session is inactive, and releases are not reported any more.
    func endSeeking() { heldKeys?.cancel() }

    // MARK: Keys

    private func heard(_ signal: Message, isPress: Bool) {
        guard let heldKeys, let values = try? signal.arguments(), values.count >= 2,
            values[0].asString == KDEShortcut.component
        else { return }
        let now = connection.reactor.now
        if isPress { trust.pressed(at: now) } else { trust.released(at: now) }
        guard let key = Self.key(values[1].asString ?? "") else { return }
        if isPress { heldKeys.pressed(key) } else { heldKeys.released(key) }
    }

    nonisolated static func key(_ action: String) -> MediaKey? {
        switch action {
        case "playpausemedia": .play
        case "pausemedia": .pause
        case "stopmedia": .stop
        case "nextmedia": .next
        case "previousmedia": .previous
        case "seekbackwardmedia": .rewind
        case "seekforwardmedia": .fastForward
        default: nil
        }
    }
}
