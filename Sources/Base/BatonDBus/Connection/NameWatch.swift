// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// Follows the owner of a name until it is cancelled. Changes of other names do not wake this process.
///
/// If the bus does not answer in time, it is asked again after waits that grow from 1 s to 60 s.
///
/// For example:
/// ```swift
/// let watch = connection.watchName("org.gnome.SettingsDaemon.MediaKeys") { owner in
///     print(owner.map { "owned by \($0)" } ?? "without an owner")
/// }
/// watch.cancel()
/// ```
public final class NameWatch {
    /// The name.
    public let name: BusName
    private var match: Match?
    private let changed: (BusName?) -> Void
    private var isKnown = false
    private var owner: BusName?
    private let retry: RetryTimer

    init(_ name: BusName, connection: Connection, changed: @escaping (BusName?) -> Void) {
        self.name = name
        self.changed = changed
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
        match = connection.addMatch(
            MatchRule(
                sender: .bus, interface: Connection.busInterface, member: "NameOwnerChanged", arg0: name.rawValue)
        ) { [weak self] message in
            guard let arguments = try? message.arguments(), arguments.count == 3 else { return }
            self?.tell(try? BusName(arguments[2].asString ?? ""))
        }
        match?.busLost = { [weak self] in
            guard let self else { return }
            retry.reset()
            if isKnown { tell(nil) }
            isKnown = false
        }
        match?.subscribed = { [weak self, unowned connection] in self?.ask(connection) }
        if connection.isOpen { ask(connection) }
    }

    /// Ends the watch.
    public func cancel() {
        retry.cancel()
        match?.cancel()
        match = nil
    }

    private func ask(_ connection: Connection) {
        connection.nameOwner(of: name) { [weak self, link = connection.link] result in
            // If NameOwnerChanged came meanwhile it is newer.
            guard let self, match != nil, !isKnown else { return }
            switch result {
            case .success(let owner): tell(owner)
            case .failure(let error) where error.name == .nameHasNoOwner: tell(nil)
            // The question is sent again when the connection is made again.
            case .failure(let error) where error.name == .disconnected: break
            case .failure:
                retry.schedule { [weak self, link] in
                    if let connection = link.connection, connection.isOpen { self?.ask(connection) }
                }
            }
        }
    }

    private func tell(_ owner: BusName?) {
        guard match != nil, !isKnown || owner != self.owner else { return }
        retry.reset()
        isKnown = true
        self.owner = owner
        changed(owner)
    }
}
