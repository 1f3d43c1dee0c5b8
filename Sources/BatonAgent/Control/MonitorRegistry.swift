// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonReactor
import BatonRouting

/// Who asked to see each event (`Monitor(true)`); the signals go to them alone, so that nobody else is woken.
@MainActor
final class MonitorRegistry {
    /// More than a person opens; each one costs a message per command.
    static let limit = 32

    private let connection: Connection
    private var watchers: [BusName: NameWatch] = [:]

    init(connection: Connection) {
        self.connection = connection
    }

    /// How many clients watch.
    var count: Int { watchers.count }

    var isEmpty: Bool { watchers.isEmpty }

    func set(_ isOn: Bool, for client: BusName) throws(DBusError) {
        guard isOn else {
            watchers.removeValue(forKey: client)?.cancel()
            return
        }
        guard watchers[client] == nil else { return }
        guard watchers.count < Self.limit else {
            throw DBusError(.limitsExceeded, "\(Self.limit) clients watch already; close one first")
        }
        watchers[client] = connection.watchName(client) { [weak self] owner in
            if owner == nil { self?.watchers.removeValue(forKey: client)?.cancel() }
        }
    }

    /// Forgets everybody: their names mean nothing on another bus.
    func removeAll() {
        for watch in watchers.values { watch.cancel() }
        watchers = [:]
    }

    func report(_ event: CommandEvent, _ outcome: Outcome, took duration: Duration) {
        guard !watchers.isEmpty else { return }
        report(
            event, input: event.inputText, sender: event.sender, outcome.word, outcome.responder, took: duration)
    }

    func report(_ event: MotionEvent, _ outcome: MotionOutcome, took duration: Duration) {
        guard !watchers.isEmpty else { return }
        report(
            event, input: event.inputText, sender: event.sender, outcome.word.rawValue, outcome.responder,
            took: duration)
    }

    private func report(
        _ event: Event, input: String, sender: BusName?, _ word: String, _ responder: ResponderID?,
        took duration: Duration
    ) {
        for client in watchers.keys {
            let signal = Message.signal(
                path: BatonBus.path, interface: BatonBus.application, member: ApplicationMember.event, to: client)
            do {
                try signal.append(
                    .uint32(UInt32(event.subtype.rawValue)), .uint64(event.timestamp.microseconds),
                    .string(input), .string(sender?.rawValue ?? ""),
                    .string(responder?.rawValue ?? ""), .string(word),
                    .uint64(duration.microseconds))
                connection.send(signal)
            } catch {
                // Every value here is ours and well-formed; a refusal means the message is too big, which it cannot be.
                continue
            }
        }
    }
}
