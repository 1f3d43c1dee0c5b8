// SPDX-License-Identifier: Apache-2.0

extension SessionMonitor {
    /// What happens with the machine.
    package enum SleepChange: Sendable {
        case fallsAsleep
        case hasWoken
        /// logind has left before it said that the machine has woken (rule I131).
        case isAssumedAwake
        /// logind was asked, and the machine is awake: a sleep before this agent or this logind had started is over (rule I151).
        case isAwake
    }
}
