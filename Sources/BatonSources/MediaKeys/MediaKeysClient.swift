// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonRouting
import Logging

/// Holds a settings daemon's media keys: grabs them from each new owner of its name, and gives them back on leaving.
///
/// The grab is made with the latest time there is, so that neither a later client nor the daemon's own player support,
/// which grabs after us when the daemon has started anew, comes before us.
@MainActor
final class MediaKeysClient {
    /// The name the keys are grabbed under. MATE 1.26 does not notice a client that died; the next Baton hears this again.
    static let application = "Baton"

    /// Hears each key that is meant for us.
    var onKey: ((MediaKey, InputSource) -> Void)?
    /// Called when there is a daemon.
    var onAppear: (() -> Void)?
    /// Tells whether the desktop's own shortcuts send the keys to Baton.
    var isBound: () -> Bool = { false }

    private let daemon: MediaKeysDaemon
    private let connection: Connection
    private let inputs: InputRegistry
    private let logger: Logger
    private var watches: [NameWatch] = []
    private var match: Match?
    private var owners: [BusName: BusName] = [:]
    private var owner: BusName?
    private var source: InputSource?
    /// The name may be there a little before the object is (measured at MATE's).
    private let retry: RetryTimer
    /// Whether the daemon may have the grab: it was asked, and has not said no.
    private var mayHold = false
    /// Whether the session is the one that is used.
    private var isServing = true

    private static let deadline = Duration.seconds(5)

    init(_ daemon: MediaKeysDaemon, connection: Connection, inputs: InputRegistry, logger: Logger) {
        self.daemon = daemon
        self.connection = connection
        self.inputs = inputs
        self.logger = logger
        retry = RetryTimer(on: connection.reactor, first: .milliseconds(50), longest: .seconds(4))
    }

    /// Begins to look for the daemon; once is enough.
    func open() {
        guard watches.isEmpty else { return }
        watches = daemon.names.map { name in
            connection.watchName(name) { [weak self] in self?.ownerChanged(name, $0) }
        }
    }

    /// Gives the keys back, and does not look for the daemon any more.
    func close() {
        for watch in watches { watch.cancel() }
        watches = []
        owners = [:]
        release()
        leave()
    }

    /// In a session that nobody uses now the keys are given back, and taken again when it is used.
    func setServing(_ isServing: Bool) {
        guard isServing != self.isServing else { return }
        self.isServing = isServing
        guard owner != nil else { return }
        retry.reset()
        if isServing { return grab() }
        source?.endSeeking(at: connection.reactor.now)
        release()
        source?.state = .waiting("\(Reason.session(.inactive))")
    }

    private func ownerChanged(_ name: BusName, _ owner: BusName?) {
        owners[name] = owner == connection.uniqueName ? nil : owner
        let first = daemon.names.lazy.compactMap { self.owners[$0] }.first
        guard first != self.owner else { return }
        leave()
        guard let first else { return }
        self.owner = first
        let source = inputs.add(.mediaKeys, name: daemon.title)
        source.state = .waiting("asked \(name) for the media keys")
        self.source = source
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
        source?.remove(at: connection.reactor.now)
        source = nil
        owner = nil
        mayHold = false
    }

    // MARK: The grab

    private func grab() {
        guard let owner, isServing else { return }
        let message = Message.methodCall(
            to: owner, path: daemon.path, interface: daemon.interface, member: "GrabMediaPlayerKeys")
        // Both always fit.
        try? message.append(.string(Self.application), .uint32(.max))
        mayHold = true
        connection.call(message, within: Self.deadline) { [weak self] result in
            guard let self, self.owner == owner else { return }
            switch result {
            case .success: grabbed()
            // Who is slow may grab still.
            case .failure(let error) where [.timeout, .noReply].contains(error.name): refused(error)
            case .failure(let error):
                mayHold = false
                refused(error)
            }
        }
    }

    private func grabbed() {
        // Otherwise the release went after the grab already.
        guard isServing else { return }
        mayHold = true
        source?.state = .listening
        logger.info("\(daemon.title): has the media keys")
    }

    private func refused(_ error: DBusError) {
        guard !retry.isExhausted else { return giveUp(error) }
        retry.schedule { [weak self] in self?.grab() }
    }

    private func giveUp(_ error: DBusError) {
        let isNewGNOME = [.unknownMethod, .unknownInterface, .unknownObject].contains(error.name)
        if isNewGNOME, isBound() {
            // The desktop's own shortcuts send them, and the doctor tells of that.
            source?.remove(at: connection.reactor.now)
            source = nil
            return
        }
        source?.state = .off(Self.reason(error))
        logger.notice("\(daemon.title): no media keys: \(error)")
    }

    private static func reason(_ error: DBusError) -> String {
        switch error.name {
        case .unknownMethod, .unknownInterface, .unknownObject:
            "GNOME 42 and later sends the media keys to a player it picks itself; batonctl setup --media-keys changes that"
        case .timeout, .noReply: "the daemon does not answer; start it anew"
        default: "the daemon refuses: \(error.message)"
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

    /// MATE tells everybody of everybody's keys, and anybody can send such a signal.
    private func pressed(_ signal: Message) {
        guard let source, signal.sender == owner, let values = try? signal.arguments(), values.count == 2,
            values[0].asString == Self.application, let name = values[1].asString
        else { return }
        guard let key = MediaKey(rawValue: name) else {
            return logger.debug("\(daemon.title): a key that is not known")
        }
        onKey?(key, source)
    }
}

/// A desktop's program that gives the media keys to whoever grabbed them (spec/mpris.md iv).
struct MediaKeysDaemon: Sendable {
    /// What people call it.
    let title: String
    /// The names it may have; the first one that is owned counts.
    let names: [BusName]
    let path: ObjectPath
    let interface: InterfaceName

    static let gnome = MediaKeysDaemon(
        title: "settings daemon",
        // Before GNOME 3.24 there was the second one only; after it, another process owns that.
        names: ["org.gnome.SettingsDaemon.MediaKeys", "org.gnome.SettingsDaemon"],
        path: "/org/gnome/SettingsDaemon/MediaKeys", interface: "org.gnome.SettingsDaemon.MediaKeys")

    static let mate = MediaKeysDaemon(
        title: "MATE settings daemon", names: ["org.mate.SettingsDaemon"],
        path: "/org/mate/SettingsDaemon/MediaKeys", interface: "org.mate.SettingsDaemon.MediaKeys")
}

/// Whether a daemon tells when a key is let go, as it happens.
///
/// kglobalaccel 5 under X11 without a focused window tells of a release only when the next key is pressed (measured): a
/// seek key would seek on for long. So releases count once one has come by itself.
struct ReleaseTrust: Sendable {
    /// Whether releases are told when they happen, as far as is known.
    private(set) var isEarned = false

    /// A release that came so shortly before a press came with it: nobody's finger is that fast.
    private static let shortest = Duration.milliseconds(40)
    private var lastRelease: Duration?

    /// A key went down.
    mutating func pressed(at instant: Duration) {
        guard let lastRelease else { return }
        isEarned = instant - lastRelease >= Self.shortest
        self.lastRelease = nil
    }

    /// A key was said to be let go.
    mutating func released(at instant: Duration) { lastRelease = instant }
}
