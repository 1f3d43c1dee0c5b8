// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonValues

/// Tells the order which uses are so long ago that a priority counts more (rule MPRIS93). It exists only while there are priorities.
@MainActor
final class PriorityClock {
    /// Some uses that came one soon after the other.
    private struct Mark {
        let begun: Duration
        /// The counter of uses after the last of them.
        var use: Int
    }

    /// How long ago a player must have been used. A larger value keeps what was heard last first for longer.
    static let idleTime = Duration.seconds(600)
    /// Uses within that time count as one: it is the most by which they are taken for younger than they are.
    private static let grain = Duration.seconds(30)

    private unowned let window: MediaWindow
    private let reactor: Reactor
    private var marks: [Mark] = []
    private var timer: ReactorTimer?
    private var observation: Observation?

    init(window: MediaWindow, reactor: Reactor) {
        self.window = window
        self.reactor = reactor
        observation = window.observe { [weak self] in self?.review() }
        review()
    }

    /// Ends it.
    func close() { timer?.cancel() }

    private func review() {
        let use = window.order.uses
        let now = reactor.now
        guard use > max(marks.last?.use ?? 0, window.order.longAgo) else { return }
        if let last = marks.last, now - last.begun < Self.grain {
            marks[marks.count - 1].use = use
        } else {
            marks.append(Mark(begun: now, use: use))
        }
        arm()
    }

    private func arm() {
        guard timer?.isScheduled != true, let first = marks.first else { return }
        let time = first.begun + Self.grain + Self.idleTime
        timer = reactor.schedule(at: time, tolerance: .seconds(10)) { [weak self] in self?.pass() }
    }

    private func pass() {
        guard !marks.isEmpty else { return }
        let use = marks.removeFirst().use
        window.change { $0.longAgo = use }
        arm()
    }
}
