// SPDX-License-Identifier: Apache-2.0

/// A subscription to signals, until it is cancelled.
public final class Match {
    let rule: MatchRule
    let handler: (Message) -> Void
    private weak var connection: Connection?

    init(_ rule: MatchRule, connection: Connection, handler: @escaping (Message) -> Void) {
        self.rule = rule
        self.connection = connection
        self.handler = handler
    }

    /// Ends the subscription; the handler is not called again.
    public func cancel() {
        connection?.remove(self)
        connection = nil
    }
}
