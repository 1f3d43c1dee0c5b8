// SPDX-License-Identifier: Apache-2.0

/// Something that is set up with the user's consent.
protocol SetupStep {
    /// What it is for, in a few words.
    var name: String { get }
    /// What will happen, what the user will be asked, and what it is used for.
    var explanation: [String] { get }

    /// Does it; returns when the user has decided.
    ///
    /// - Throws: ``CommandError`` when the agent cannot be asked.
    func perform(with agent: AgentClient) throws(CommandError) -> SetupOutcome
}
