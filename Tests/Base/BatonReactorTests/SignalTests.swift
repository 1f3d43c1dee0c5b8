// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonTestSupport
import Glibc
import Testing

@Suite("Reactor: signals", .serialized)
struct SignalTests {
    @Test("a signal is an event of the reactor, and the mask is as before when the source is cancelled")
    func signals() throws {
        let reactor = try Reactor()
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        var received: [SignalNumber] = []
        let source = try reactor.signals([.user2]) { received.append($0) }
        // To this thread only, because the other threads of the test process do not block the signal.
        pthread_kill(pthread_self(), SIGUSR2)
        #expect(reactor.turn(until: { !received.isEmpty }))
        #expect(received == [.user2])
        source.cancel()
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect(sigismember(&after, SIGUSR2) == sigismember(&before, SIGUSR2))
    }

    @Test("a signal that has come can be handled before the reactor's turn, and is not handled twice")
    func pending() throws {
        let reactor = try Reactor()
        var received: [SignalNumber] = []
        let source = try reactor.signals([.user2]) { received.append($0) }
        source.handlePending()
        #expect(received.isEmpty)
        pthread_kill(pthread_self(), SIGUSR2)
        source.handlePending()
        #expect(received == [.user2])
        reactor.turnUntilIdle()
        #expect(received == [.user2])
        source.cancel()
        source.handlePending()
    }
}
