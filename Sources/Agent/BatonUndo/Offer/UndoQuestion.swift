// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// One question to the user, from the shake to its result. ``UndoOffer`` has the table of its states.
@MainActor
final class UndoQuestion {
    /// Whether it is on the screen.
    var isShown = false
    /// Whether it was shown, or undid something without being shown.
    var isSeen = false
    /// What it offers, once that is known.
    var offered: [UndoOperation]?
    /// The operation that the user chose, either before the question was shown or as its answer.
    private(set) var answer: UndoOperation?
    /// Whether its result has been told.
    private(set) var isSettled = false
    private var listeners: [(UndoResult) -> Void]
    /// The caller that answered instead of the user.
    private var answerer: ((UndoResult) -> Void)?

    /// Whether it offers an operation, or it is not known yet what it offers.
    func offers(_ operation: UndoOperation) -> Bool { offered?.contains(operation) ?? true }

    /// Has a function called when it ends.
    func listen(_ then: @escaping () -> Void) { listeners.append { _ in then() } }

    /// - Parameter then: called once with the result.
    init(_ then: @escaping (UndoResult) -> Void) {
        listeners = [then]
    }

    /// Whether it can still be answered: it has neither an answer nor a result (rule UNDO23).
    var isOpen: Bool { !isSettled && answer == nil }

    /// Notes the user's choice. An earlier answer stays.
    func choose(_ operation: UndoOperation) {
        if answer == nil { answer = operation }
    }

    /// Takes an answer that did not come from the notification. `then` is called with the result too.
    func answer(_ operation: UndoOperation, _ then: @escaping (UndoResult) -> Void) {
        answer = operation
        answerer = then
    }

    /// Drops an answer that came before it was known what the question offers. Only who gave it is told.
    func refuseAnswer(_ result: UndoResult) {
        let told = answerer
        (answer, answerer) = (nil, nil)
        told?(result)
    }

    /// Ends the question and tells all listeners the result. A second call does nothing.
    func settle(_ result: UndoResult) {
        guard !isSettled else { return }
        isSettled = true
        let told = listeners + [answerer].compactMap(\.self)
        (listeners, answerer) = ([], nil)
        for then in told { then(result) }
    }
}
