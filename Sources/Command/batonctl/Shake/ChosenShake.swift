// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonEvents
import BatonTranslation
import BatonValues

/// A simulated shake whose question is answered as soon as it is on the screen.
final class ChosenShake {
    private let agent: AwaitedAgent
    private let choice: UndoOperation

    /// How long the question may take to appear: apps are asked first, and a notification daemon may have to start.
    private static let patience = Duration.seconds(30)

    init(_ agent: AwaitedAgent, choice: UndoOperation) {
        self.agent = agent
        self.choice = choice
    }

    /// Simulates the shake, makes the choice, and waits for the outcome.
    ///
    /// - Returns: A sentence about what was done.
    /// - Throws: ``CommandError`` when nothing was done: there is no agent, it refuses, or no question appeared.
    func run() throws(CommandError) -> String {
        let isKnown = try agent.properties(of: .application)[ApplicationInterface.undoOffered] != nil
        guard isKnown else { throw AgentFailure.oldAgent }
        let watch = AgentWatch(agent.remote, following: [.application])
        agent.session.turn { watch.state[ApplicationInterface.undoOffered] != nil || watch.presence == .absent }
        _ = try agent.simulate(.began, waits: false)
        var isOffered = false
        // A question that was there before is another one's.
        let observation = watch.observe { change in
            if change == .told(.application), watch.state[ApplicationInterface.undoOffered] == true { isOffered = true }
        }
        defer { observation.cancel() }
        var result: AgentReply<SimulationOutcome>?
        agent.remote.call(
            ApplicationInterface.simulateMotion, (MotionEventPhase.ended.number, true), within: Self.patience
        ) { result = $0.map(SimulationOutcome.init) }
        agent.session.turn { result != nil || isOffered }
        if let result { return try unasked(result) }
        // The bus was lost, or the question is there.
        return try agent.perform(choice)
    }

    /// The result of a shake that ended without a question.
    private func unasked(_ result: AgentReply<SimulationOutcome>) throws(CommandError) -> String {
        let outcome = try agent.content(of: result)
        if outcome.word == OutcomeWord.undone.rawValue, choice == .redo {
            throw CommandError(
                translated("It was undone at once, because [undo] mode is 'immediate'. To redo it: batonctl redo"))
        }
        if outcome.word == OutcomeWord.unhandled.rawValue {
            throw CommandError(
                translated(
                    "No question appeared: no app handled the shake, and Baton could not ask. 'batonctl doctor' says why."
                ),
                status: .unhandledShake, isQuietable: true)
        }
        guard outcome.status == .success else {
            throw CommandError(outcome.text, status: outcome.status, isQuietable: true)
        }
        // An app handled the shake, or it was undone without a question.
        return outcome.text
    }
}
