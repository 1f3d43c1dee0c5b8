// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonLog
import BatonReactor
import BatonRouting

/// Holds the media keys of a settings daemon: grabs them from each new owner of its name, and releases them at the end.
///
/// The grab has the latest possible time. So it stays before those of later clients, and before that of the daemon's
/// own player support, which grabs after Baton when the daemon has restarted (rule KEYS5).
@MainActor
final class MediaKeysClient {
    /// The name under which the keys are grabbed. MATE 1.26 does not notice that a client died; the next batond
    /// receives the keys again under the same name (rule KEYS6).
    static let application = "Baton"

    /// Called for a press of a key that is not a remote-control event.
    var onMode: ((MediaKey) -> Void)?
    /// Called when the daemon has appeared.
    var onAppear: (() -> Void)?
    /// Returns whether the desktop's own shortcuts send the keys to Baton.
    private let isBound: () -> Bool

    private let daemon: MediaKeysDaemon
    private let connection: Connection
    private let inputs: InputRegistry
    private let logger: Logger
    private var watches: [NameWatch] = []
    private var match: Match?
    private var owners: [BusName: BusName] = [:]
    private var owner: BusName?
    private var input: Input?
    private var keys: MediaKeyPresses?
    /// The name may have an owner shortly before the object exists (measured with MATE, rule KEYS7).
    private let retry: RetryTimer
    /// Whether the daemon may hold the grab: it was asked and has not refused.
    private var mayHold = false
    /// Whether the session is active.
    private var isServing = true

    private static let deadline = Duration.seconds(5)

    init(
        _ daemon: MediaKeysDaemon, connection: Connection, inputs: InputRegistry, logger: Logger,
        isBound: @escaping () -> Bool
    ) {
        self.daemon = daemon
        self.connection = connection
        self.inputs = inputs
        self.logger = logger
        self.isBound = isBound
        retry = RetryTimer(on: connection.reactor, first: .milliseconds(50), longest: .seconds(4))
    }

    /// Starts to watch for the daemon. Further calls have no effect.
    func open() {
        guard watches.isEmpty else { return }
        watches = daemon.names.map { name in
            connection.watchName(name) { [weak self] in self?.ownerChanged(name, $0) }
        }
    }

    /// Releases the keys, and stops watching for the daemon.
    func close() {
        for watch in watches { watch.cancel() }
        watches = []
        owners = [:]
        release()
        leave()
    }

    /// Releases the keys while the session is inactive, and grabs them again afterwards.
    func setServing(_ isServing: Bool) {
        guard isServing != self.isServing else { return }
        self.isServing = isServing
        guard owner != nil else { return }
        retry.reset()
        if isServing { return grab() }
        keys?.cancel()
        release()
        input?.state = .waiting(.session(.inactive))
    }

    private func ownerChanged(_ name: BusName, _ owner: BusName?) {
        owners[name] = owner == connection.uniqueName ? nil : owner
        let first = daemon.names.lazy.compactMap { self.owners[$0] }.first
        guard first != self.owner else { return }
        leave()
        guard let first else { return }
        self.owner = first
        let input = inputs.add(.mediaKeys, name: daemon.title)
        input.state = .waiting(.input(.keysAsked, [.service: .text(name.rawValue)]))
        self.input = input
        let keys = MediaKeyPresses(input, reactor: connection.reactor) { false }
        keys.onOther = { [weak self] in self?.onMode?($0) }
        self.keys = keys
        match = connection.addMatch(
            MatchRule(path: daemon.path, interface: daemon.interface, member: "MediaPlayerKeyPressed")
        ) { [weak self] in self?.pressed($0) }
        onAppear?()
        grab()
    }

    private func leave() {
        retry.reset()
        match?.cancel()
        match = nil
        keys?.cancel()
        keys = nil
        input?.remove(at: connection.reactor.now)
        input = nil
        owner = nil
        mayHold = false
    }

    // MARK: The grab

    private func grab() {
        guard let owner, isServing else { return }
        let message = Message.methodCall(
            to: owner, path: daemon.path, interface: daemon.interface, member: "GrabMediaPlayerKeys")
        // A string and a number can always be appended.
        try? message.append(.string(Self.application), .uint32(.max))
        mayHold = true
        connection.call(message, within: Self.deadline) { [weak self] result in
            guard let self, self.owner == owner else { return }
            switch result {
            case .success: grabbed()
            // A slow daemon may still carry out the grab later.
            case .failure(let error) where [.timeout, .noReply].contains(error.name): refused(error)
            case .failure(let error):
                mayHold = false
                refused(error)
            }
        }
    }

    private func grabbed() {
        // If the session has become inactive meanwhile, the release was sent after the grab.
        guard isServing else { return }
        mayHold = true
        input?.state = .listening
        logger.info("\(daemon.title): grabbed the media keys")
    }

    private func refused(_ error: DBusError) {
        guard !retry.isExhausted else { return giveUp(error) }
        retry.schedule { [weak self] in self?.grab() }
    }

    private func giveUp(_ error: DBusError) {
        let isNewGNOME = [.unknownMethod, .unknownInterface, .unknownObject].contains(error.name)
        if isNewGNOME, isBound() {
            // The desktop's own shortcuts send the keys, and the doctor has a row for that.
            input?.remove(at: connection.reactor.now)
            input = nil
            return
        }
        input?.state = .off(Self.reason(error))
        logger.notice("\(daemon.title): the media keys cannot be grabbed: \(error)")
    }

    private static func reason(_ error: DBusError) -> Reason {
        switch error.name {
        case .unknownMethod, .unknownInterface, .unknownObject:
            .input(.keysUnclaimed, [.desktop: .text(MediaKeysDesktop.gnome.rawValue)])
        case .timeout, .noReply: .input(.keysUnanswered)
        default: .input(.keysRefused, [.message: .text(error.message)])
        }
    }

    private func release() {
        guard let owner, mayHold else { return }
        let message = Message.methodCall(
            to: owner, path: daemon.path, interface: daemon.interface, member: "ReleaseMediaPlayerKeys", noReply: true)
        try? message.append(.string(Self.application))
        connection.send(message)
        mayHold = false
    }

    // MARK: Keys

    /// MATE broadcasts the keys of all clients, and any program can send such a signal (rule KEYS4).
    private func pressed(_ signal: Message) {
        guard let keys, signal.sender == owner, let values = try? signal.arguments(), values.count == 2,
            values[0].asString == Self.application, let name = values[1].asString
        else { return }
        guard let key = MediaKey(rawValue: name) else {
            return logger.debug("\(daemon.title): unknown key")
        }
        keys.pressed(key)
    }
}

/// A desktop's settings daemon, which sends the media keys to the clients that have grabbed them (rules KEYS1 and
/// KEYS2).
struct MediaKeysDaemon: Sendable {
    /// The name shown to the user.
    let title: String
    /// The bus names it may own; the first one that has an owner counts.
    let names: [BusName]
    let path: ObjectPath
    let interface: InterfaceName

    static let gnome = MediaKeysDaemon(
        title: "settings daemon",
        // Before GNOME 3.24 only the second name existed; since then another process owns that.
        names: ["org.gnome.SettingsDaemon.MediaKeys", "org.gnome.SettingsDaemon"],
        path: "/org/gnome/SettingsDaemon/MediaKeys", interface: "org.gnome.SettingsDaemon.MediaKeys")

    static let mate = MediaKeysDaemon(
        title: "MATE settings daemon", names: ["org.mate.SettingsDaemon"],
        path: "/org/mate/SettingsDaemon/MediaKeys", interface: "org.mate.SettingsDaemon.MediaKeys")
}

/// Whether a daemon reports releases when they happen.
///
/// kglobalaccel 5 under X11 without a focused window reports a release only when the next key is pressed (measured), so
/// a seek key would seek for too long. Releases count once one has been reported by itself (rule KEYS17).
struct ReleaseTrust: Sendable {
    /// Whether releases are reported when they happen, as far as is known.
    private(set) var isEarned = false

    /// A release less than this before the next press was reported together with that press: no finger is that fast. A
    /// larger value distrusts more releases.
    private static let shortest = Duration.milliseconds(40)
    private var lastRelease: Duration?

    /// A key went down.
    mutating func pressed(at instant: Duration) {
        guard let lastRelease else { return }
        isEarned = instant - lastRelease >= Self.shortest
        self.lastRelease = nil
    }

    /// A key was reported as released.
    mutating func released(at instant: Duration) { lastRelease = instant }
}
