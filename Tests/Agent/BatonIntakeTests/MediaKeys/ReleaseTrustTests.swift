// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonIntake

@Suite struct ReleaseTrustTests {
    @Test("KEYS17: releases count once one has come by itself, and not when they come with the next press")
    func trust() {
        var trust = ReleaseTrust()
        trust.pressed(at: .seconds(1))
        #expect(!trust.isEarned)
        trust.released(at: .seconds(3))
        trust.pressed(at: .milliseconds(3002))
        #expect(!trust.isEarned, "the release came with the press")
        trust.released(at: .seconds(4))
        trust.pressed(at: .seconds(5))
        #expect(trust.isEarned)
        trust.pressed(at: .seconds(6))
        #expect(trust.isEarned, "a press without a release before it says nothing")
        trust.released(at: .seconds(9))
        trust.pressed(at: .milliseconds(9001))
        #expect(!trust.isEarned, "the window in front has lost the focus")
    }
}
