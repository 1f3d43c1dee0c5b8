// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonLog
import BatonReactor

/// The interruption here that an interruption of another host is. It begins again with another batond.
///
/// It ends well only by ``end(mayResume:)``: when this process dies, nobody knows whether the call over there is over, and nothing goes
/// on by itself (the kind `remote`).
final class RemoteLease {
    private let agent: RemoteAgent
    private let reason: String
    private let logger: Logger
    /// What batond gave: the number, and the pipe that is kept open.
    private var begun: (id: UInt32, pipe: PipeEnd)?
    private var question: PendingCall?
    private var hasEnded = false
    private var mayResume = false

    init(_ reason: String, _ agent: RemoteAgent, logger: Logger) {
        self.reason = reason
        self.agent = agent
        self.logger = logger
    }

    /// Begins it with the batond that is there now.
    func begin() {
        guard !hasEnded else { return }
        begun = nil
        question?.cancel()
        let arguments = (LeaseKind.remote.rawValue, reason, LeaseOptions().wire)
        // It is kept until the answer: it may have to end then.
        question = agent.call(InterruptionsInterface.begin, arguments, within: .seconds(5), startsAgent: false) {
            answer in
            self.question = nil
            self.answered(answer)
        }
    }

    private func answered(_ answer: AgentReply<(UInt32, PipeEnd)>) {
        switch answer {
        case .success(let begun):
            self.begun = begun
            if hasEnded { finish() }
        case .failure(.absent): break
        case .failure(let error): logger.warning("batond does not begin an interruption: \(error.cause)")
        }
    }

    /// batond is gone, and with it what it had begun.
    func agentLeft() {
        question?.cancel()
        question = nil
        begun = nil
    }

    /// Ends it.
    ///
    /// - Parameter mayResume: false: what it paused stays paused.
    func end(mayResume: Bool) {
        hasEnded = true
        self.mayResume = mayResume
        // The call over there may be over before batond has answered that it began.
        if question == nil { finish() }
    }

    private func finish() {
        if mayResume, let begun {
            // The pipe is closed after the call: closed before it, it would end the interruption in the other way.
            let pipe = begun.pipe
            agent.call(InterruptionsInterface.end, begun.id, startsAgent: false) { _ in withExtendedLifetime(pipe) {} }
        }
        begun = nil
    }
}
