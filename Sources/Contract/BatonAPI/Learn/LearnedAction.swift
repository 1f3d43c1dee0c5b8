// SPDX-License-Identifier: Apache-2.0

/// What a learned button does, where that is not an action that the configuration has a word for.
package enum LearnedAction: String, CaseIterable, Sendable {
    case nothing
    /// Its clicks and holds are counted, and each pattern has an action.
    case clicks
    /// Nothing: other programs get the key.
    case passedOn = "passed-on"
}
