// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonLog
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings
import BatonSources
import BatonUndo

extension Agent {
    private static let longestDrain = Duration.milliseconds(400)

    /// Begins to leave: gives back what it holds, and takes in nobody new. It ``isBusy`` with the calls that are under way.
    func leave() {
        for part in parts { part.close() }
        drainDeadline = reactor.now + Self.longestDrain
        nameRequest?.release()
    }

    /// Leaves the buses; after ``leave()``.
    func close() {
        // A choice that was on its way when the end came has been answered well meanwhile.
        routing.choices.saveNow()
        routing.intake.dropHeld()
        desk.systemBus.close()
        connection.close()
        log.finish()
    }

    /// Whether somebody waits for an answer of ours, or something lies between us and a bus; within half a second of leaving.
    var isBusy: Bool {
        reactor.now < drainDeadline
            && (connection.unansweredCalls > 0 || connection.hasUnreadInput
                || connection.outgoingSize + desk.systemBus.connection.outgoingSize > 0)
    }
}
