// SPDX-License-Identifier: Apache-2.0

/// One retained topic of this host: what it should say, what it was last sent, and when it may be sent again.
struct Outbox {
    /// The shortest time between two messages: at most four a second.
    static let interval = Duration.milliseconds(250)
    /// How long after a message the topic must say what was sent.
    static let confirmation = Duration.seconds(2)

    private var wanted: [UInt8]?
    private var sent: [UInt8]?
    /// Whether it should say something else than it was sent.
    private var isPending = false
    private var sentAt: Duration?
    /// When it is looked at whether the topic says what was sent, because something else was read there.
    private(set) var checkAt: Duration?
    /// Whether what was read there last is something else than it was sent.
    private(set) var isForeign = false

    /// Notes what it should say.
    mutating func want(_ payload: [UInt8]) {
        wanted = payload
        isPending = payload != sent
    }

    /// The connection is new: what was sent before may be lost.
    mutating func restart() {
        repeatNow()
        sentAt = nil
        checkAt = nil
        isForeign = false
    }

    /// Sends the same once more.
    mutating func repeatNow() {
        sent = nil
        isPending = wanted != nil
    }

    /// Notes what is read at the topic: its own message, or that of somebody else.
    mutating func read(_ payload: [UInt8], at now: Duration) {
        isForeign = payload != sent
        if isForeign, checkAt == nil { checkAt = now + Self.confirmation }
    }

    /// Whether somebody else's words stand there after all. It is asked once for each reading of such words.
    mutating func isOverwritten(at now: Duration) -> Bool {
        guard let checkAt, checkAt <= now else { return false }
        self.checkAt = nil
        return isForeign
    }

    /// What is to be sent now, if anything is.
    mutating func take(at now: Duration) -> [UInt8]? {
        guard isPending, dueAt <= now else { return nil }
        sent = wanted
        sentAt = now
        isPending = false
        isForeign = false
        return wanted
    }

    /// When it has something to do next.
    var nextDeadline: Duration? {
        guard isPending else { return checkAt }
        return checkAt.map { min($0, dueAt) } ?? dueAt
    }

    private var dueAt: Duration { sentAt.map { $0 + Self.interval } ?? .zero }
}
