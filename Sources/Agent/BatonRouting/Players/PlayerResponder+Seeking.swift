// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonEvents
import BatonMPRIS

/// Seeking at a player whose connection has an app too: the app is told of its beginning and its end, in the place of steps
/// (rule APP15).
extension PlayerResponder {
    /// Offers the beginning to the app, in order with the calls to its player.
    func offerSeeking(to app: AppResponder, _ command: CommandEvent) {
        var gate = gate(isFirst: !command.wasPassedOn, isBehindPlaying: command.wasPassedOnByPlaying)
        // The player has no steps. That says nothing of what the app can.
        gate.capabilities.insert(.seek)
        guard gate.decide(.seek) == .send(.seek), let direction = SeekDirection(beginning: command.subtype),
            let message = try? app.question(
                AppResponder.remoteControlReceived, command.subtype.rawValue, at: command.timestamp)
        else { return passOn(command) }
        noteUse(command)
        noteCall()
        do throws(DBusError) {
            try queue.submit(message, from: command.sender) { [self] result in
                guard hasTaken(result, app) else { return passOn(command) }
                // It has left meanwhile, and so gets the end at once.
                if mediaWindow == nil { app.endSeeking(direction, for: nil) } else { seeker = app }
                command.finish(.handled(by: id))
            }
        } catch {
            command.finish(.failed(id, error))
        }
    }

    /// Whether the app has taken the beginning. One that does not answer in time may have acted.
    private func hasTaken(_ result: Result<Message, DBusError>, _ app: AppResponder) -> Bool {
        switch result {
        case .success(let reply):
            app.noteAnswer()
            return app.accepts(reply)
        case .failure(let error):
            app.note(error)
            return error.name == .timeout
        }
    }
}
