// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonReactor

/// What baton-audio was asked to do and has not answered yet. An answer is awaited for two seconds: it gives up after one itself, so
/// that one that is silent hangs.
@MainActor
final class AudioWishes {
    static let limit = Duration.seconds(2)
    private static let most = 64

    private let reactor: Reactor
    private var waiting: [UInt32: (timer: ReactorTimer, then: (StreamAnswer) -> Void)] = [:]
    private var last: UInt32 = 0
    /// Called when no answer has come in time.
    var onSilence: (() -> Void)?

    init(_ reactor: Reactor) {
        self.reactor = reactor
    }

    /// A number for a wish whose answer goes to `then`; nil when too many wait.
    func begin(_ then: @escaping (StreamAnswer) -> Void) -> UInt32? {
        guard waiting.count < Self.most else { return nil }
        last &+= 1
        let number = last
        let timer = reactor.schedule(after: Self.limit, tolerance: .milliseconds(100)) { [weak self] in
            self?.answered(number, .late)
            self?.onSilence?()
        }
        waiting[number] = (timer, then)
        return number
    }

    /// The answer to a wish is there; one that nobody waits for is left alone.
    func answered(_ number: UInt32, _ answer: StreamAnswer) {
        guard let wish = waiting.removeValue(forKey: number) else { return }
        wish.timer.cancel()
        wish.then(answer)
    }

    /// baton-audio has ended: nothing of what it was asked is done any more.
    func end() {
        for number in waiting.keys.sorted() { answered(number, .gone) }
    }
}
