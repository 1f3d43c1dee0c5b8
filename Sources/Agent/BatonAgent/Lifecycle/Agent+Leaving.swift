// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonIntake
import BatonInterruptionCauses
import BatonLog
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings
import BatonUndo

extension Agent {
    private static let longestDrain = Duration.milliseconds(400)
    /// How long a question is waited for whose number the notification daemon has not told: nobody else can close it (rule
    /// UNDO61). The unit gives batond 5 s.
    private static let longestWithdrawal = Duration.seconds(3)

    /// Starts the end: gives back keys and names, and accepts no new clients. The agent ``isBusy`` while calls are
    /// under way.
    func leave() {
        for part in parts { part.close() }
        drainDeadline = reactor.now + Self.longestDrain
        withdrawalDeadline = reactor.now + Self.longestWithdrawal
        nameRequest?.release()
    }

    /// Closes the buses; call it after ``leave()``.
    func close() {
        // Choices that clients made during ``leave()`` were acknowledged and are saved here.
        routing.choices.saveNow()
        routing.intake.dropHeld()
        interruptions.hooks.killRuns()
        desk.systemBus.close()
        connection.close()
        log.finish()
    }

    /// Ends the wait for what is under way: the user or the system wants the end now.
    func hurry() {
        (drainDeadline, withdrawalDeadline) = (.zero, .zero)
    }

    /// Whether a caller waits for an answer, keys are being given back, a hook's program has not ended yet, or a message lies
    /// between the agent and a bus; false at the latest 400 ms after ``leave()``, or 3 s if the notification daemon has not
    /// answered yet.
    var isBusy: Bool {
        let isWithdrawing = undo.offer.isBusy || control.isWithdrawingNotice
        if isWithdrawing, reactor.now < withdrawalDeadline { return true }
        return reactor.now < drainDeadline
            && (connection.unansweredCalls > 0 || connection.hasUnreadInput || inputs.mediaKeys.isGivingBack
                || interruptions.hooks.isAnyRunning
                || connection.outgoingSize + desk.systemBus.connection.outgoingSize > 0)
    }
}
