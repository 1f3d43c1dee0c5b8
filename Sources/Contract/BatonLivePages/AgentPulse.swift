// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonReactor

/// Finds out that an agent does not run on, and that it runs on again, without asking it while nothing happens.
///
/// Only what the agent would tell of is a cause to ask: a player has changed, and the agent says nothing. One question
/// is asked then, which an agent that goes on answers at once, however late that is.
final class AgentPulse {
    /// How long the agent may say nothing after something has happened before it is asked.
    private static let quiet = Duration.seconds(1)
    /// How long it may take to answer before it counts as silent.
    private static let patience = Duration.seconds(2)
    /// How long the answer is waited for.
    private static let longest = Duration.seconds(86_400)

    private let reactor: Reactor
    private let changed: () -> Void
    private var agent: RemoteAgent?
    private var question: PendingCall?
    /// Runs out when the agent has to be asked, or has not answered.
    private var timer: ReactorTimer?

    /// Whether it was asked and has not answered in time.
    private(set) var isSilent = false

    /// - Parameter changed: called when ``isSilent`` has changed.
    init(on reactor: Reactor, changed: @escaping () -> Void) {
        self.reactor = reactor
        self.changed = changed
    }

    deinit {
        question?.cancel()
        timer?.cancel()
    }

    /// Begins anew with another agent; nil while there is none.
    func follow(_ agent: RemoteAgent?) {
        stop()
        self.agent = agent
        isSilent = false
    }

    /// The agent should say something soon.
    func expectSign() {
        guard agent != nil, question == nil, timer?.isScheduled != true else { return }
        timer = reactor.schedule(after: Self.quiet, tolerance: .milliseconds(200)) { [weak self] in self?.ask() }
    }

    /// The agent has said something.
    func noteSign() {
        stop()
        setSilent(false)
    }

    /// The agent has not answered another question in time.
    func noteSilence() {
        guard agent != nil, !isSilent else { return }
        if question == nil { ask() }
        setSilent(true)
    }

    private func ask() {
        timer?.cancel()
        question = agent?.ping(within: Self.longest, startsAgent: false) { [weak self] answer in
            guard let self else { return }
            question = nil
            // Any answer but none is a sign; that it has left is told by its name.
            if case .failure(.silent) = answer { setSilent(true) } else { noteSign() }
        }
        timer = reactor.schedule(after: Self.patience) { [weak self] in self?.setSilent(true) }
    }

    private func stop() {
        question?.cancel()
        question = nil
        timer?.cancel()
        timer = nil
    }

    private func setSilent(_ isSilent: Bool) {
        guard self.isSilent != isSilent else { return }
        self.isSilent = isSilent
        changed()
    }
}
