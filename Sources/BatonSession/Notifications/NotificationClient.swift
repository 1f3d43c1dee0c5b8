// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor

/// Shows one notification at a time and reports the user's choice (org.freedesktop.Notifications 1.2, rules UNDO24 to
/// UNDO27).
///
/// The daemon broadcasts its signals, and any client of the bus can send the same ones: only signals of the daemon that
/// took the notification count. Signals that arrive after the end are ignored. The client has a time-out of its own,
/// because a daemon that is set to do-not-disturb may never send a signal.
@MainActor
package final class NotificationClient {
    /// Called when the daemon has accepted the notification of the last call of ``show(_:then:)``.
    package var onTaken: (() -> Void)?

    private let connection: Connection
    private let reactor: Reactor
    private var shown: Shown?
    private var matches: [Match] = []
    private var ownerWatch: NameWatch?
    private var generation = 0

    private struct Shown {
        let generation: Int
        var content: NotificationContent
        let then: (NotificationEnding) -> Void
        var identifier: UInt32?
        var server: BusName?
        var timer: ReactorTimer?
    }

    /// The name of the notification daemon.
    package static let name: BusName = "org.freedesktop.Notifications"
    private static let path: ObjectPath = "/org/freedesktop/Notifications"
    private static let interface: InterfaceName = "org.freedesktop.Notifications"
    /// The deadline of a call. It includes the start of the daemon, which the first call may cause.
    private static let deadline = Duration.seconds(3)
    /// The time after the notification's own time-out in which the daemon may still report an action or the end.
    private static let grace = Duration.seconds(1)

    package init(connection: Connection, reactor: Reactor) {
        self.connection = connection
        self.reactor = reactor
    }

    /// Whether a notification is shown, or on its way to the daemon.
    package var isShowing: Bool { shown != nil }

    /// Whether the daemon has accepted it and returned its identifier.
    package var isTaken: Bool { shown?.identifier != nil }

    /// Shows a notification. It replaces the one that is shown.
    ///
    /// - Parameter then: called once, when the notification has ended; not after ``close()``.
    package func show(_ content: NotificationContent, then: @escaping (NotificationEnding) -> Void) {
        let replaced = shown
        replaced?.timer?.cancel()
        generation += 1
        let mine = generation
        shown = Shown(generation: mine, content: content, then: then)
        replaced?.then(.replaced)
        subscribe()
        guard content.asksForCapabilities else { return notify(mine, replacing: replaced?.identifier ?? 0) }
        call("GetCapabilities", []) { [weak self] result in
            guard let self, shown?.generation == mine else { return }
            switch result {
            case .failure(let error): end(.failed(error))
            case .success(let reply):
                let capabilities = (try? reply.arguments())?.first?.asStringArray ?? []
                if capabilities.contains("body-markup") { shown?.content.escapeBody() }
                guard !content.actions.isEmpty else { return notify(mine, replacing: replaced?.identifier ?? 0) }
                guard capabilities.contains("actions") else {
                    return end(.failed(DBusError(.notSupported, "the notification daemon cannot offer a choice")))
                }
                askServer(mine, replacing: replaced?.identifier ?? 0)
            }
        }
    }

    /// Drops the default action for Xfce's daemon, which draws it as one more button.
    private func askServer(_ mine: Int, replacing identifier: UInt32) {
        call("GetServerInformation", []) { [weak self] result in
            guard let self, shown?.generation == mine else { return }
            let name = (try? result.get().arguments())?.first?.asString ?? ""
            if Self.drawsDefault.contains(name) { shown?.content.actions.removeAll { $0.key == "default" } }
            notify(mine, replacing: identifier)
        }
    }

    private static let drawsDefault: Set<String> = ["Xfce Notify Daemon"]

    /// Ends the notification as if the action `key` had been invoked: the user chose in another way.
    package func choose(_ key: String) {
        end(.chosen(key))
    }

    /// Removes the notification without calling its handler.
    package func close() {
        guard let present = shown else { return }
        forget()
        guard let identifier = present.identifier else { return }
        call("CloseNotification", [.uint32(identifier)]) { _ in }
    }

    // MARK: The daemon

    private func notify(_ mine: Int, replacing identifier: UInt32) {
        guard let content = shown?.content else { return }
        let milliseconds = content.timeout.microseconds / 1000
        call(
            "Notify",
            [
                .string("Baton"), .uint32(identifier), .string(content.icon), .string(content.summary),
                .string(content.body), .strings(content.actions.flatMap { [$0.key, $0.label] }), content.hints,
                .int32(Int32(clamping: milliseconds)),
            ]
        ) { [weak self] result in
            guard let self else { return }
            guard shown?.generation == mine else { return withdraw(result) }
            switch result {
            case .failure(let error): end(.failed(error))
            case .success(let reply):
                guard case .uint32(let identifier) = (try? reply.arguments())?.first else {
                    return end(.failed(DBusError(.inconsistentMessage, "the notification daemon answered nonsense")))
                }
                shown?.identifier = identifier
                shown?.server = reply.sender
                shown?.timer = reactor.schedule(after: content.timeout + Self.grace, tolerance: .milliseconds(200)) {
                    [weak self] in self?.timeIsUp(mine)
                }
                onTaken?()
            }
        }
    }

    /// Closes a notification that ended before the daemon had returned its identifier. If another one is shown by now
    /// it replaced that one, and may have the same identifier.
    private func withdraw(_ result: Result<Message, DBusError>) {
        guard shown == nil, case .success(let reply) = result,
            case .uint32(let identifier) = (try? reply.arguments())?.first
        else { return }
        call("CloseNotification", [.uint32(identifier)]) { _ in }
    }

    private func timeIsUp(_ mine: Int) {
        guard let present = shown, present.generation == mine else { return }
        close()
        present.then(.expired)
    }

    private func subscribe() {
        guard matches.isEmpty else { return }
        matches = ["ActionInvoked", "NotificationClosed"].map { member in
            connection.addMatch(MatchRule(path: Self.path, interface: Self.interface, member: member)) {
                [weak self] in self?.take($0)
            }
        }
        ownerWatch = connection.watchName(Self.name) { [weak self] owner in
            guard let self, let server = shown?.server, owner != server else { return }
            end(.failed(DBusError(.noReply, "the notification daemon went away")))
        }
    }

    private func take(_ message: Message) {
        guard let present = shown, let identifier = present.identifier, message.sender == present.server,
            let values = try? message.arguments(), values.count == 2, values[0] == .uint32(identifier)
        else { return }
        if message.member == "ActionInvoked" {
            guard let key = values[1].asString, present.content.actions.contains(where: { $0.key == key }) else {
                return
            }
            return end(.chosen(key))
        }
        guard case .uint32(let reason) = values[1] else { return }
        end(reason == 1 ? .expired : .dismissed)
    }

    private func end(_ ending: NotificationEnding) {
        guard let present = shown else { return }
        // Some daemons keep the notification on the screen after an action.
        if case .chosen = ending { close() } else { forget() }
        present.then(ending)
    }

    private func forget() {
        shown?.timer?.cancel()
        shown = nil
    }

    private func call(
        _ member: MemberName, _ arguments: [Value], then: @escaping (Result<Message, DBusError>) -> Void
    ) {
        // The bus starts the daemon that is installed (rule UNDO29).
        let message = Message.methodCall(
            to: Self.name, path: Self.path, interface: Self.interface, member: member, noAutoStart: false)
        do throws(DBusError) {
            try message.append(contentsOf: arguments)
        } catch {
            return then(.failure(error))
        }
        connection.call(message, within: Self.deadline, reply: then)
    }
}
