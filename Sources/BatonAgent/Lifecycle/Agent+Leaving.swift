// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonLog
import BatonReactor
import BatonRouting
import BatonSession
import BatonSources
import BatonUndo

extension Agent {
    private static let longestDrain = Duration.milliseconds(400)

    /// Begins to leave: gives back what it holds, and takes in nobody new. It ``isBusy`` with the calls that are under way.
    func leave() {
        choices.saveNow()
        if isServing {
            mediaKeys.close()
            headset.close()
            bluetooth.close()
            sensor.close()
            undoParts.close()
        }
        session.close()
        drainDeadline = reactor.now + Self.longestDrain
        // The face stays until its last call is answered; without its names nobody new comes.
        faceNames.onChange = nil
        faceNames.release()
        nameRequest?.release()
        // Nobody has the time any more to wait for a player that has just come.
        firstAnswers.longest = .zero
        firstAnswers.removeAll()
    }

    /// Leaves the buses; after ``leave()``.
    func close() {
        // A choice that was on its way when the end came has been answered well meanwhile.
        choices.saveNow()
        intake.close()
        systemBus.close()
        connection.close()
        log.finish()
    }

    /// Whether somebody waits for an answer of ours, or something lies between us and a bus; within half a second of leaving.
    var isBusy: Bool {
        reactor.now < drainDeadline
            && (connection.unansweredCalls > 0 || connection.hasUnreadInput
                || connection.outgoingSize + systemBus.connection.outgoingSize > 0)
    }
}
