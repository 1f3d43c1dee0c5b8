// SPDX-License-Identifier: Apache-2.0

/// A subscription to signals, until it is cancelled.
public final class Match {
    let rule: MatchRule
    let handler: (Message) -> Void
    /// Called each time after the bus was asked, so that what is asked next is answered after it.
    var subscribed: (() -> Void)?
    /// Called when the bus is gone, and all owners of names with it.
    var busLost: (() -> Void)?
    private weak var connection: Connection?

    init(_ rule: MatchRule, connection: Connection, handler: @escaping (Message) -> Void) {
        self.rule = rule
        self.connection = connection
        self.handler = handler
    }

    var isActive: Bool { connection != nil }

    /// Ends the subscription; the handler is not called again.
    public func cancel() {
        connection?.remove(self)
        connection = nil
        subscribed = nil
        busLost = nil
    }
}
