// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor

/// Whether the lid is closed: UPower announces its state, logind has to be asked (rules UNDO21 and SHAKE14).
///
/// Calls do not start either service. If neither is on the bus, the state is unknown and forbids nothing. Without UPower logind
/// is asked when the session changes and when a shake begins; while it says that the lid is closed, it is asked again after
/// waits that grow to a minute, because it does not announce that the lid was opened.
@MainActor
package final class LidMonitor {
    /// The state from UPower, else from logind; nil if neither is there, or on a machine without a lid.
    package private(set) var isClosed: Bool? {
        didSet { if isClosed != oldValue { onChange?() } }
    }
    /// Called after ``isClosed`` has changed.
    var onChange: (() -> Void)?

    private let connection: Connection
    private let retry: RetryTimer
    private var watches: [NameWatch] = []
    private var matches: [Match] = []
    private var owner: BusName?
    private var loginOwner: BusName?
    /// Whether UPower has said whether there is a lid.
    private var isPowerHeard = false
    /// Counts the questions to logind, so that the answer to an earlier one is recognized.
    private var asked = 0

    private static let power: BusName = "org.freedesktop.UPower"
    private static let powerPath: ObjectPath = "/org/freedesktop/UPower"
    private static let powerInterface = "org.freedesktop.UPower"
    private static let login: BusName = "org.freedesktop.login1"
    private static let loginPath: ObjectPath = "/org/freedesktop/login1"
    private static let loginInterface = "org.freedesktop.login1.Manager"
    private static let deadline = Duration.milliseconds(300)

    /// - Parameter connection: to the system bus.
    package init(connection: Connection) {
        self.connection = connection
        retry = RetryTimer(on: connection.reactor, first: .seconds(1), longest: .seconds(60))
    }

    /// Begins to listen. Call it when the bus is connected.
    package func open() {
        guard watches.isEmpty else { return }
        for path in [Self.powerPath, Self.loginPath] {
            matches.append(
                connection.addMatch(
                    MatchRule(path: path, interface: .properties, member: "PropertiesChanged")
                ) { [weak self] in self?.changed($0) })
        }
        watches = [
            connection.watchName(Self.power) { [weak self] in self?.ownerChanged($0) },
            connection.watchName(Self.login) { [weak self] in self?.loginChanged($0) },
        ]
    }

    /// Drops what is known, because the bus is lost.
    package func forget() {
        owner = nil
        loginOwner = nil
        isPowerHeard = false
        asked += 1
        retry.reset()
        isClosed = nil
    }

    package func close() { retry.cancel() }

    /// Asks logind again, if no signal announces what the lid does.
    package func review() {
        guard loginOwner != nil, !isPowerHeard else { return }
        asked += 1
        questions.get(Self.login, Self.loginPath, Self.loginInterface, "LidClosed", within: .seconds(2)) {
            [weak self, asked] in
            if let self, asked == self.asked, !isPowerHeard, let isClosed = $0?.asBool { takeFromLogin(isClosed) }
        }
    }

    /// Finds out whether the lid is closed now, within 300 ms. If the state is unknown, the lid counts as open.
    package func ask(then: @escaping (Bool) -> Void) {
        if let isClosed, isPowerHeard { return then(isClosed) }
        questions.get(Self.login, Self.loginPath, Self.loginInterface, "LidClosed", within: Self.deadline) {
            [weak self] in then($0?.asBool ?? self?.isClosed ?? false)
        }
    }

    private var questions: BusQuestions { BusQuestions(connection: connection) }

    private func ownerChanged(_ owner: BusName?) {
        self.owner = owner
        isPowerHeard = false
        isClosed = nil
        guard owner != nil else { return review() }
        questions.getAll(Self.power, Self.powerPath, Self.powerInterface, within: .seconds(2)) { [weak self] in
            guard let self, owner == self.owner else { return }
            take($0)
            review()
        }
    }

    private func loginChanged(_ owner: BusName?) {
        loginOwner = owner
        retry.reset()
        review()
    }

    private func changed(_ message: Message) {
        guard message.sender != nil, let values = try? message.arguments(), values.count == 3,
            let changed = values[1].asVardict
        else { return }
        if message.sender == owner, values[0].asString == Self.powerInterface { return take(changed) }
        guard message.sender == loginOwner, values[0].asString == Self.loginInterface, !isPowerHeard else { return }
        if let isClosed = changed["LidClosed"]?.asBool {
            asked += 1
            takeFromLogin(isClosed)
        } else if values[2].asStringArray?.contains("LidClosed") == true {
            review()
        }
    }

    private func take(_ properties: [String: Value]) {
        guard let isClosed = properties["LidIsClosed"]?.asBool else { return }
        isPowerHeard = true
        retry.reset()
        self.isClosed = properties["LidIsPresent"]?.asBool == false ? nil : isClosed
    }

    private func takeFromLogin(_ isClosed: Bool) {
        self.isClosed = isClosed
        guard isClosed else { return retry.reset() }
        retry.schedule { [weak self] in self?.review() }
    }
}
