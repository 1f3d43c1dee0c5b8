// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// One question to the user, from the shake to what became of it.
@MainActor
final class UndoQuestion {
    /// Whether it is on the screen.
    var isShown = false
    /// What the user has said, before it could be asked or in answer to it.
    private(set) var answer: UndoOperation?
    private var isSettled = false
    private var listeners: [(UndoResult) -> Void]

    /// - Parameter then: hears once how it ended.
    init(_ then: @escaping (UndoResult) -> Void) {
        listeners = [then]
    }

    /// Whether it can be answered still: one choice, one undo.
    var isOpen: Bool { !isSettled && answer == nil }

    /// The user chose what was offered.
    func choose(_ operation: UndoOperation) {
        if answer == nil { answer = operation }
    }

    /// The user answered in another way than by the notification, and hears of the end too.
    func answer(_ operation: UndoOperation, _ then: @escaping (UndoResult) -> Void) {
        answer = operation
        listeners.append(then)
    }

    /// It has ended.
    func settle(_ result: UndoResult) {
        guard !isSettled else { return }
        isSettled = true
        let told = listeners
        listeners = []
        for then in told { then(result) }
    }
}
