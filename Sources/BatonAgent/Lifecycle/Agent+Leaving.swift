// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonInterruptionSources
import BatonLog
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings
import BatonSources
import BatonUndo

extension Agent {
    private static let longestDrain = Duration.milliseconds(400)

    /// Starts the end: gives back keys and names, and accepts no new clients. The agent ``isBusy`` while calls are
    /// under way.
    func leave() {
        for part in parts { part.close() }
        drainDeadline = reactor.now + Self.longestDrain
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

    /// Whether a caller waits for an answer, keys are being given back, a hook's program has not ended yet, or a message lies
    /// between the agent and a bus; false at the latest 400 ms after ``leave()``.
    var isBusy: Bool {
        reactor.now < drainDeadline
            && (connection.unansweredCalls > 0 || connection.hasUnreadInput || sources.mediaKeys.isGivingBack
                || interruptions.hooks.isAnyRunning
                || undo.offer.isBusy
                || connection.outgoingSize + desk.systemBus.connection.outgoingSize > 0)
    }
}
