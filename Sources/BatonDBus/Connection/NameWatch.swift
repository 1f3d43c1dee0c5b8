// SPDX-License-Identifier: Apache-2.0

/// Follows who owns a name, until it is cancelled. Other names on the bus wake nobody.
public final class NameWatch {
    /// The name.
    public let name: BusName
    private var match: Match?
    private let changed: (BusName?) -> Void
    private var isKnown = false

    init(_ name: BusName, connection: Connection, changed: @escaping (BusName?) -> Void) {
        self.name = name
        self.changed = changed
        match = connection.addMatch(
            MatchRule(
                sender: .bus, interface: Connection.busInterface, member: "NameOwnerChanged", arg0: name.rawValue)
        ) { [weak self] message in
            guard let arguments = try? message.arguments(), arguments.count == 3 else { return }
            self?.tell(arguments[2].asString ?? "")
        }
        connection.nameOwner(of: name) { [weak self] result in
            guard let self, !isKnown else { return }
            tell((try? result.get())?.rawValue ?? "")
        }
    }

    /// Ends the watch.
    public func cancel() {
        match?.cancel()
        match = nil
    }

    private func tell(_ owner: String) {
        guard match != nil else { return }
        isKnown = true
        changed(try? BusName(owner))
    }
}
