// SPDX-License-Identifier: Apache-2.0

import BatonReactor

/// Calls of other programs on a bus, each with a deadline. A call does not make the bus start a program.
package struct BusQuestions {
    package let connection: Connection

    package init(connection: Connection) {
        self.connection = connection
    }

    /// The present instant.
    package var now: Duration { connection.reactor.now }

    /// Calls a method. `then` is called once, by the deadline.
    package func ask(
        _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: [Value],
        by deadline: Duration, then: @escaping (Result<[Value], DBusError>) -> Void
    ) {
        let message = Message.methodCall(to: name, path: path, interface: interface, member: member)
        do throws(DBusError) {
            try message.append(contentsOf: arguments)
        } catch {
            return then(.failure(error))
        }
        connection.call(message, within: max(deadline - now, .milliseconds(1))) { result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let reply):
                do throws(DBusError) { then(.success(try reply.arguments())) } catch { then(.failure(error)) }
            }
        }
    }

    /// Reads a property; nil if no answer comes in time.
    package func get(
        _ name: BusName, _ path: ObjectPath, _ interface: String, _ property: String, within limit: Duration,
        then: @escaping (Value?) -> Void
    ) {
        ask(name, path, .properties, "Get", [.string(interface), .string(property)], by: now + limit) { result in
            then((try? result.get())?.first?.unwrapped)
        }
    }

    /// Reads all properties of an interface; empty if no answer comes in time.
    package func getAll(
        _ name: BusName, _ path: ObjectPath, _ interface: String, within limit: Duration,
        then: @escaping ([String: Value]) -> Void
    ) {
        ask(name, path, .properties, "GetAll", [.string(interface)], by: now + limit) { result in
            then((try? result.get())?.first?.asVardict ?? [:])
        }
    }

    /// Calls a method of the bus itself.
    package func askBus(
        _ member: MemberName, _ arguments: [Value], by deadline: Duration,
        then: @escaping (Result<[Value], DBusError>) -> Void
    ) {
        ask(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments, by: deadline, then: then)
    }

    /// Asks for the process that owns a name; nil if the name has no owner.
    package func process(of name: BusName, by deadline: Duration, then: @escaping (UInt32?) -> Void) {
        askBus("GetConnectionUnixProcessID", [.string(name.rawValue)], by: deadline) { result in
            guard case .success(let values) = result, case .uint32(let process) = values.first else { return then(nil) }
            then(process)
        }
    }
}
