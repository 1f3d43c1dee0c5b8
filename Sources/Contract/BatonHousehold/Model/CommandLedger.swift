// SPDX-License-Identifier: Apache-2.0

/// Which commands with an identifier have been taken, so that each is done once, however often the broker delivers it.
struct CommandLedger {
    /// How long an identifier is remembered.
    static let memory = Duration.seconds(60)
    /// The most identifiers.
    static let most = 2048

    enum Entry: Equatable {
        /// It is being done.
        case taken
        case finished(code: String)
    }

    private var entries: [String: Entry] = [:]
    private var order: [(id: String, at: Duration)] = []
    private var head = 0

    /// What is known of an identifier; nil if it is new, or older than ``memory``.
    mutating func entry(_ id: String, at now: Duration) -> Entry? {
        forget(before: now - Self.memory)
        return entries[id]
    }

    /// Remembers a new identifier.
    ///
    /// - Returns: false if as many are remembered as may: then the command must not be done.
    mutating func take(_ id: String, at now: Duration) -> Bool {
        forget(before: now - Self.memory)
        guard entries.count < Self.most else { return false }
        entries[id] = .taken
        order.append((id, now))
        return true
    }

    mutating func finish(_ id: String, code: String) {
        if entries[id] != nil { entries[id] = .finished(code: code) }
    }

    private mutating func forget(before instant: Duration) {
        while head < order.count, order[head].at <= instant {
            entries[order[head].id] = nil
            head += 1
        }
        if head > 64, head * 2 > order.count {
            order.removeFirst(head)
            head = 0
        }
    }
}
