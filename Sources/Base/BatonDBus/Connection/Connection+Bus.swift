// SPDX-License-Identifier: Apache-2.0

import BatonReactor

extension Connection {
    static let busPath: ObjectPath = "/org/freedesktop/DBus"
    static let busInterface: InterfaceName = "org.freedesktop.DBus"
    /// How long the bus itself may take to answer a call.
    static let busDeadline = Duration.seconds(5)

    /// Watches the owner of a name.
    ///
    /// - Parameter changed: called once with the present owner when the bus has answered, then with each change. When
    ///   the bus is lost it is called with nil.
    /// - Parameter name: the name that is watched.
    public func watchName(_ name: BusName, changed: @escaping (BusName?) -> Void) -> NameWatch {
        NameWatch(name, connection: self, changed: changed)
    }

    /// Asks for all names on the bus. The corresponding D-Bus method is `ListNames`.
    public func listNames(reply: @escaping (Result<[String], DBusError>) -> Void) {
        callBus("ListNames", []) { result in
            reply(result.map { $0.asStringArray ?? [] })
        }
    }

    /// Asks for the owner of a name. The corresponding D-Bus method is `GetNameOwner`.
    public func nameOwner(of name: BusName, reply: @escaping (Result<BusName, DBusError>) -> Void) {
        callBus("GetNameOwner", [.string(name.rawValue)]) { result in
            reply(result.flatMap { Self.owner($0) })
        }
    }

    /// Asks what the bus knows about the process that owns a name. The corresponding D-Bus method is
    /// `GetConnectionCredentials`.
    public func credentials(of name: BusName, reply: @escaping (Result<ConnectionCredentials, DBusError>) -> Void) {
        callBus("GetConnectionCredentials", [.string(name.rawValue)]) { result in
            reply(
                result.flatMap { value in
                    guard let fields = value.asVardict else { return .failure(Self.odd) }
                    return .success(ConnectionCredentials(fields))
                })
        }
    }

    /// Reads a reply to `GetNameOwner`.
    static func owner(_ value: Value) -> Result<BusName, DBusError> {
        guard let text = value.asString, let owner = try? BusName(text) else { return .failure(odd) }
        return .success(owner)
    }

    /// Asks for the process that owns a name. The corresponding D-Bus method is `GetConnectionUnixProcessID`.
    public func connectionProcessID(of name: BusName, reply: @escaping (Result<UInt32, DBusError>) -> Void) {
        callBus("GetConnectionUnixProcessID", [.string(name.rawValue)]) { result in
            reply(
                result.flatMap { value in
                    guard case .uint32(let process) = value else { return .failure(Self.odd) }
                    return .success(process)
                })
        }
    }

    /// Calls `then` when all has been read that the bus had for this process, because its answer comes behind that; or after a
    /// while, or when the bus is lost.
    package func askBus(within deadline: Duration, then: @escaping () -> Void) {
        let message = Message.methodCall(to: .bus, path: Self.busPath, interface: Self.busInterface, member: "GetId")
        callAlone(message, within: deadline) { _ in then() }
    }

    /// Calls a method of the bus that has one result.
    func callBus(
        _ member: MemberName, _ arguments: [Value], within deadline: Duration = busDeadline,
        reply: @escaping (Result<Value, DBusError>) -> Void
    ) {
        sendToBus(member, arguments, within: deadline) { result in
            reply(
                result.flatMap { answer in
                    guard let value = (try? answer.arguments())?.first else { return .failure(Self.odd) }
                    return .success(value)
                })
        }
    }

    /// Calls a method of the bus.
    func sendToBus(
        _ member: MemberName, _ arguments: [Value], within deadline: Duration = busDeadline,
        reply: @escaping (Result<Message, DBusError>) -> Void
    ) {
        let message = Message.methodCall(to: .bus, path: Self.busPath, interface: Self.busInterface, member: member)
        do {
            try message.append(contentsOf: arguments)
        } catch {
            return reply(.failure(error))
        }
        call(message, within: deadline, reply: reply)
    }

    private static var odd: DBusError {
        DBusError(.inconsistentMessage, "the bus answered with something else than it should")
    }

    /// Calls a method of the bus on behalf of a call, in the time that the call has left. `then` is not called if the
    /// call has ended meanwhile.
    func ask(
        _ member: MemberName, _ arguments: [Value], for call: PendingCall,
        then: @escaping (Connection, Result<Value, DBusError>) -> Void
    ) {
        callBus(member, arguments, within: call.deadline - reactor.now) { [link] result in
            guard call.isWaiting else { return }
            guard let self = link.connection else {
                // The inner call failed when the connection went away.
                let gone = DBusError(.disconnected, "the connection was dropped")
                return call.finish(result.flatMap { _ in .failure(gone) })
            }
            then(self, result)
        }
    }
}
