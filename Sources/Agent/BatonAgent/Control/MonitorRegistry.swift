// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings

/// The clients that asked for each event (`Monitor(true)`). The signals are sent to them only, so that no other program
/// wakes up.
@MainActor
final class MonitorRegistry: AgentPart {
    /// The most clients: more than a user opens. Each one costs a message for every command.
    static let limit = 32

    private let connection: Connection
    // Needs no check at run time: nothing else runs while it is looked at or changed.
    @exclusivity(unchecked) private var watchers: [BusName: NameWatch] = [:]

    init(connection: Connection) {
        self.connection = connection
    }

    /// The number of clients.
    var count: Int { watchers.count }

    var isEmpty: Bool { watchers.isEmpty }

    func set(_ isOn: Bool, for client: BusName) throws(DBusError) {
        guard isOn else {
            watchers.removeValue(forKey: client)?.cancel()
            return
        }
        guard watchers[client] == nil else { return }
        guard watchers.count < Self.limit else {
            throw DBusError(.limitsExceeded, "\(Self.limit) programs are watching already; close one first.")
        }
        watchers[client] = connection.watchName(client) { [weak self] owner in
            if owner == nil { self?.watchers.removeValue(forKey: client)?.cancel() }
        }
    }

    /// Forgets the clients: their unique names are not valid on another bus.
    func busLost() {
        for watch in watchers.values { watch.cancel() }
        watchers = [:]
    }

    func report(_ event: CommandEvent, _ outcome: Outcome, took duration: Duration) {
        guard !watchers.isEmpty else { return }
        report(
            event, input: event.inputText, sender: event.sender, outcome.word, outcome.responder,
            took: duration)
    }

    func report(_ event: MotionEvent, _ outcome: MotionOutcome, took duration: Duration) {
        guard !watchers.isEmpty else { return }
        report(
            event, input: event.inputText, sender: event.sender, outcome.word.rawValue, outcome.responder,
            took: duration)
    }

    /// Sends a signal to each client.
    func report<Arguments>(_ signal: SignalDeclaration<Arguments>, _ content: Arguments) {
        for client in watchers.keys {
            // It fails for a text that D-Bus cannot carry.
            if let message = try? signal.message(content, to: client) { connection.send(message) }
        }
    }

    private func report(
        _ event: Event, input: String, sender: BusName?, _ word: String, _ responder: ResponderID?,
        took duration: Duration
    ) {
        report(
            ApplicationInterface.event,
            (
                UInt32(event.subtype.rawValue), event.timestamp.microseconds, input, sender?.rawValue ?? "",
                responder?.rawValue ?? "", word, duration.microseconds
            ))
    }
}
