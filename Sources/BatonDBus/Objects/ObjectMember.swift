// SPDX-License-Identifier: Apache-2.0

/// Something of an exported object that a caller may ask for.
public enum ObjectMember: Hashable, Sendable, CustomStringConvertible {
    /// Calls a method.
    case call(InterfaceName, MemberName)
    /// Reads a property, by itself or with all of its interface.
    case read(InterfaceName, MemberName)
    /// Sets a property.
    case write(InterfaceName, MemberName)

    /// Its interface.
    public var interface: InterfaceName {
        switch self {
        case .call(let interface, _), .read(let interface, _), .write(let interface, _): interface
        }
    }

    /// The interface and the member, with what is done to a property.
    public var description: String {
        switch self {
        case .call(let interface, let member): "\(interface).\(member)"
        case .read(let interface, let member): "get \(interface).\(member)"
        case .write(let interface, let member): "set \(interface).\(member)"
        }
    }
}

/// Finds out whether the sender of a call may do what it asks for, and calls back once, now or later: with nil, or with the error
/// that it gets instead.
public typealias CallCheck = (_ call: Message, _ then: @escaping (DBusError?) -> Void) -> Void
