// SPDX-License-Identifier: Apache-2.0

/// What is to be done with a mute. The raw value is the word on the bus and on the command line.
package enum MuteWord: String, CaseIterable, Sendable {
    case on, off, toggle
}
