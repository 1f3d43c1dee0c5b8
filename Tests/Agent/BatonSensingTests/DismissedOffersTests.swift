// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonSensing

/// The table of ``DismissedOffers``, row by row (rule SHAKE17).
@Suite struct DismissedOffersTests {
    enum Step: Sendable {
        case dismissed(Int)
        case accepted
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let state: String
        let steps: [Step]
        let isRaised: Bool
        var testDescription: String { state }
    }

    static let rows = [
        Row(state: "one in a row", steps: [.dismissed(0)], isRaised: false),
        Row(state: "two in a row", steps: [.dismissed(0), .dismissed(10)], isRaised: false),
        Row(state: "three at once", steps: [.dismissed(0), .dismissed(0), .dismissed(0)], isRaised: true),
        Row(state: "three in an hour", steps: [.dismissed(5), .dismissed(10), .dismissed(3605)], isRaised: true),
        Row(state: "three in over an hour", steps: [.dismissed(5), .dismissed(10), .dismissed(3606)], isRaised: false),
        Row(
            state: "an old one is forgotten, and the next one raises",
            steps: [.dismissed(5), .dismissed(1000), .dismissed(3606), .dismissed(3700)], isRaised: true),
        Row(
            state: "accepted in between",
            steps: [.dismissed(0), .dismissed(1), .accepted, .dismissed(2), .dismissed(3)],
            isRaised: false),
        Row(
            state: "raised, dismissed", steps: [.dismissed(0), .dismissed(1), .dismissed(2), .dismissed(9999)],
            isRaised: true),
        Row(
            state: "raised, accepted", steps: [.dismissed(0), .dismissed(1), .dismissed(2), .accepted], isRaised: false),
        Row(
            state: "raised, accepted, and counted anew",
            steps: [
                .dismissed(0), .dismissed(1), .dismissed(2), .accepted, .dismissed(3), .dismissed(4), .dismissed(5),
            ], isRaised: true),
        Row(state: "accepted without an offer", steps: [.accepted], isRaised: false),
        Row(
            state: "a clock that stands still or goes back",
            steps: [.dismissed(100), .dismissed(-100), .dismissed(50)], isRaised: true),
    ]

    @Test("SHAKE17: dismissed offers raise the bar until one is accepted", arguments: rows)
    func table(_ row: Row) {
        var offers = DismissedOffers()
        for step in row.steps {
            switch step {
            case .dismissed(let seconds): offers.dismissed(at: .seconds(seconds))
            case .accepted: offers.accepted()
            }
        }
        #expect(offers.isRaised == row.isRaised)
    }
}
