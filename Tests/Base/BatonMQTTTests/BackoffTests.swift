// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonMQTT

/// The waits between attempts to connect.
@Suite struct BackoffTests {
    @Test("waits double from 1 s to 5 min, and are shortened by up to half")
    func doubling() {
        var longest = Backoff()
        var shortest = Backoff()
        let bounds: [Int64] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
        for bound in bounds {
            #expect(longest.next(shortenedBy: 0) == .seconds(bound))
            #expect(shortest.next(shortenedBy: 1) == .seconds(bound) / 2)
        }
        longest.reset()
        #expect(longest.next(shortenedBy: 0) == .seconds(1))
    }

    @Test("a share that is no number between 0 and 1 counts as one", arguments: [-5, 7, Double.infinity])
    func extremeShares(_ share: Double) {
        var backoff = Backoff()
        let wait = backoff.next(shortenedBy: share)
        #expect(wait >= .milliseconds(500) && wait <= .seconds(1))
    }
}
