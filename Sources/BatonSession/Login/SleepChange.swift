// SPDX-License-Identifier: Apache-2.0

extension SessionMonitor {
    /// What happens with the machine.
    package enum SleepChange: Sendable {
        case fallsAsleep
        case hasWoken
        /// logind has left before it said that the machine has woken (rule I131).
        case isAssumedAwake
    }
}
