// SPDX-License-Identifier: Apache-2.0

extension AgentRunner {
    /// Asks for the consents that are missing.
    func setUp() throws {
        try motion { (session) throws(CommandError) in
            if try !Setup(agent: AgentClient(session: session)).run() { throw CommandError.silent }
        }
    }
}
