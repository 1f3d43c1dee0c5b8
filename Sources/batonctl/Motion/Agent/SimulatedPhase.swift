// SPDX-License-Identifier: Apache-2.0

/// The phases of a shake that can be sent by hand; the raw values are the agent's.
enum SimulatedPhase: UInt32, Sendable {
    case began = 0
    case ended = 1
    case cancelled = 2
}
