// SPDX-License-Identifier: Apache-2.0

/// A step of the set-up that needs the user's consent.
protocol SetupStep {
    /// Its purpose, in a few words.
    var name: String { get }
    /// What will happen, what the user will be asked, and what it is used for.
    var explanation: [String] { get }

    /// Performs the step; returns when the user has decided.
    ///
    /// - Throws: ``CommandError`` when the agent cannot be asked.
    func perform(with agent: AwaitedAgent) throws(CommandError) -> SetupOutcome
}
