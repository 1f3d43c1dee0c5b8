// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonReactor
import BatonRouting
import BatonShortcuts
import Logging

/// Media keys from KDE's kglobalaccel, for a user who agreed (`batonctl setup`): press and release.
///
/// Plasma's own media controller has the keys otherwise, and gives them to a player that it picks itself; to listen along
/// would double every press. They are given back when batond ends.
@MainActor
final class KDEInput {
    /// Called when there is a daemon.
    var onAppear: (() -> Void)?

    private let connection: Connection
    private let inputs: InputRegistry
    private let logger: Logger
    private let keys: KDEMediaKeys
    private var watch: NameWatch?
    private var matches: [Match] = []
    private var owner: BusName?
    private var source: InputSource?
    private var claim = Claim.none
    private var trust = ReleaseTrust()
    private var reviewTimer: ReactorTimer?
    /// While a session begins kglobalaccel may have other things to do.
    private let retry: RetryTimer

    /// What became of asking for the keys.
    private enum Claim: Equatable {
        case none, asked, answered
        /// It was asked in vain at that time.
        case failed(Duration)
    }

    /// `batonctl setup` changes shortcuts and then its record: it is read when all that is over.
    private static let settleTime = Duration.seconds(1)
    private static let longestRetry = Duration.seconds(64)

    /// - Parameter directory: where the user's consent is written down.
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

    /// Gives the keys back.
    func close() {
        watch?.cancel()
        watch = nil
        // batonctl may have taken them for a batond that has not looked yet.
        if owner != nil, keys.isAgreed { keys.giveAtOnce() }
        leave()
    }

    private func ownerChanged(_ owner: BusName?) {
        leave()
        guard let owner else { return }
        self.owner = owner
        source = inputs.add(.kde, name: "KDE shortcuts")
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
        source?.remove(at: connection.reactor.now)
        source = nil
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
            source?.state = .waiting(
                "KDE sends the media keys to a player it picks itself; batonctl setup --media-keys changes that")
            return
        }
        switch claim {
        case .none: ask()
        // Nobody asks any more; somebody has changed something.
        case .failed(let instant) where connection.reactor.now - instant > Self.longestRetry:
            retry.reset()
            ask()
        case .asked, .answered, .failed: break
        }
    }

    private func ask() {
        guard let owner else { return }
        claim = .asked
        source?.state = .waiting("asked kglobalaccel for the media keys")
        keys.take { [weak self] result in
            // One that has left, or a consent that has been taken back, is none of this.
            guard let self, self.owner == owner, claim == .asked else { return }
            took(result)
        }
    }

    private func took(_ result: Result<[String], DBusError>) {
        guard let source else { return }
        claim = .answered
        switch result {
        case .success(let missing) where missing.isEmpty: source.state = .listening
        case .success(let missing):
            source.state = .off(
                "other programs have \(missing.joined(separator: ", ")); see System Settings, Shortcuts")
        case .failure(let error):
            claim = .failed(connection.reactor.now)
            tryAgain(error)
        }
        logger.info("KDE shortcuts: \(source.state.text)")
    }

    private func tryAgain(_ error: DBusError) {
        guard !retry.isExhausted else {
            source?.state = .off("kglobalaccel refuses: \(error.message)")
            return
        }
        source?.state = .waiting("kglobalaccel has not given the media keys yet: \(error.message)")
        retry.schedule { [weak self] in
            guard let self, keys.isAgreed else { return }
            ask()
        }
    }

    /// The session is another's now: nobody tells of a release any more.
    func endSeeking() { source?.endSeeking(at: connection.reactor.now) }

    // MARK: Keys

    private func heard(_ signal: Message, isPress: Bool) {
        guard let source, let values = try? signal.arguments(), values.count >= 2,
            values[0].asString == KDEShortcut.component
        else { return }
        let now = connection.reactor.now
        if isPress { trust.pressed(at: now) } else { trust.released(at: now) }
        guard let command = Self.command(values[1].asString ?? "", isPress: isPress) else { return }
        source.submit(command, at: now)
        // Without a release, seeking is one step.
        if let end = command.end, !trust.isEarned { source.submit(end, at: now) }
    }

    nonisolated static func command(_ action: String, isPress: Bool) -> RemoteControlSubtype? {
        switch (action, isPress) {
        case ("playpausemedia", true): .togglePlayPause
        case ("pausemedia", true): .pause
        case ("stopmedia", true): .stop
        case ("nextmedia", true): .nextTrack
        case ("previousmedia", true): .previousTrack
        case ("seekbackwardmedia", true): .beginSeekingBackward
        case ("seekbackwardmedia", false): .endSeekingBackward
        case ("seekforwardmedia", true): .beginSeekingForward
        case ("seekforwardmedia", false): .endSeekingForward
        default: nil
        }
    }
}
