// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonMPRIS
import BatonReactor
import BatonRouting
import BatonValues

/// The callers that wait until a player has done what it was sent (rule MPRIS104). Made with the first one.
@MainActor
final class EffectWaits {
    private struct Wait {
        let number: UInt64
        let receipt: PlayerReceipt
        let timer: ReactorTimer
        let then: (Bool) -> Void
        /// Whether its time is over, and the player is asked a last time.
        var isDue = false
    }

    /// How long a player may take after its answer. Larger: what it has not done is told later.
    private static let patience = Duration.seconds(1)
    /// How long a toggle may take, of which the other way is tried after a second (rule MPRIS95).
    private static let togglePatience = Duration.milliseconds(2500)
    /// The most that wait. What comes then is told that it is done.
    private static let most = 64

    private let reactor: Reactor
    private let directory: PlayerDirectory
    private var waits: [Wait] = []
    private var lastNumber: UInt64 = 0
    private var observation: Observation?

    init(directory: PlayerDirectory, reactor: Reactor) {
        self.directory = directory
        self.reactor = reactor
    }

    /// Calls `then` once: with true as soon as the player has done it, with false if it has not in time.
    func wait(for receipt: PlayerReceipt, _ subtype: RemoteControlSubtype, then: @escaping (Bool) -> Void) {
        // Of a toggle before this command nobody knows any more what should be seen.
        end { $0.receipt.hasEffect }
        guard !receipt.hasEffect, waits.count < Self.most else { return then(true) }
        lastNumber &+= 1
        let number = lastNumber
        let patience = subtype == .togglePlayPause ? Self.togglePatience : Self.patience
        let timer = reactor.schedule(after: patience, tolerance: .milliseconds(50)) { [weak self] in
            self?.isDue(number)
        }
        waits.append(Wait(number: number, receipt: receipt, timer: timer, then: then))
        guard observation == nil else { return }
        observation = directory.observe { [weak self] change in
            switch change {
            case .properties, .signal: self?.end { $0.receipt.hasEffect }
            // What it has not done by now it will not do.
            case .left(let responder, _): self?.end { $0.receipt.responder === responder || $0.receipt.hasEffect }
            case .standing, .confinement: break
            }
        }
    }

    /// Asks a player that has told no effect once more: many do it and do not tell.
    private func isDue(_ number: UInt64) {
        guard let index = waits.firstIndex(where: { $0.number == number }) else { return }
        guard let responder = waits[index].receipt.responder else { return end { $0.number == number } }
        let isAsked = waits.contains { $0.isDue && $0.receipt.responder === responder }
        waits[index].isDue = true
        // One question serves all that wait for this player.
        if isAsked { return }
        responder.player.askNow { [weak self] _ in
            self?.end { $0.isDue && $0.receipt.responder === responder }
        }
    }

    /// Answers all: the agent ends, or the bus is lost.
    func endAll() { end { _ in true } }

    private func end(where isOver: (Wait) -> Bool) {
        let over = waits.filter(isOver)
        guard !over.isEmpty else { return }
        waits.removeAll { wait in over.contains { $0.number == wait.number } }
        if waits.isEmpty { observation = nil }
        for wait in over {
            wait.timer.cancel()
            wait.then(wait.receipt.hasEffect || wait.receipt.isBlind)
        }
    }
}
