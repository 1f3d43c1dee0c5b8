// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// Calls of a player that no ``PlayerRegistry`` knows, for programs that call it once. None of them starts the player.
extension PlayerName {
    /// Makes a call of a method, to which arguments may be appended.
    public func message(_ method: PlayerMethod) -> Message { message(method.interface.name, method.name) }

    /// Makes the question for all properties of an interface.
    public func question(_ interface: PlayerInterface) -> Message {
        let message = message(.properties, "GetAll")
        // Cannot fail: a short name always fits into a message.
        try? message.append(.string(interface.name.rawValue))
        return message
    }

    /// Makes the call that sets a property.
    ///
    /// - Throws: `DBusError` `InvalidArgs` when D-Bus cannot carry the value.
    public func setting(_ property: PlayerProperty, to value: Value) throws(DBusError) -> Message {
        let message = message(.properties, "Set")
        try message.append(
            .string(property.interface.name.rawValue), .string(property.name.rawValue), .variant(value))
        return message
    }

    private func message(_ interface: InterfaceName, _ member: MemberName) -> Message {
        Message.methodCall(to: busName, path: PlayerInterface.objectPath, interface: interface, member: member)
    }
}
