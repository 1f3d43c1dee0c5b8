// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
public import BatonReactor

/// A stage whose peers live in a reactor: the test waits by turning it.
public protocol TurnedStage: AnyObject {
    /// What turns the peers.
    var reactor: Reactor { get }
}

extension TurnedStage {
    /// Turns until the condition holds.
    ///
    /// - Parameter limit: the longest wait, in real time. It only tells a hang from a delay.
    /// - Returns: whether it came to hold.
    public func turn(within limit: Duration = BusStage.patience, _ condition: () throws -> Bool) rethrows -> Bool {
        try reactor.turn(until: condition, within: limit)
    }
}

/// A stage that adds peers to a ``BusStage``.
public protocol StageOnBus: TurnedStage {
    /// The bus, and the connections to it.
    var stage: BusStage { get }
}

extension StageOnBus {
    /// What turns the peers.
    public var reactor: Reactor { stage.reactor }

    /// Whatever was sent on these connections has come to its readers when this returns; see ``BusStage``.
    public func settle(_ connections: Connection...) throws { try stage.settle(connections) }

    /// Whatever was sent on any connection of the stage has come to its readers when this returns.
    public func settleAll() throws { try stage.settle(stage.all) }
}
