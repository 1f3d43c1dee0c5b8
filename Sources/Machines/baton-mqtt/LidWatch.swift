// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor

/// Whether the lid is closed, as UPower announces it.
///
/// UPower is not started for it. logind is not asked: it announces nothing, and asking again and again would wake the machine.
final class LidWatch {
    /// Called when ``isClosed`` has changed.
    var onChange: (() -> Void)?
    /// Nil while it is not known, and on a machine without a lid.
    private(set) var isClosed: Bool? {
        didSet { if isClosed != oldValue { onChange?() } }
    }

    private static let power: BusName = "org.freedesktop.UPower"
    private static let path: ObjectPath = "/org/freedesktop/UPower"
    private static let interface = "org.freedesktop.UPower"

    private let connection: Connection
    private var names: NameWatch?
    private var match: Match?
    private var question: PendingCall?
    private var owner: BusName?
    private var isPresent = true

    /// - Parameter connection: to the system bus. It may be opened later.
    init(on connection: Connection) {
        self.connection = connection
        match = connection.addMatch(
            MatchRule(sender: Self.power, path: Self.path, interface: .properties, member: "PropertiesChanged")
        ) { [weak self] in self?.changed($0) }
        names = connection.watchName(Self.power) { [weak self] in self?.ownerChanged($0) }
    }

    deinit {
        question?.cancel()
        names?.cancel()
        match?.cancel()
    }

    private func ownerChanged(_ owner: BusName?) {
        self.owner = owner
        question?.cancel()
        isClosed = nil
        isPresent = true
        guard let owner else { return }
        let message = Message.methodCall(to: owner, path: Self.path, interface: .properties, member: "GetAll")
        guard (try? message.append(.string(Self.interface))) != nil else { return }
        question = connection.call(message, within: .seconds(5)) { [weak self] result in
            guard case .success(let reply) = result, let values = (try? reply.arguments())?.first?.asVardict else {
                return
            }
            self?.take(values)
        }
    }

    private func changed(_ message: Message) {
        // Another program may send a signal with UPower's path, but not from the owner of its name.
        guard let owner, message.sender == owner, let values = try? message.arguments(), values.count == 3,
            values[0].asString == Self.interface, let changed = values[1].asVardict
        else { return }
        take(changed)
    }

    private func take(_ values: [String: Value]) {
        if let isPresent = values["LidIsPresent"]?.asBool { self.isPresent = isPresent }
        let told = values["LidIsClosed"]?.asBool ?? isClosed
        isClosed = isPresent ? told : nil
    }
}
