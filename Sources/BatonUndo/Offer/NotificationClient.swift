// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus
import BatonMotion
package import BatonReactor

/// Shows one notification at a time and tells what the user chose (org.freedesktop.Notifications 1.2, spec/undo.md §4).
///
/// Signals are broadcast and anybody can send some that look alike: only those of whoever showed the notification count. What
/// comes late is ignored. It has a time-out of its own, because a daemon told not to disturb may never say anything.
@MainActor
package final class NotificationClient {
    /// The daemon has taken the notification that ``show(_:then:)`` was given last.
    var onTaken: (() -> Void)?

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

    private static let name: BusName = "org.freedesktop.Notifications"
    private static let path: ObjectPath = "/org/freedesktop/Notifications"
    private static let interface: InterfaceName = "org.freedesktop.Notifications"
    /// The first call may have to start the daemon.
    private static let deadline = Duration.seconds(3)
    /// How long the daemon may take to say that time is up.
    private static let grace = Duration.seconds(1)

    package init(connection: Connection, reactor: Reactor) {
        self.connection = connection
        self.reactor = reactor
    }

    /// Whether one is shown.
    var isShowing: Bool { shown != nil }

    /// Whether the daemon has taken it.
    var isTaken: Bool { shown?.identifier != nil }

    /// Shows a notification; one that is shown already is replaced by it.
    ///
    /// - Parameter then: called once with how it ended.
    package func show(_ content: NotificationContent, then: @escaping (NotificationEnding) -> Void) {
        let replaced = shown
        replaced?.timer?.cancel()
        generation += 1
        let mine = generation
        shown = Shown(generation: mine, content: content, then: then)
        replaced?.then(.replaced)
        subscribe()
        guard !content.actions.isEmpty else { return notify(mine, replacing: replaced?.identifier ?? 0) }
        call("GetCapabilities", []) { [weak self] result in
            guard let self, shown?.generation == mine else { return }
            switch result {
            case .failure(let error): end(.failed(error))
            case .success(let reply):
                let capabilities = (try? reply.arguments())?.first?.asStringArray ?? []
                guard capabilities.contains("actions") else {
                    return end(.failed(DBusError(.notSupported, "the notification daemon cannot offer a choice")))
                }
                askServer(mine, replacing: replaced?.identifier ?? 0)
            }
        }
    }

    /// Xfce's daemon draws the default action as one more button: there it is left out.
    private func askServer(_ mine: Int, replacing identifier: UInt32) {
        call("GetServerInformation", []) { [weak self] result in
            guard let self, shown?.generation == mine else { return }
            let name = (try? result.get().arguments())?.first?.asString ?? ""
            if Self.drawsDefault.contains(name) { shown?.content.actions.removeAll { $0.key == "default" } }
            notify(mine, replacing: identifier)
        }
    }

    private static let drawsDefault: Set<String> = ["Xfce Notify Daemon"]

    /// The user chose in another way: the notification goes, and it ends as if one of its actions had been invoked.
    func choose(_ key: String) {
        end(.chosen(key))
    }

    /// Takes the notification away; nothing is told.
    package func close() {
        guard let present = shown else { return }
        forget()
        guard let identifier = present.identifier else { return }
        call("CloseNotification", [.uint32(identifier)]) { _ in }
    }

    // MARK: The daemon

    private func notify(_ mine: Int, replacing identifier: UInt32) {
        guard let content = shown?.content else { return }
        let milliseconds = content.timeout / .milliseconds(1)
        call(
            "Notify",
            [
                .string("Baton"), .uint32(identifier), .string("edit-undo"), .string(content.summary),
                .string(content.body), .strings(content.actions.flatMap { [$0.key, $0.label] }), Self.hints,
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

    /// It was answered or closed before the daemon had said its number. One that took its place may have that number too.
    private func withdraw(_ result: Result<Message, DBusError>) {
        guard shown == nil, case .success(let reply) = result,
            case .uint32(let identifier) = (try? reply.arguments())?.first
        else { return }
        call("CloseNotification", [.uint32(identifier)]) { _ in }
    }

    /// Not to be kept, not to sound, and to take the place of an older one where the daemon knows how.
    private static var hints: Value {
        .vardict([
            ("urgency", .byte(1)), ("transient", .boolean(true)), ("category", .string("device")),
            ("desktop-entry", .string(BatonBus.applicationID)), ("suppress-sound", .boolean(true)),
            ("x-canonical-private-synchronous", .string("baton-shake")), ("x-dunst-stack-tag", .string("baton-shake")),
        ])
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
        // Some daemons leave it there after a choice.
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
        // Whoever is installed to show notifications is started for it.
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

/// What a notification says and offers.
package struct NotificationContent: Sendable, Equatable {
    /// A choice the user has.
    package struct Action: Sendable, Equatable {
        /// What the answer names; "default" is a click on the notification itself.
        package let key: String
        /// What the button says.
        package let label: String
    }

    /// One line.
    package var summary: String
    /// More, in plain text.
    package var body = ""
    /// What can be chosen.
    package var actions: [Action] = []
    /// How long it is there.
    package var timeout = Duration.seconds(7)
}

/// How a notification ended.
package enum NotificationEnding: Sendable, Equatable {
    /// The user chose this.
    case chosen(String)
    /// The user closed it.
    case dismissed
    /// Nobody did anything in time; it may not even have been shown.
    case expired
    /// Another one took its place.
    case replaced
    /// There is nobody who shows notifications, or who can offer a choice.
    case failed(DBusError)
}
