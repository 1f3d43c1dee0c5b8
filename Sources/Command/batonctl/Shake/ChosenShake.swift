// SPDX-License-Identifier: Apache-2.0
import BatonAPI
import BatonDBus
import BatonEvents

/// A simulated shake whose question is answered as soon as it is on the screen.
final class ChosenShake {
    private let session: BusSession
    private let agent: AgentClient
    private let choice: UndoOperation
    private var match: Match?
    private var watch: NameWatch?
    private var owner: BusName?
    private var isOffered = false

    /// How long the question may take to appear: apps are asked first, and a notification daemon may have to start.
    private static let patience = Duration.seconds(30)

    private static let offered = ApplicationMember.undoOffered.rawValue

    init(session: BusSession, choice: UndoOperation) {
        self.session = session
        self.choice = choice
        agent = AgentClient(session: session)
    }

    /// Simulates the shake, makes the choice, and waits for the outcome.
    ///
    /// - Returns: A sentence about what was done.
    /// - Throws: ``CommandError`` when nothing was done: there is no agent, it refuses, or no question appeared.
    func run() throws(CommandError) -> String {
        subscribe()
        defer {
            match?.cancel()
            watch?.cancel()
        }
        var result: Result<Message, DBusError>?
        try UndoFailure.asking { () throws(DBusError) in
            guard try agent.properties()[Self.offered] != nil else {
                throw DBusError(.unknownProperty, Self.offered)
            }
            _ = try agent.simulate(.began, waits: false)
            let end = AgentClient.message(ApplicationMember.simulateMotion)
            try end.append(.uint32(MotionEventPhase.ended.number), .boolean(true))
            isOffered = false
            session.connection.call(end, within: Self.patience) { result = $0 }
        }
        session.turn { result != nil || isOffered }
        if let result { return try unasked(result) }
        // The bus was lost, or the question is there.
        let answer = try UndoFailure.asking { () throws(DBusError) in try agent.perform(choice) }
        return try UndoOutcome(answer.outcome, reason: answer.reason, of: choice).get()
    }

    private func subscribe() {
        watch = session.connection.watchName(BatonBus.name) { [weak self] in self?.owner = $0 }
        let rule = MatchRule(
            sender: BatonBus.name, path: BatonBus.path, interface: AgentClient.properties,
            member: "PropertiesChanged", arg0: BatonBus.application.rawValue)
        match = session.connection.addMatch(rule) { [weak self] in self?.received($0) }
    }

    private func received(_ message: Message) {
        guard message.sender == owner, let arguments = try? message.arguments(), arguments.count == 3,
            arguments[2].asStringArray?.contains(Self.offered) == true
        else { return }
        let question = Message.methodCall(
            to: BatonBus.name, path: BatonBus.path, interface: AgentClient.properties, member: "Get")
        // Cannot fail: two short names always fit into a message.
        try? question.append(.string(BatonBus.application.rawValue), .string(Self.offered))
        session.connection.call(question, within: Self.patience) { [weak self] result in
            if (try? result.get().arguments())?.first?.asBool == true { self?.isOffered = true }
        }
    }

    /// The result of a shake that ended without a question.
    private func unasked(_ result: Result<Message, DBusError>) throws(CommandError) -> String {
        let reply = try UndoFailure.asking { () throws(DBusError) in try result.get().arguments() }
        let outcome = SimulationOutcome(reply)
        if outcome.word == OutcomeWord.undone.rawValue, choice == .redo {
            throw CommandError("It was undone at once, as [undo] mode says; to redo it: batonctl redo")
        }
        if outcome.word == OutcomeWord.unhandled.rawValue {
            throw CommandError(
                "No question appeared: no app handled the shake, and the agent has no display. See 'batonctl doctor'.",
                status: .unhandledShake, isQuietable: true)
        }
        guard outcome.status == .success else {
            throw CommandError(outcome.text, status: outcome.status, isQuietable: true)
        }
        // An app handled the shake, or it was undone without a question.
        return outcome.text
    }
}
