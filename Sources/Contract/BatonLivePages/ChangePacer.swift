// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// Puts changes together: what is noted is told once, and at most ten times a second. While nothing is noted it has no
/// timer.
final class ChangePacer {
    /// The shortest time between two tellings. Shorter: a flood of signals costs more drawing, and people see no more.
    private static let interval = Duration.milliseconds(100)

    private let reactor: Reactor
    private let tell: () -> Void
    private var timer: ReactorTimer?
    private var told: Duration?

    /// - Parameter tell: called in a turn of the reactor.
    init(on reactor: Reactor, tell: @escaping () -> Void) {
        self.reactor = reactor
        self.tell = tell
    }

    deinit { timer?.cancel() }

    /// Tells soon, if that is not planned already.
    func note() {
        guard timer?.isScheduled != true else { return }
        let due = max(reactor.now, told.map { $0 + Self.interval } ?? .zero)
        timer = reactor.schedule(at: due) { [weak self] in
            guard let self else { return }
            told = reactor.now
            tell()
        }
    }
}
