// SPDX-License-Identifier: Apache-2.0

import BatonTouchReport

/// What was found in one recording, as it is written.
struct Score: Encodable {
    struct Taps: Encodable {
        let single: Int
        let double: Int
        let count: [Int]
    }

    private enum CodingKeys: String, CodingKey {
        case taps, swipes, pinches, rotations, pans
        case longPresses = "long_presses"
        case cancelled, refused
    }

    private let counts: GestureCounts
    private let refused: String?

    init(_ counts: GestureCounts, refused: String?) {
        self.counts = counts
        self.refused = refused
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let taps = Taps(single: counts.singleTaps, double: counts.doubleTaps, count: counts.tapCounts)
        try container.encode(taps, forKey: .taps)
        try container.encode(counts.swipes, forKey: .swipes)
        try container.encode(counts.pinches, forKey: .pinches)
        try container.encode(counts.rotations, forKey: .rotations)
        try container.encode(counts.pans, forKey: .pans)
        try container.encode(counts.longPresses, forKey: .longPresses)
        try container.encode(counts.cancelled, forKey: .cancelled)
        // Null, not left out.
        try container.encode(refused, forKey: .refused)
    }
}
