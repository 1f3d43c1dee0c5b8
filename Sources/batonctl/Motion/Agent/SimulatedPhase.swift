// SPDX-License-Identifier: Apache-2.0

/// The phases of a simulated shake; the raw values are those of the agent's `SimulateMotion`.
enum SimulatedPhase: UInt32, Sendable {
    case began = 0
    case ended = 1
    case cancelled = 2
}
