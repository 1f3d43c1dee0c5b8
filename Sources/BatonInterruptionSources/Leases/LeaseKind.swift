// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions

/// What an application interrupts players for. The raw value is the word on the bus.
package enum LeaseKind: String, Sendable, CaseIterable {
    case call, dictation, recording, alarm, lock, wear, other

    /// The model treats a bud apart: what it paused is resumed for a few minutes only (rule I43).
    var source: InterruptionSource { self == .wear ? .wear : .lease }
}
