// SPDX-License-Identifier: Apache-2.0

/// Follows who owns a name, until it is cancelled. Other names on the bus wake nobody.
public final class NameWatch {
    /// The name.
    public let name: BusName
    private var match: Match?
    private let changed: (BusName?) -> Void
    private var isKnown = false
    private var owner: BusName?

    init(_ name: BusName, connection: Connection, changed: @escaping (BusName?) -> Void) {
        self.name = name
        self.changed = changed
        match = connection.addMatch(
            MatchRule(
                sender: .bus, interface: Connection.busInterface, member: "NameOwnerChanged", arg0: name.rawValue)
        ) { [weak self] message in
            guard let arguments = try? message.arguments(), arguments.count == 3 else { return }
            self?.tell(try? BusName(arguments[2].asString ?? ""))
        }
        match?.busLost = { [weak self] in
            guard let self else { return }
            if isKnown { tell(nil) }
            isKnown = false
        }
        match?.subscribed = { [weak self, unowned connection] in self?.ask(connection) }
        if connection.isOpen { ask(connection) }
    }

    /// Ends the watch.
    public func cancel() {
        match?.cancel()
        match = nil
    }

    private func ask(_ connection: Connection) {
        connection.nameOwner(of: name) { [weak self] result in
            // What NameOwnerChanged has told meanwhile is newer.
            guard let self, !isKnown else { return }
            switch result {
            case .success(let owner): tell(owner)
            case .failure(let error): if error.name == .nameHasNoOwner { tell(nil) }
            }
        }
    }

    private func tell(_ owner: BusName?) {
        guard match != nil, !isKnown || owner != self.owner else { return }
        isKnown = true
        self.owner = owner
        changed(owner)
    }
}
