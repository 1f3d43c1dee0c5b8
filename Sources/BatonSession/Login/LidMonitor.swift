// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Whether the lid is closed: UPower announces its state, logind has to be asked (rule UNDO21).
///
/// Calls do not start either service. If neither is on the bus, the state is unknown and forbids nothing.
@MainActor
package final class LidMonitor {
    /// The state from UPower; nil without UPower, or on a machine without a lid.
    package private(set) var isClosed: Bool? {
        didSet { if isClosed != oldValue { onChange?() } }
    }
    /// Called after ``isClosed`` has changed.
    package var onChange: (() -> Void)?

    private let connection: Connection
    private var watch: NameWatch?
    private var match: Match?
    private var owner: BusName?

    private static let power: BusName = "org.freedesktop.UPower"
    private static let powerPath: ObjectPath = "/org/freedesktop/UPower"
    private static let powerInterface = "org.freedesktop.UPower"
    private static let login: BusName = "org.freedesktop.login1"
    private static let loginPath: ObjectPath = "/org/freedesktop/login1"
    private static let loginInterface = "org.freedesktop.login1.Manager"
    private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
    private static let deadline = Duration.milliseconds(300)

    /// - Parameter connection: to the system bus.
    package init(connection: Connection) {
        self.connection = connection
    }

    /// Begins to listen to UPower. Call it when the bus is connected.
    package func open() {
        guard watch == nil else { return }
        match = connection.addMatch(
            MatchRule(path: Self.powerPath, interface: Self.properties, member: "PropertiesChanged")
        ) { [weak self] in self?.changed($0) }
        watch = connection.watchName(Self.power) { [weak self] in self?.ownerChanged($0) }
    }

    /// Drops what is known, because the bus is lost.
    package func forget() {
        owner = nil
        isClosed = nil
    }

    /// Finds out whether the lid is closed now, within 300 ms. If the state is unknown, the lid counts as open.
    package func ask(then: @escaping (Bool) -> Void) {
        if let isClosed { return then(isClosed) }
        questions.get(Self.login, Self.loginPath, Self.loginInterface, "LidClosed", within: Self.deadline) {
            then($0?.asBool ?? false)
        }
    }

    private var questions: BusQuestions { BusQuestions(connection: connection) }

    private func ownerChanged(_ owner: BusName?) {
        self.owner = owner
        isClosed = nil
        guard owner != nil else { return }
        questions.getAll(Self.power, Self.powerPath, Self.powerInterface, within: .seconds(2)) { [weak self] in
            self?.take($0)
        }
    }

    private func changed(_ message: Message) {
        guard message.sender == owner, let values = try? message.arguments(), values.count == 3,
            values[0].asString == Self.powerInterface, let changed = values[1].asVardict
        else { return }
        take(changed)
    }

    private func take(_ properties: [String: Value]) {
        guard let isClosed = properties["LidIsClosed"]?.asBool else { return }
        self.isClosed = properties["LidIsPresent"]?.asBool == false ? nil : isClosed
    }
}
