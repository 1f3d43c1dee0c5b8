// SPDX-License-Identifier: Apache-2.0

/// What a question to the agent ended with.
///
/// It is no `Result`: for each error of a `Result` the runtime looks once for its conformance to `Error` in the whole program, which
/// is 4 % of the instructions of a short command of batonctl.
package enum AgentReply<Content> {
    case success(Content)
    case failure(AgentError)

    package func get() throws(AgentError) -> Content {
        switch self {
        case .success(let content): return content
        case .failure(let error): throw error
        }
    }

    package func map<New>(_ transform: (Content) -> New) -> AgentReply<New> {
        switch self {
        case .success(let content): .success(transform(content))
        case .failure(let error): .failure(error)
        }
    }
}

extension AgentReply: Sendable where Content: Sendable {}
