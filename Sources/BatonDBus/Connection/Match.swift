// SPDX-License-Identifier: Apache-2.0

/// A subscription to signals, until it is cancelled.
public final class Match {
    let rule: MatchRule
    let handler: (Message) -> Void
    /// Called each time after AddMatch was sent, so that a question sent now is answered after the match is in force.
    var subscribed: (() -> Void)?
    /// Called when the bus is lost, and with it all owners of names.
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
