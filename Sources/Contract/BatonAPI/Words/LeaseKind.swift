// SPDX-License-Identifier: Apache-2.0

/// What an application interrupts players for. The raw value is the word on the bus.
package enum LeaseKind: String, Sendable, CaseIterable {
    case call, dictation, recording, alarm, lock, wear, other
}
