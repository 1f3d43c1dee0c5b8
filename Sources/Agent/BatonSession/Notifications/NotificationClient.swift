// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
package import BatonReactor
package import BatonValues

/// Shows one notification at a time and reports the user's choice (org.freedesktop.Notifications 1.2, rules UNDO24 to
/// UNDO27, UNDO29 and UNDO49).
///
/// The daemon broadcasts its signals, and any client of the bus can send the same ones: only signals of the daemon that
/// took the notification count. Signals that arrive after the end are ignored. The client has a time-out of its own,
/// because a daemon that is set to do-not-disturb may never send a signal.
///
/// One call of `Notify` is under way at a time: only its answer tells the number by which the notification can be replaced
/// or closed. What is shown meanwhile waits for it, and takes its place. What has ended meanwhile is closed with it.
@MainActor
package final class NotificationClient {
    /// Told when the daemon has accepted the notification of the last call of ``show(_:then:)``.
    private var observers = Observers<Void>()

    private let connection: Connection
    private let reactor: Reactor
    private var shown: Shown?
    /// What the daemon has on the screen.
    private var present: Present?
    /// Whether the daemon has not answered `Notify`.
    private var isNotifying = false
    /// Whether a notification that came too late is being taken off the screen.
    private var isRemovingLate = false
    /// Signals that came before that answer: a daemon may close a notification at once.
    private var early: [Message] = []
    private var matches: [Match] = []
    private var ownerWatch: NameWatch?
    private var generation = 0

    private struct Shown {
        let generation: Int
        var content: NotificationContent
        let then: (NotificationEnding) -> Void
        /// Whether it waits for the answer about the one before.
        var isWaiting = false
        var isTaken = false
        var timer: ReactorTimer?
    }

    private struct Present: Equatable {
        let identifier: UInt32
        let server: BusName?
    }

    /// The name of the notification daemon.
    package static let name: BusName = "org.freedesktop.Notifications"
    private static let path: ObjectPath = "/org/freedesktop/Notifications"
    private static let interface: InterfaceName = "org.freedesktop.Notifications"
    /// How long the daemon may take until it has the notification; the bus may have to start it. A longer time shows a
    /// question when the user has forgotten what it is about.
    private static let patience = Duration.seconds(10)
    /// The deadline of a call. It is longer, so that what the daemon shows too late is taken off the screen again. The bus
    /// itself waits for 25 s for a program that it starts.
    private static let deadline = Duration.seconds(30)
    /// The time after the notification's own time-out in which the daemon may still report an action or the end.
    private static let grace = Duration.seconds(1)
    private static let mostEarly = 8

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    package init(connection: Connection, reactor: Reactor) {
        self.connection = connection
        self.reactor = reactor
    }

    /// Whether a notification is shown, or on its way to the daemon.
    package var isShowing: Bool { shown != nil }

    /// Whether the daemon has accepted it and returned its identifier.
    package var isTaken: Bool { shown?.isTaken == true }

    /// Whether a notification is on its way, or one that came too late is being taken off the screen again.
    package var isBusy: Bool { isNotifying || isRemovingLate }

    /// Shows a notification. It replaces the one that is shown.
    ///
    /// - Parameter then: called once, when the notification has ended; not after ``close()``.
    package func show(_ content: NotificationContent, then: @escaping (NotificationEnding) -> Void) {
        let replaced = shown
        replaced?.timer?.cancel()
        generation += 1
        let mine = generation
        var new = Shown(generation: mine, content: content, then: then)
        new.timer = reactor.schedule(after: Self.patience, tolerance: .milliseconds(200)) { [weak self] in
            guard let self, shown?.generation == mine else { return }
            end(.failed(DBusError(.timeout, "the notification daemon does not answer")))
        }
        shown = new
        replaced?.then(.replaced)
        subscribe()
        guard content.asksForCapabilities else { return notify(mine) }
        call("GetCapabilities", []) { [weak self] result in
            guard let self, shown?.generation == mine else { return }
            switch result {
            case .failure(let error): end(.failed(error))
            case .success(let reply):
                let capabilities = (try? reply.arguments())?.first?.asStringArray ?? []
                if capabilities.contains("body-markup") { shown?.content.escapeBody() }
                guard !content.actions.isEmpty else { return notify(mine) }
                guard capabilities.contains("actions") else {
                    return end(.failed(DBusError(.notSupported, "the notification daemon cannot offer a choice")))
                }
                askServer(mine)
            }
        }
    }

    /// Drops the default action for Xfce's daemon, which draws it as one more button.
    private func askServer(_ mine: Int) {
        call("GetServerInformation", []) { [weak self] result in
            guard let self, shown?.generation == mine else { return }
            let name = (try? result.get().arguments())?.first?.asString ?? ""
            if Self.drawsDefault.contains(name) { shown?.content.actions.removeAll { $0.key == "default" } }
            notify(mine)
        }
    }

    private static let drawsDefault: Set<String> = ["Xfce Notify Daemon"]

    /// Ends the notification as if the action `key` had been invoked: the user chose in another way.
    package func choose(_ key: String) {
        end(.chosen(key))
    }

    /// Removes the notification without calling its handler. What is on its way to the daemon is removed when it has come.
    package func close() {
        shown?.timer?.cancel()
        shown = nil
        takeAway()
    }

    // MARK: The daemon

    private func notify(_ mine: Int) {
        guard let content = shown?.content else { return }
        guard !isNotifying else {
            shown?.isWaiting = true
            return
        }
        isNotifying = true
        early = []
        let replaced = present?.identifier ?? 0
        let milliseconds = content.timeout.microseconds / 1000
        call(
            "Notify",
            [
                .string("Baton"), .uint32(replaced), .string(content.icon), .string(content.summary),
                .string(content.body), .strings(content.actions.flatMap { [$0.key, $0.label] }), content.hints,
                .int32(Int32(clamping: milliseconds)),
            ]
        ) { [weak self] in self?.answered($0, mine, replacing: replaced) }
    }

    private func answered(_ result: Result<Message, DBusError>, _ mine: Int, replacing replaced: UInt32) {
        isNotifying = false
        let (signals, isWanted) = (early, shown?.generation == mine)
        early = []
        switch result {
        case .failure(let error): if isWanted { return end(.failed(error)) }
        case .success(let reply):
            if case .uint32(let identifier) = (try? reply.arguments())?.first {
                present = Present(identifier: identifier, server: reply.sender)
                if isWanted { taken() }
                // Signals about the number that both have may be about the one before.
                if identifier != replaced { for signal in signals { take(signal) } }
            } else if isWanted {
                return end(.failed(DBusError(.inconsistentMessage, "the notification daemon answered nonsense")))
            }
        }
        // One that was shown meanwhile takes its place; otherwise nobody hears its buttons any more.
        if let next = shown, next.isWaiting {
            shown?.isWaiting = false
            notify(next.generation)
        } else if shown == nil {
            isRemovingLate = present != nil
            takeAway { [weak self] in self?.isRemovingLate = false }
        }
    }

    private func taken() {
        guard let content = shown?.content, let mine = shown?.generation else { return }
        shown?.timer?.cancel()
        shown?.isTaken = true
        shown?.timer = reactor.schedule(after: content.timeout + Self.grace, tolerance: .milliseconds(200)) {
            [weak self] in self?.timeIsUp(mine)
        }
        observers.tell(())
    }

    private func timeIsUp(_ mine: Int) {
        guard let expired = shown, expired.generation == mine else { return }
        close()
        expired.then(.expired)
    }

    private func subscribe() {
        guard matches.isEmpty else { return }
        matches = ["ActionInvoked", "NotificationClosed"].map { member in
            connection.addMatch(MatchRule(path: Self.path, interface: Self.interface, member: member)) {
                [weak self] in self?.take($0)
            }
        }
        ownerWatch = connection.watchName(Self.name) { [weak self] owner in
            guard let self, let server = present?.server, owner != server else { return }
            present = nil
            if isTaken { end(.failed(DBusError(.noReply, "the notification daemon went away"))) }
        }
    }

    private func take(_ message: Message) {
        if isNotifying, early.count < Self.mostEarly { early.append(message) }
        guard let present, message.sender == present.server, let values = try? message.arguments(), values.count == 2,
            values[0] == .uint32(present.identifier)
        else { return }
        if message.member == "ActionInvoked" {
            guard let key = values[1].asString, isTaken,
                shown?.content.actions.contains(where: { $0.key == key }) == true
            else { return }
            return end(.chosen(key))
        }
        guard case .uint32(let reason) = values[1] else { return }
        self.present = nil
        // 3 is another program's call of CloseNotification, and 4 an unknown reason: neither is the user's word.
        if isTaken { end(reason == 1 ? .expired : reason == 2 ? .dismissed : .closed) }
    }

    private func end(_ ending: NotificationEnding) {
        guard let ended = shown else { return }
        // Some daemons keep the notification on the screen after an action, and one that failed may have replaced another.
        close()
        ended.then(ending)
    }

    /// Takes what the daemon shows off the screen. What it is about to show follows with its answer.
    private func takeAway(then: @escaping () -> Void = {}) {
        guard !isNotifying, let present else { return }
        self.present = nil
        // To the daemon that shows it: the name's owner would be asked for first, and an agent that ends is gone by then.
        call("CloseNotification", [.uint32(present.identifier)], to: present.server ?? Self.name) { _ in then() }
    }

    private func call(
        _ member: MemberName, _ arguments: [Value], to destination: BusName = NotificationClient.name,
        then: @escaping (Result<Message, DBusError>) -> Void
    ) {
        // The bus starts the daemon that is installed (rule UNDO29).
        let message = Message.methodCall(
            to: destination, path: Self.path, interface: Self.interface, member: member, noAutoStart: false)
        do throws(DBusError) {
            try message.append(contentsOf: arguments)
        } catch {
            return then(.failure(error))
        }
        connection.call(message, within: Self.deadline, reply: then)
    }
}
