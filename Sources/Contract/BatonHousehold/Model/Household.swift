// SPDX-License-Identifier: Apache-2.0

import BatonJSON
import BatonValues

/// What a host says of itself to the household, what it believes of the others, and what it does because of them.
///
/// It has no broker, no bus and no clock: messages, the local state and the time are told to it, and it gives effects, in the
/// order in which they are to be carried out. Everything of others is bounded: hosts, players, texts, commands.
///
/// For example:
/// ```swift
/// var household = Household(settings, seed: 1)
/// household.connected(canAnswer: true, at: now)
/// for effect in household.takeEffects() { carryOut(effect) }
/// ```
package struct Household {
    /// The most other hosts that are known.
    package static let mostHosts = 64
    /// The longest payload in bytes that is read. What a host says of itself has a tenth of it at most.
    package static let longest = 65_536
    /// The largest picture that is told, in bytes.
    package static let largestPicture = 262_144
    /// The most hosts whose interruptions last here at once: what begins after them has nothing to pause. More would leave none to the
    /// calls of this machine, of which batond has 32 at once.
    package static let mostInterrupting = 8
    /// How long a host that is away keeps its place among the players.
    package static let patience = Duration.seconds(10)
    /// How long retained messages are awaited after a connection, before this host claims its name.
    package static let settling = Duration.milliseconds(500)
    /// How long others may object to a name that is claimed, before anything else is said under it: two ways through a slow
    /// network (300 ms each in the simulation), and the time between two messages of one topic. It is waited only where the
    /// broker does not keep this host's own words.
    package static let objection = Duration.seconds(1)
    /// How long the claim of a name may take to come back before the name counts as this host's own all the same.
    package static let longestObjection = Duration.seconds(20)
    /// How old a command may be, and how long an answer is awaited.
    package static let oldest = Duration.seconds(5)

    /// This host, by its configuration.
    package let settings: HouseholdSettings
    /// The name in use: the wanted one, or one beside it where another host has that.
    package internal(set) var name: HostName
    /// The other hosts that are known, by their names; at most ``mostHosts`` and those that are followed.
    package internal(set) var hosts: [HostName: RemoteHost] = [:]
    let topics: HouseholdTopics
    var effects: [HouseholdEffect] = []

    // This host.
    var outboxes: [HostTopic: Outbox] = [:]
    var local: (now: NowPlaying, at: Duration)?
    /// The interruptions that this host's agent shares now.
    var shared: [SharedInterruption] = []
    /// When the others are to hear that this host was away, because an agent is gone that shared some; nil for not.
    var absenceAt: Duration?
    /// Whether the broker has not shown yet that it has heard what became of those.
    var owesWord = false
    /// Whether the next agent has begun others in their place, of which nobody has been told yet.
    var isTakenUp = false
    /// When the name is claimed, and then, when it is this host's own; nil when it is.
    var claimAt: Duration?
    /// When it was claimed in this connection; nil before.
    var claimedAt: Duration?
    var isConnected = false
    var canAnswer = false
    /// What was read at this host's own `about` and `available`: another host's, perhaps.
    var ownName = OwnName()

    // Commands.
    var ledger = CommandLedger()
    var limit = RateLimit(count: 40, per: .seconds(1))
    var running: [Int: RunningCommand] = [:]
    var nextToken = 0
    var sent: [String: SentCommand] = [:]
    var nextID: UInt64
    /// What tells the clock of this run from that of another.
    let run: String
    var told: Set<String> = []

    // Interruptions of other hosts.
    var held: [RemoteInterruption: Duration] = [:]
    /// Those that have lasted too long. They begin no more, although their hosts still tell of them.
    var expired: Set<RemoteInterruption> = []
    /// The hosts whose list of interruptions has been read in this connection.
    var heard: Set<HostName> = []
    var shown: Set<HostName> = []

    struct RunningCommand {
        var id: String?
        var responseTopic: String?
        var correlation: [UInt8]
    }

    struct SentCommand {
        var command: HouseholdCommand
        var host: HostName
        /// When its answer is no longer awaited.
        var deadline: Duration
    }

    struct OwnName {
        var other: HostID?
        var isOnline = false
        /// Whether this host's own words stand there.
        var isKnown = false
        var conflicts: Set<HostID> = []
    }

    /// Makes a household that is not connected.
    ///
    /// - Parameters:
    ///   - settings: this host's.
    ///   - seed: begins the identifiers of its commands; another one at each start of the process.
    package init(_ settings: HouseholdSettings, seed: UInt64) {
        self.settings = settings
        name = settings.name
        topics = HouseholdTopics(base: settings.base)
        nextID = seed
        run = String(seed, radix: 36)
        for topic in HostTopic.allCases where topic.isRetained && topic != .orientation && topic != .lid {
            outboxes[topic] = Outbox()
        }
        if !settings.tellsPictures { outboxes[.picture] = nil }
        outboxes[.available]?.want(Array("online".utf8))
        want(.about, HostAbout(id: settings.id, title: settings.title, version: settings.version).json)
        want(.interruptions, .array([]))
        want(.players, .array([]))
        want(.settings, .object([:]))
        subscribeToAll()
    }

    /// Takes over which commands the household before this one has done: with a new configuration none is done again.
    package mutating func remember(_ other: Household) { ledger = other.ledger }

    /// The effects since the last call, in their order.
    package mutating func takeEffects() -> [HouseholdEffect] {
        defer { effects = [] }
        return effects
    }

    /// When ``advance(to:)`` must be called, if nothing else happens before.
    package var nextDeadline: Duration? {
        var next: Duration?
        func consider(_ deadline: Duration) { next = next.map { min($0, deadline) } ?? deadline }
        for command in sent.values { consider(command.deadline) }
        for deadline in held.values { consider(deadline) }
        for name in shown { if let since = hosts[name]?.awaySince { consider(since + Self.patience) } }
        guard isConnected else { return next }
        if let claimAt {
            consider(claimAt)
        } else {
            if let absenceAt { consider(absenceAt) }
            for outbox in outboxes.values { if let deadline = outbox.nextDeadline { consider(deadline) } }
        }
        return next
    }

    // MARK: The connection

    /// The broker has let this host in.
    ///
    /// - Parameter canAnswer: whether MQTT 5 is spoken, so that commands get answers.
    package mutating func connected(canAnswer: Bool, at now: Duration) {
        isConnected = true
        self.canAnswer = canAnswer
        claimAt = now + Self.settling
        claimedAt = nil
        ownName.other = nil
        ownName.isOnline = false
        ownName.isKnown = false
        heard = []
        told = []
        if owesWord { absenceAt = now }
        for topic in outboxes.keys { outboxes[topic]?.restart() }
    }

    /// The connection is gone. What is believed of the others stays, as far as it is not older than their patience.
    package mutating func disconnected(at now: Duration) {
        guard isConnected else { return }
        isConnected = false
        claimAt = nil
        for name in hosts.keys { setOnline(name, false, at: now) }
        for id in sent.keys.sorted() { finishSent(id, "not-connected") }
        // What is being done is done; its caller is not there to be told.
        for token in running.keys { running[token]?.responseTopic = nil }
    }

    /// What is to be said before the connection is closed on purpose, as before the machine sleeps.
    package var farewell: (topic: String, payload: [UInt8]) {
        (topics.text(of: .available, at: name), Array("offline".utf8))
    }

    /// Does what is due.
    package mutating func advance(to now: Duration) {
        for id in sent.keys.sorted() where sent[id].map({ $0.deadline <= now }) == true { finishSent(id, "timeout") }
        for remote in held.keys.sorted(by: RemoteInterruption.inOrder) where held[remote].map({ $0 <= now }) == true {
            expired.insert(remote)
            end(remote, mayResume: false, at: now)
        }
        for host in hosts.values.sorted(by: { $0.name < $1.name }) where shown.contains(host.name) {
            guard let since = host.awaySince, since + Self.patience <= now else { continue }
            hide(host.name)
        }
        guard isConnected else { return }
        if let claimAt {
            guard claimAt <= now else { return }
            self.claimAt = nil
            guard claim(at: now), isClaimed(at: now) else { return }
        }
        if let absenceAt, absenceAt <= now { giveUpInterruptions() }
        publishAll(at: now)
    }

    // MARK: Messages

    /// Takes a message of the broker's.
    package mutating func received(_ message: HouseholdMessage, at now: Duration) {
        guard let (host, topic) = topics.parse(message.topic) else { return }
        // A command says by itself that it is too long.
        guard topic == .command || topic == .volume || message.payload.count <= Self.longest else {
            return refuse("too-long", message.topic)
        }
        if host == name {
            switch topic {
            // Until the name is this host's own, a command may be meant for another of that name.
            case .command, .volume: if claimAt == nil { takeCommand(message, topic, at: now) }
            case .ask: if !message.isRetained { tellAgain() }
            case .answer: takeAnswer(message, at: now)
            case .available, .about, .now, .players, .interruptions, .settings: readOwn(topic, message, at: now)
            case .picture, .orientation, .lid, .event: break
            }
        } else {
            readOther(host, topic, message, at: now)
        }
        if isConnected, claimAt == nil { publishAll(at: now) }
    }
}

/// A message as the household reads it: everything in it is another program's.
///
/// For example:
/// ```swift
/// household.received(HouseholdMessage("baton/laptop/command", Array("pause".utf8)), at: now)
/// ```
package struct HouseholdMessage: Equatable, Sendable {
    /// Its whole topic.
    package var topic: String
    /// Any bytes.
    package var payload: [UInt8]
    /// Whether the broker had kept it: it is not known how old it is.
    package var isRetained: Bool
    /// How long it had lain in this machine.
    package var age: Duration
    /// After which time from its arrival nobody should read it, as its sender wanted; nil for never.
    package var expiry: Duration?
    /// Where its answer goes; nil for none.
    package var responseTopic: String?
    /// What the answer carries.
    package var correlation: [UInt8]

    /// Makes a message of any topic and payload.
    package init(
        _ topic: String, _ payload: [UInt8], isRetained: Bool = false, age: Duration = .zero, expiry: Duration? = nil,
        responseTopic: String? = nil, correlation: [UInt8] = []
    ) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
        self.age = age
        self.expiry = expiry
        self.responseTopic = responseTopic
        self.correlation = correlation
    }
}

extension RemoteInterruption {
    static func inOrder(_ left: Self, _ right: Self) -> Bool {
        (left.host.text, left.interruption.id) < (right.host.text, right.interruption.id)
    }
}
