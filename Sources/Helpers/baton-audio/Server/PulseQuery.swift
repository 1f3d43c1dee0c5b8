// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// A list that is asked for when something in it has changed: once for many changes, and at most once in 10 ms (rule I105).
final class PulseQuery {
    /// The shortest time between two questions.
    private static let interval = Duration.milliseconds(10)

    private let reactor: Reactor
    private let ask: () -> Void
    private var lastAsked: Duration?
    private var isAsked = false
    private var isOutdated = false
    private var timer: ReactorTimer?
    /// Whether no answer has come yet.
    private(set) var isUnanswered = true

    /// - Parameter ask: asks the server. ``answered()`` is to be called when all of the answer is there.
    init(_ reactor: Reactor, ask: @escaping () -> Void) {
        self.reactor = reactor
        self.ask = ask
    }

    /// Something has changed.
    func change() {
        guard !isAsked else {
            isOutdated = true
            return
        }
        guard timer == nil else { return }
        if let lastAsked, reactor.now - lastAsked < Self.interval {
            timer = reactor.schedule(at: lastAsked + Self.interval) { [weak self] in
                self?.timer = nil
                self?.send()
            }
        } else {
            send()
        }
    }

    /// The whole answer is there.
    func answered() {
        isAsked = false
        isUnanswered = false
        guard isOutdated else { return }
        isOutdated = false
        change()
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }

    private func send() {
        isAsked = true
        lastAsked = reactor.now
        ask()
    }
}
